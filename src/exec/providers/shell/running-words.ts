import type { ProgramSecrets } from '../../secrets/program-secrets.ts';
import type { StandIn, WordText } from './word-mapper.ts';

export type RunningWords =
  | { readonly kind: 'words'; readonly words: readonly WordText[] }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly remedy: string };

const requests = /^(?:.*\/)?(?:curl|wget|https?)$/;

/** Words of a command with what only we can read in them: secrets, logins that hold one, and what the author left to be filled in. */
export function runningWords(
  words: readonly string[],
  handles: ProgramSecrets,
  standIns: readonly StandIn[],
): RunningWords {
  const isRequest = requests.test(words[0] ?? '');
  const plain = isRequest ? withLogins(words, handles) : words;
  const out = plain.map((word) => handles.split(word));
  const hidden = plain.find(
    (word, at) => out[at]?.every((part) => typeof part === 'string') && handles.mask.text(word) !== word,
  );
  if (hidden !== undefined)
    return {
      kind: 'refused',
      code: 'secret/encoded',
      message: `\`${words[0] ?? ''}\` is given a secret in another form: ${handles.mask.text(hidden).slice(0, 200)}`,
      remedy: 'only base64 of `user:password` in an Authorization header is understood',
    };
  return { kind: 'words', words: isRequest ? out.map((word) => withStandIns(word, standIns)) : out };
}

/** `-H "Authorization: Basic $(printf 'me:%s' "$PASS" | base64)"` is `-u me:$PASS`. */
function withLogins(words: readonly string[], handles: ProgramSecrets): readonly string[] {
  return words.flatMap((word, at): readonly string[] => {
    const isHeader = /^(?:-H|--header)$/.test(words[at - 1] ?? '');
    const login = isHeader ? loginIn(word, handles) : undefined;
    if (login !== undefined) return [login];
    const next = /^(?:-H|--header)$/.test(word) ? loginIn(words[at + 1] ?? '', handles) : undefined;
    return [next === undefined ? word : '-u'];
  });
}

function loginIn(header: string, handles: ProgramSecrets): string | undefined {
  const [, encoded] = /^authorization:\s*basic\s+([A-Za-z0-9+/]+={0,2})\s*$/i.exec(header) ?? [];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  return handles.split(text).some((part) => typeof part === 'object') && text.includes(':') ? text : undefined;
}

/** The longest first: `{id}` must not be found in `{{id}}`. */
function withStandIns(word: WordText, standIns: readonly StandIn[]): WordText {
  return [...standIns]
    .sort((a, b) => b.written.length - a.written.length)
    .reduce<WordText>(
      (parts, one) => parts.flatMap((part) => (typeof part === 'string' ? filled(part, one) : [part])),
      word,
    );
}

function filled(text: string, { written, part }: StandIn): WordText {
  return text.split(written).flatMap((piece, at) => [...(at === 0 ? [] : [part]), ...(piece === '' ? [] : [piece])]);
}
