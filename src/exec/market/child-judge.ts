import type { Effect, SecretEffect } from '../../ir/effect.ts';
import { covers } from '../../ir/effects.ts';

/** What a program may touch: what was approved for it, and the secrets that only its own run brings. */
export interface Ceiling {
  readonly effects: readonly Effect[];
  /** Secrets that came in answers to the program's own calls. */
  readonly captured: { readonly has: (name: string) => boolean };
  /** Names that were there before it began: an answer never stands in for one of them. */
  readonly given: ReadonlySet<string>;
  /** The other ways to name a file: a program that runs knows absolute paths, a plan those from the workspace. */
  readonly spellings: (path: string) => readonly string[];
}

/** Effects of a call that nobody has approved. What goes nowhere but to the program itself is always inside. */
export function outsideOf(effects: readonly Effect[], ceiling: Ceiling): readonly Effect[] {
  return effects.filter((effect) => effect.kind !== 'output' && !isInside(effect, ceiling));
}

function isInside(effect: Effect, ceiling: Ceiling): boolean {
  if (ceiling.effects.some((grant) => covers(grant, effect))) return true;
  if (effect.kind === 'read' || effect.kind === 'write')
    return ceiling
      .spellings(effect.path)
      .some((path) => ceiling.effects.some((grant) => covers(grant, { kind: effect.kind, path })));
  return effect.kind === 'secret' && ceiling.captured.has(effect.name) && isStepOutput(effect, ceiling);
}

/**
 * `TOKEN=$(curl … | jq -r .access_token)`: the plan names the variable and where it goes, the answer brings a name of its own. It may
 * go where the plan sends the output of a step, and nowhere else.
 */
function isStepOutput({ origin, slot }: SecretEffect, { effects, given }: Ceiling): boolean {
  return effects.some(
    (grant) => grant.kind === 'secret' && grant.origin === origin && grant.slot === slot && !given.has(grant.name),
  );
}

/** In words, for whoever is told no: what it was, and what would have been allowed of the same kind. */
export function outsideText(effect: Effect, ceiling: readonly Effect[]): string {
  const same = ceiling.filter(({ kind }) => kind === effect.kind).map(plain);
  const allowed = same.length === 0 ? `no ${nouns[effect.kind]}` : same.join(', ');
  return `\`${plain(effect)}\` is outside of what was approved: ${allowed}`;
}

const nouns: { readonly [K in Effect['kind']]: string } = {
  network: 'request',
  secret: 'secret',
  read: 'file to read',
  write: 'file to write',
  process: 'program',
  env: 'variable',
  output: 'output',
  classified: 'class of data',
};

function plain(effect: Effect): string {
  switch (effect.kind) {
    case 'network':
      return `${effect.method} ${effect.origin}${effect.path}`;
    case 'secret':
      return `${effect.name} at ${effect.origin} (${effect.slot})`;
    case 'read':
    case 'write':
      return `${effect.kind} ${effect.path}`;
    case 'process':
      return `run ${effect.program}`;
    case 'env':
      return `variable ${effect.name}`;
    case 'output':
      return 'output';
    case 'classified':
      return `${effect.class} data`;
  }
}
