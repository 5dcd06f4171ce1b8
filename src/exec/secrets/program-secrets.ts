import type { Json } from '../../ir/json.ts';
import { type Scrub, scrubOf } from './scrub/scrubber.ts';

export type HandledText = readonly (string | { readonly secret: string })[];

/**
 * What the code of one call holds in the place of secrets: a word for each name that nobody can guess, so that no answer and no
 * file can name a secret. It means something in a request only, and there the ceiling says where it may stand.
 */
export interface ProgramSecrets {
  /** The same word for the same name until the call ends. */
  readonly handle: (name: string) => string;
  /** Text with the secrets between, in order. */
  readonly split: (text: string) => HandledText;
  /** For people and the log: `${secret:NAME}` in the place of handles, also of encoded ones. */
  readonly mask: Pick<Scrub, 'text' | 'json'> & { readonly bytes: (bytes: Uint8Array) => Uint8Array };
}

const form = /skh_[0-9a-f]{32}/g;

export function programSecrets(random: (bytes: number) => Uint8Array): ProgramSecrets {
  const handles = new Map<string, string>();
  const names = new Map<string, string>();
  let scrub: Scrub | undefined;
  const masker = (): Scrub => {
    scrub ??= scrubOf(handles);
    return scrub;
  };
  return {
    handle: (name) => {
      const known = handles.get(name);
      if (known !== undefined) return known;
      const made = `skh_${Buffer.from(random(16)).toString('hex')}`;
      handles.set(name, made);
      names.set(made, name);
      scrub = undefined;
      return made;
    },
    split: (text) => split(text, names),
    mask: {
      text: (text) => masker().text(text),
      json: (value: Json) => masker().json(value),
      bytes: (bytes) => {
        const scrubber = masker().scrubber();
        return Buffer.concat([scrubber.push(bytes), scrubber.end()]);
      },
    },
  };
}

function split(text: string, names: ReadonlyMap<string, string>): HandledText {
  const out: (string | { readonly secret: string })[] = [];
  let from = 0;
  for (const { 0: handle, index } of text.matchAll(form)) {
    const secret = names.get(handle);
    if (secret === undefined) continue;
    if (index > from) out.push(text.slice(from, index));
    out.push({ secret });
    from = index + handle.length;
  }
  if (from < text.length || out.length === 0) out.push(text.slice(from));
  return out;
}
