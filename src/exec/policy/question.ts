import type { Effect } from '../../ir/effect.ts';

/** What the policy is asked about: one call, with everything it may touch. */
export interface Question {
  readonly call: CallFacts;
  readonly effects: readonly Effect[];
  readonly secrets: readonly { readonly name: string; readonly isNew: boolean }[];
  readonly classifications: readonly string[];
  /** What goes out with the call, for the search for personal data: body, parameters. Never stored. */
  readonly text?: string;
}

/** Fields that do not apply are empty. */
export interface CallFacts {
  readonly capability: string;
  readonly skill: string;
  readonly operation: string;
  readonly tier: 0 | 1 | 2 | 3;
  readonly actor: string;
  readonly session: string;
  readonly method: string;
  readonly origin: string;
  readonly host: string;
  readonly path: string;
}

export type Decision = 'allow' | 'ask' | 'deny';

export const decisions: readonly Decision[] = ['allow', 'ask', 'deny'];

export function strictest(found: readonly Decision[]): Decision {
  return found.includes('deny') ? 'deny' : found.includes('ask') ? 'ask' : 'allow';
}

const noCall: CallFacts = {
  capability: '',
  skill: '',
  operation: '',
  tier: 0,
  actor: '',
  session: '',
  method: '',
  origin: '',
  host: '',
  path: '',
};

/** As an expression sees it: every field is there, so that only a misspelt name is an error. */
export class CallView {
  readonly capability: string;
  readonly skill: string;
  readonly operation: string;
  readonly tier: bigint;
  readonly actor: string;
  readonly session: string;
  readonly method: string;
  readonly origin: string;
  readonly host: string;
  readonly path: string;

  constructor(facts: Partial<CallFacts>) {
    const call = { ...noCall, ...facts };
    this.capability = call.capability;
    this.skill = call.skill;
    this.operation = call.operation;
    this.tier = BigInt(call.tier);
    this.actor = call.actor;
    this.session = call.session;
    this.method = call.method;
    this.origin = call.origin;
    this.host = call.host;
    this.path = call.path;
  }
}

export class EffectView {
  readonly kind: string;
  readonly method: string;
  readonly origin: string;
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly slot: string;
  readonly program: string;
  readonly class: string;

  constructor(effect: EffectFacts) {
    this.kind = effect.kind;
    this.method = effect.method ?? '';
    this.origin = effect.origin ?? '';
    this.host = hostOf(this.origin);
    this.path = effect.path ?? '';
    this.name = effect.name ?? '';
    this.slot = effect.slot ?? '';
    this.program = effect.program ?? '';
    this.class = effect.class ?? '';
  }
}

interface EffectFacts {
  readonly kind: string;
  readonly method?: string;
  readonly origin?: string;
  readonly path?: string;
  readonly name?: string;
  readonly slot?: string;
  readonly program?: string;
  readonly class?: string;
}

function hostOf(origin: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(\[[^\]]*\]|[^/:]*)(?::[0-9]*)?$/i.exec(origin)?.[1] ?? '';
}

export const callFields = {
  capability: 'string',
  skill: 'string',
  operation: 'string',
  tier: 'int',
  actor: 'string',
  session: 'string',
  method: 'string',
  origin: 'string',
  host: 'string',
  path: 'string',
} as const;

export const effectFields = {
  kind: 'string',
  method: 'string',
  origin: 'string',
  host: 'string',
  path: 'string',
  name: 'string',
  slot: 'string',
  program: 'string',
  class: 'string',
} as const;
