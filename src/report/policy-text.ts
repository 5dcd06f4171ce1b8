import type { CodePlace, SandboxPolicy } from '../ir/plan.ts';
import { effectText } from './effect-text.ts';

/** Something of a script, and where it stands: `scripts/report.py:12`. */
export interface FoundLine {
  readonly text: string;
  readonly place: string;
}

/** What the code was found to touch. */
export function derivedLines({ derived = [] }: SandboxPolicy): readonly FoundLine[] {
  return derived.map(({ effect, span }) => ({ text: effectText(effect), place: placeText(span) }));
}

/** What must be installed first. */
export function dependencyLines({ dependencies = [] }: SandboxPolicy): readonly FoundLine[] {
  return dependencies.map(({ ecosystem, name, version, span }) => ({
    text: `${ecosystem} ${name}${version === '' ? '' : ` ${version}`}`,
    place: placeText(span),
  }));
}

/** What nobody can tell from the code, and what it therefore does not get. */
export function undecidedLines({ undecided = [] }: SandboxPolicy): readonly FoundLine[] {
  return undecided.map(({ what, message, span }) => ({ text: `${what}: ${message}`, place: placeText(span) }));
}

export function foundText({ text, place }: FoundLine): string {
  return `${text} (${place})`;
}

function placeText({ source, line }: CodePlace): string {
  return `${source}:${line}`;
}
