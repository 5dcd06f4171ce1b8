import type { ScriptFile } from '../../analyse/analysis.ts';
import type { ScriptText } from '../../analyse/source.ts';
import type { TextPiece } from '../../analyse/value.ts';
import type { CodePlace } from '../../ir/plan.ts';
import { joinInside } from '../join-path.ts';
import type { DraftEffect } from '../primitive.ts';
import type { ScriptContext } from './context.ts';
import { asText } from './script-text.ts';

const streams = /^(?:-|\/dev\/(?:null|stdin|stdout|stderr|tty|u?random|fd\/\d+))$/;

/** What every sandbox has: what the caller hands over, and a place for results. */
const handed = { read: /^\/(?:input|output)(?:\/|$)/, write: /^\/output(?:\/|$)/ } as const;

/** A file that a script opens: by its path, or by the folder where only the name is decided when it runs. */
export function lowerFile({ kind, path, at }: ScriptFile, context: ScriptContext): readonly DraftEffect[] {
  const place = context.place(at);
  const [root, ...rest] = path;
  if (root?.kind === 'root') return root.of === 'temporary' ? [] : ownFile(kind, rest, place, context);
  const secret = path.some((piece) => piece.kind === 'env' && context.isSecret(piece.name));
  const known = secret ? undefined : knownPart(path);
  if (known === undefined) {
    context.leave('file', `which file it ${kind}s is decided when it runs`, place);
    return [];
  }
  const written = known.every((piece) => piece.kind === 'literal')
    ? known.map((piece) => piece.value).join('')
    : undefined;
  if (
    written !== undefined &&
    (streams.test(written) || handed[kind].test(written) || (kind === 'read' && isBundled(written, context)))
  )
    return [];
  if (written !== undefined && /[\0\n]/.test(written)) {
    context.leave('file', `which file it ${kind}s is decided when it runs`, place);
    return [];
  }
  return [{ kind, path: asText(known, place), place }];
}

/** The skill's own files are there to be read, and cannot be changed. */
function ownFile(
  kind: 'read' | 'write',
  rest: ScriptText,
  place: CodePlace,
  context: ScriptContext,
): readonly DraftEffect[] {
  if (kind === 'write') {
    context.leave('file', 'it writes into the folder of the skill, which cannot be changed', place);
    return [];
  }
  const [first] = rest;
  const written = first?.kind === 'literal' ? first.value.replace(/^\/+/, '') : '';
  const whole = rest.length <= 1 ? written : written.slice(0, written.lastIndexOf('/') + 1);
  if (!isBundled(whole === '' ? '.' : whole, context))
    context.leave('file', `\`${whole}\` of the skill's folder is not in the bundle`, place);
  return [];
}

function isBundled(path: string, { bundle }: ScriptContext): boolean {
  const inside = /^[/~]/.test(path) ? undefined : joinInside('.', path);
  if (inside === undefined || bundle === undefined) return false;
  if (inside === '.' || bundle.files.has(inside)) return true;
  return [...bundle.files.keys()].some((one) => one.startsWith(`${inside}/`));
}

/** Up to the last slash in front of what is not known; a whole home, disk or working folder is no answer. */
function knownPart(path: ScriptText): ScriptText | undefined {
  const at = path.findIndex(({ kind }) => kind === 'open' || kind === 'base64' || kind === 'root');
  if (at < 0) return path.length === 0 ? undefined : path;
  const before = path.slice(0, at);
  const last = before.at(-1);
  if (last?.kind !== 'literal' || !last.value.includes('/')) return undefined;
  const cut: TextPiece = { kind: 'literal', value: last.value.slice(0, last.value.lastIndexOf('/')) };
  const folder = [...before.slice(0, -1), cut].filter((piece) => piece.kind !== 'literal' || piece.value !== '');
  const written = folder.every((piece) => piece.kind === 'literal')
    ? folder.map((piece) => piece.value).join('')
    : undefined;
  return written !== undefined && /^(?:|~|\.{0,2}\/*|(?:\.\.?\/)+\.{0,2})$/.test(written) ? undefined : folder;
}
