import { list, literal } from '../../../ir/expr.ts';
import { textExpr } from '../../../ir/expr-text.ts';
import type { Span } from '../../../ir/span.ts';
import { isHole, literalOf, literalText, type Text } from '../../../ir/text.ts';
import { mapped, plainDraft, readEffect, refused, unknown, writeEffect } from '../../outcome.ts';
import type { CommandWords, DraftEffect, MapContext, Mapped } from '../../primitive.ts';
import { literalPrefix } from '../../text-slice.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const leading = words('-H -L -P');
const bare =
  words(`( ) ! , -not -a -and -o -or -daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -mount
  -xdev -noleaf -nowarn -warn -empty -executable -nogroup -nouser -readable -writable -true -false -print -print0 -ls
  -prune -quit -help -version`);
const withValue =
  words(`-maxdepth -mindepth -regextype -amin -atime -cmin -ctime -fstype -gid -group -ilname -iname -inum
  -ipath -iregex -iwholename -links -lname -mmin -mtime -name -path -perm -regex -size -type -uid -used -user -wholename
  -xtype -context -printf`);
const withRead = words('-anewer -cnewer -newer -samefile');
const withWrite = words('-fprint -fprint0 -fls');
const executing = words('-exec -execdir -ok -okdir');

/** The path that `find` puts in for `{}`. */
const foundName = '{}';

interface Walk {
  readonly roots: readonly Text[];
  readonly effects: DraftEffect[];
}

/** `find` reads its roots; `-delete` writes them; the command of `-exec` is mapped like any other. */
export function find(command: CommandWords, context: MapContext): Mapped {
  let at = 1;
  while (leading.has(literalOf(command.words[at] ?? []) ?? '')) at++;
  const from = at;
  while (at < command.words.length && !startsExpression(command.words[at] ?? [])) at++;
  const given = command.words.slice(from, at);
  const roots = given.length === 0 ? [literalText('.')] : given;
  const walk: Walk = { roots, effects: roots.flatMap(readEffect) };
  while (at < command.words.length) {
    const used = predicate(walk, command, at, context);
    if (typeof used !== 'number') return used;
    at += used;
  }
  const args = list(command.words.slice(1).map(textExpr));
  const writes = walk.effects.some((effect) => effect.kind === 'write');
  const draft = writes
    ? plainDraft('io.write-file', { operation: literal('find'), args }, walk.effects, command.span)
    : plainDraft('text.transform', { command: literal('find'), args }, walk.effects, command.span);
  return mapped(draft);
}

function startsExpression(text: Text): boolean {
  const prefix = literalPrefix(text);
  return prefix.startsWith('-') || prefix === '(' || prefix === '!';
}

function predicate(walk: Walk, command: CommandWords, at: number, context: MapContext): number | Mapped {
  const name = literalOf(command.words[at] ?? []);
  const span = command.spans[at] ?? command.span;
  const value = command.words[at + 1];
  if (name === undefined) return unknown('map/unknown-option', 'a test of `find` is not in the text', span);
  if (bare.has(name)) return 1;
  if (name === '-delete') {
    walk.effects.push(...walk.roots.flatMap(writeEffect));
    return 1;
  }
  if (executing.has(name)) return execution(walk, command, at, context);
  const reading = withRead.has(name) || /^-newer[aBcm][aBcmt]$/.test(name);
  if (!reading && !withValue.has(name) && !withWrite.has(name) && name !== '-fprintf') {
    return unknown('map/unknown-option', `\`find\` has no test \`${name}\` in its table`, span);
  }
  if (value === undefined) return unknown('map/bad-arguments', `\`find ${name}\` needs a value`, span);
  if (reading && !name.endsWith('t')) walk.effects.push(...readEffect(value));
  if (withWrite.has(name) || name === '-fprintf') walk.effects.push(...writeEffect(value));
  return name === '-fprintf' ? 3 : 2;
}

function execution(walk: Walk, command: CommandWords, at: number, context: MapContext): number | Mapped {
  const name = literalOf(command.words[at] ?? []) ?? '';
  const span = command.spans[at] ?? command.span;
  if (name.startsWith('-ok')) return refused('map/never-ends', `\`find ${name}\` waits for an answer`, span);
  const rest = command.words.slice(at + 1);
  const end = rest.findIndex((word, i) => {
    const text = literalOf(word);
    return text === ';' || (text === '+' && literalOf(rest[i - 1] ?? []) === foundName);
  });
  if (end < 1) return unknown('map/bad-arguments', `\`find ${name}\` has no end`, span);
  const inner = innerCommand(command, at + 1, at + 1 + end);
  const result = context.mapCommand(inner);
  if (result.kind !== 'mapped') return result;
  for (const draft of result.drafts) {
    if (draft.kind !== 'plain' || !followed.has(draft.capability)) {
      return unknown(
        'map/code-open',
        `\`find ${name}\` runs more than a text tool`,
        span,
        'write a loop over the files instead',
      );
    }
    walk.effects.push(...draft.effects.flatMap((effect) => overRoots(effect, walk.roots)));
  }
  return end + 2;
}

const followed: ReadonlySet<string> = new Set([
  'text.transform',
  'io.read-file',
  'io.write-file',
  'io.println',
  'json.query',
]);

function innerCommand(command: CommandWords, from: number, to: number): CommandWords {
  return {
    words: command.words.slice(from, to).map((word, i) => withFound(word, command.spans[from + i] ?? command.span)),
    spans: command.spans.slice(from, to),
    env: new Map(),
    stdin: { kind: 'none' },
    span: command.span,
  };
}

function withFound(word: Text, span: Span): Text {
  return word.flatMap((piece): Text => {
    if (isHole(piece) || !piece.value.includes(foundName)) return [piece];
    return piece.value
      .split(foundName)
      .flatMap(
        (part, i): Text => [
          ...(i === 0 ? [] : [{ kind: 'dynamic', name: foundName, reason: 'a path that find reports', span } as const]),
          ...literalText(part),
        ],
      );
  });
}

/** An effect on a found path is one on the trees it was found in. */
function overRoots(effect: DraftEffect, roots: readonly Text[]): readonly DraftEffect[] {
  if (effect.kind !== 'read' && effect.kind !== 'write') return [effect];
  const found = effect.path.some((piece) => piece.kind === 'dynamic' && piece.name === foundName);
  return found ? roots.map((path) => ({ kind: effect.kind, path })) : [effect];
}
