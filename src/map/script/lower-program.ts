import type { ScriptProgram } from '../../analyse/analysis.ts';
import type { ScriptText } from '../../analyse/source.ts';
import type { Diagnostic } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import type { CodePlace } from '../../ir/plan.ts';
import { literalOf, literalText, showText, type Text } from '../../ir/text.ts';
import { joinInside } from '../join-path.ts';
import type { DraftEffect } from '../primitive.ts';
import { systemProgram } from '../system-path.ts';
import type { ScriptContext } from './context.ts';
import { asText } from './script-text.ts';

/** What a command that a script starts touches, by the same mapping as any other command. */
export interface CommandPort {
  readonly words: (words: readonly Text[], place: CodePlace) => CommandEffects;
  readonly shell: (text: string, place: CodePlace) => CommandEffects;
}

export interface CommandEffects {
  readonly effects: readonly Effect[];
  /** Programs it starts. */
  readonly programs: readonly string[];
  /** What is not known of it, or why it can never run. */
  readonly problems: readonly Diagnostic[];
}

export function lowerProgram(
  program: ScriptProgram,
  port: CommandPort,
  context: ScriptContext,
): readonly DraftEffect[] {
  const place = context.place(program.at);
  const found = program.kind === 'words' ? byWords(program, port, place) : byShell(program, port, place);
  if (typeof found === 'string') {
    context.leave('program', found, place);
    return [];
  }
  for (const { message } of found.problems) context.leave('program', message, place);
  const started = found.programs.map((name): DraftEffect => ({ kind: 'process', program: name, place }));
  for (const effect of found.effects) if (effect.kind === 'secret') context.placed.add(effect.name);
  const effects = found.effects.filter(({ kind }) => kind !== 'output' && kind !== 'classified');
  return [...started, ...effects.map((effect): DraftEffect => ({ kind: 'decided', effect, place }))];
}

function byWords(
  { words, open }: Extract<ScriptProgram, { kind: 'words' }>,
  port: CommandPort,
  place: CodePlace,
): CommandEffects | string {
  const texts = words.map((word) => asText(ownPath(word), place));
  const [first] = texts;
  const written = first === undefined ? undefined : literalOf(first);
  if (written === undefined || written === '') return 'which program it starts is decided when it runs';
  if (!open) return port.words(texts, place);
  const name = systemProgram(written) ?? written;
  return { effects: [], programs: [name], problems: [...port.words(texts, place).problems, ...someWords(name, place)] };
}

/** A file of the skill by its path inside; commands name it so. */
function ownPath(word: ScriptText): ScriptText {
  const [root, tail, ...more] = word;
  if (root?.kind !== 'root' || root.of !== 'bundle' || tail?.kind !== 'literal' || more.length > 0) return word;
  const inside = joinInside('.', tail.value.replace(/^\/+/, ''));
  return inside === undefined ? word : [{ kind: 'literal', value: inside }];
}

function someWords(name: string, span: CodePlace): readonly Diagnostic[] {
  return [
    {
      code: 'map/code-undecided',
      severity: 'warning',
      message: `with which words it starts \`${name}\` is decided when it runs`,
      span,
    },
  ];
}

/** A value put into shell text is read as shell: it must not be there. */
function byShell(
  { text }: Extract<ScriptProgram, { kind: 'shell' }>,
  port: CommandPort,
  place: CodePlace,
): CommandEffects | string {
  const whole = asText(text, place);
  const written = literalOf(whole);
  if (written !== undefined) return port.shell(written, place);
  const shown = showText(whole.map((piece) => (piece.kind === 'literal' ? piece : (literalText('…')[0] ?? piece))));
  return `a value is put into text for a shell: \`${shown.length > 80 ? `${shown.slice(0, 79)}…` : shown}\``;
}
