import type { Span } from '../../ir/span.ts';
import type { ScalarNode } from './node.ts';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const yamlNumber = /^[-+]?(?:\d+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;
const yamlBased = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;

/** A plain YAML scalar by the core schema of YAML 1.2, so `no`, `on` and `1_000` are text. */
export function plainScalar(raw: string, span: Span): ScalarNode {
  const first = raw.charCodeAt(0);
  // Digits, signs and dots begin numbers; every other scalar needs only the word test below.
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) {
    if (yamlNumber.test(raw) || yamlBased.test(raw)) return numberNode(raw, span);
    return { kind: 'string', value: raw, raw, span };
  }
  if (raw.length > 5) return { kind: 'string', value: raw, raw, span };
  return wordScalar(raw, span);
}

function wordScalar(raw: string, span: Span): ScalarNode {
  switch (raw) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return { kind: 'null', value: null, raw, span };
    case 'true':
    case 'True':
    case 'TRUE':
      return { kind: 'boolean', value: true, raw, span };
    case 'false':
    case 'False':
    case 'FALSE':
      return { kind: 'boolean', value: false, raw, span };
    default:
      return { kind: 'string', value: raw, raw, span };
  }
}

export function isJsonNumber(raw: string): boolean {
  return jsonNumber.test(raw);
}

/** A number that JavaScript cannot hold stays text. */
export function numberNode(raw: string, span: Span): ScalarNode {
  const value = Number(raw);
  if (!Number.isFinite(value)) return { kind: 'string', value: raw, raw, span };
  return { kind: 'number', value, raw, span };
}
