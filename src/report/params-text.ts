import type { Json } from '../ir/json.ts';
import { visible } from '../ir/visible.ts';

/** A call's parameters as `name  value` lines: members of objects stand beneath, strings as they are. */
export function paramsText(params: Json, indent: string): readonly string[] {
  if (!isObject(params)) return [`${indent}${valueText(params)}`];
  const entries = Object.entries(params);
  const width = Math.min(18, Math.max(0, ...entries.map(([key]) => key.length)));
  return entries.flatMap(([key, value]) => {
    const name = `${indent}${visible(key).padEnd(width)}`;
    if (isObject(value) && Object.keys(value).length > 0) return [name.trimEnd(), ...paramsText(value, `${indent}  `)];
    return lines(valueText(value)).map((line, at) => `${at === 0 ? name : ' '.repeat(name.length)}  ${line}`);
  });
}

function valueText(value: Json): string {
  if (typeof value === 'string') return value === '' ? '""' : value.split('\n').map(visible).join('\n');
  if (Array.isArray(value)) return value.map((item: Json) => compact(item)).join(' ');
  return compact(value);
}

/** Programs and bodies keep their lines. */
function lines(text: string): readonly string[] {
  return text.split('\n');
}

function compact(value: Json): string {
  return visible(typeof value === 'string' && /^[^\s"']+$/.test(value) ? value : JSON.stringify(value));
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
