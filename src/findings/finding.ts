import type { Diagnostic } from '../ir/diagnostic.ts';
import type { Effect } from '../ir/effect.ts';
import type { Call, Plan } from '../ir/plan.ts';
import type { Skill } from '../ir/skill.ts';
import type { Span } from '../ir/span.ts';

/** A skill as a reviewer judges it: by what its operations can touch. */
export interface Reviewed {
  readonly skill: Skill;
  readonly plans: readonly Plan[];
  /** Of the set-up lines, which skillc shows and never runs. */
  readonly setup: readonly Plan[];
  /** Whether the source itself has this name; some are made up for values that the text leaves out. */
  readonly isWritten: (name: string) => boolean;
}

/** Looks at effects, never at words: what a text warns of is no effect of it. */
export type FindingRule = (reviewed: Reviewed) => readonly Diagnostic[];

/** One command of a plan, with the effects it has by itself. */
export interface Place {
  readonly call: Call;
  readonly effects: readonly Effect[];
  readonly span: Span;
}

/** The commands of a plan; a program is as many as it has call sites, and itself for what belongs to none of them. */
export function placesOf({ calls }: Plan): readonly Place[] {
  return calls.flatMap((call) => placesIn(call));
}

function placesIn(call: Call): readonly Place[] {
  const sites = call.sites ?? [];
  const inner = sites.flatMap((site) => placesIn(site.call));
  const known = new Set(inner.flatMap(({ effects }) => effects.map((effect) => JSON.stringify(effect))));
  const own = call.effects.filter((effect) => !known.has(JSON.stringify(effect)));
  return sites.length > 0 && own.length === 0 ? inner : [...inner, { call, effects: own, span: call.span }];
}

/** Each finding once for what it says: the same secret in ten commands is one thing to look at. */
export function distinctFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const one of findings) {
    const key = `${one.code} ${one.message}`;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}
