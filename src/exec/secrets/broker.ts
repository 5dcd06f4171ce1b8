import type { SecretUse } from '../../ir/plan.ts';
import { encodeValue } from '../evaluate/encode.ts';
import type { Filled, SecretPort } from '../provider.ts';
import type { SecretSlot, SecretText } from '../secret-text.ts';
import { type Binding, isBound } from './binding.ts';
import { Handles } from './handles.ts';
import { readOrigin } from './origin.ts';
import { type Scrub, scrubOf } from './scrub/scrubber.ts';
import { hmac, longestMessage, type SignRequest, signSlot } from './sign.ts';
import { unfitFor } from './slot.ts';
import type { Looked, SecretStore } from './store/store.ts';
import { SecretValue } from './value.ts';
import { within } from './within.ts';

export type Refused = Extract<Filled, { readonly kind: 'refused' }>;

/** One call, as it was approved. Nothing in it comes from the caller's input. */
export interface SecretGrant {
  readonly call: string;
  readonly skill: string;
  /** The plan's secrets. */
  readonly uses: readonly SecretUse[];
  /** What the ledger has bound. */
  readonly bindings: readonly Binding[];
  /** Whether this call may send secrets over plain http to loopback. */
  readonly loopback: boolean;
  /** Values that came in answers to this very call: those are meant, whatever the store has under their names. */
  readonly held?: ReadonlyMap<string, SecretValue>;
}

/** The secrets of one call, until it ends. */
export interface CallSecrets extends SecretPort {
  readonly scrub: Scrub;
  /** For a script: stands for the value until the call ends. */
  readonly handle: (use: SecretUse) => Handed;
  /** The value behind a handle that a script put into a request. */
  readonly exchange: (handle: string, origin: string, slot: string) => Filled;
  /** HMAC with a secret that the plan binds to signing, and only with that algorithm. */
  readonly sign: (request: SignRequest) => Signed;
  readonly close: () => void;
}

export type Opened = { readonly kind: 'open'; readonly secrets: CallSecrets } | Refused;
export type Signed = { readonly kind: 'signed'; readonly signature: string } | Refused;
export type Handed = { readonly kind: 'handle'; readonly handle: string } | Refused;

export interface BrokerOptions {
  readonly store: SecretStore;
  /** A store that takes longer counts as broken. */
  readonly timeoutMs: number;
  readonly random: (bytes: number) => Uint8Array;
}

/** A renewed token leaves its forerunner in answers for a while. */
const VALUES_OF_A_NAME = 2;

/** The one place where values are. What leaves it goes to a bound origin and slot, or is a mask. */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #handles: Handles;
  /** Every value that was used: an answer may echo what another call has sent. */
  readonly #known = new Map<string, readonly string[]>();
  #scrub: Scrub = scrubOf([]);

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#handles = new Handles(options.random);
  }

  /** The gate `secrets present`: every secret of the plan is bound and there, or the call does not start. */
  open(grant: SecretGrant): Opened | Promise<Opened> {
    return grant.uses.length === 0 ? { kind: 'open', secrets: this.#secretsOf(grant, new Map()) } : this.#open(grant);
  }

  async #open(grant: SecretGrant): Promise<Opened> {
    for (const use of grant.uses) {
      const bound = isBound(grant.bindings, { ...use, skill: grant.skill });
      if (!bound) return notBound(use.name, use.origin, use.slot);
    }
    const values = new Map<string, SecretValue>();
    for (const name of new Set(grant.uses.map((use) => use.name))) {
      const held = grant.held?.get(name);
      const looked = held === undefined ? await this.#look(name) : ({ kind: 'found', value: held } as const);
      if (looked.kind !== 'found') return looked.kind === 'missing' ? missing(name) : looked;
      values.set(name, looked.value);
    }
    this.remember(values);
    return { kind: 'open', secrets: this.#secretsOf(grant, values) };
  }

  /** From now on these are masked everywhere, also in answers to calls that were opened before. */
  remember(values: ReadonlyMap<string, SecretValue>): void {
    let changed = false;
    for (const [name, value] of values) {
      const known = this.#known.get(name) ?? [];
      if (known.includes(value.reveal())) continue;
      this.#known.set(name, [value.reveal(), ...known].slice(0, VALUES_OF_A_NAME));
      changed = true;
    }
    if (changed)
      this.#scrub = scrubOf([...this.#known].flatMap(([name, texts]) => texts.map((text) => [name, text] as const)));
  }

  #secretsOf(grant: SecretGrant, values: Map<string, SecretValue>): CallSecrets {
    const fill = (text: SecretText, origin: string): Filled => fillText(grant, values, text, origin);
    const scrub: Scrub = {
      scrubber: (mask) => this.#scrub.scrubber(mask),
      text: (text) => this.#scrub.text(text),
      json: (value) => this.#scrub.json(value),
    };
    return {
      fill: async (text, origin) => fill(text, origin),
      scrubber: () => scrub.scrubber(),
      scrub,
      handle: (use) =>
        isGranted(grant, use) && values.has(use.name)
          ? { kind: 'handle', handle: this.#handles.issue(grant.call, { ...use, skill: grant.skill }) }
          : notBound(use.name, use.origin, use.slot),
      exchange: (handle, origin, slot) => {
        const use = this.#handles.lookUp(handle, grant.call, grant.skill);
        if (use === undefined) return refused('unknown-handle', 'the handle stands for no secret of this call');
        return use.origin === origin && use.slot === slot
          ? fill([{ secret: use.name, slot }], origin)
          : notBound(use.name, origin, slot);
      },
      sign: (request) => signed(grant, values, request),
      close: () => {
        values.clear();
        this.#handles.endCall(grant.call);
      },
    };
  }

  async #look(name: string): Promise<Looked> {
    const unavailable = refused('store-unavailable', 'the store of secrets does not answer');
    const looked = await within(this.#options.timeoutMs, () => this.#options.store.get(name));
    return isLooked(looked) ? looked : unavailable;
  }
}

function fillText(
  grant: SecretGrant,
  values: ReadonlyMap<string, SecretValue>,
  text: SecretText,
  origin: string,
): Filled {
  const slots = text.filter((part): part is SecretSlot => typeof part !== 'string');
  if (slots.length === 0) return { kind: 'filled', value: text.join('') };
  const read = readOrigin(origin);
  const literal = text.filter((part) => typeof part === 'string').join('');
  let value = '';
  for (const part of text) {
    if (typeof part === 'string') {
      value += part;
      continue;
    }
    const use = { name: part.secret, origin, slot: part.slot };
    if (read === undefined || !isGranted(grant, use)) return notBound(use.name, origin, use.slot);
    if (read.kind === 'http' || (read.kind === 'http-loopback' && !grant.loopback))
      return refused('plain-http', `\`${use.name}\` would go to ${origin} unencrypted`, 'use https');
    const secret = values.get(use.name);
    if (secret === undefined) return missing(use.name);
    const written = writtenFor(part, secret.reveal(), literal);
    if (typeof written !== 'string')
      return refused('unfit-value', `\`${use.name}\` cannot be put into ${use.slot}: ${written.unfit}`);
    value += written;
  }
  return { kind: 'filled', value };
}

/** As the plan encodes it for its place; a value that goes in as it is must not end the place it stands in. */
function writtenFor(
  { secret, slot, encode }: SecretSlot,
  value: string,
  literal: string,
): string | { readonly unfit: string } {
  if (encode === undefined) {
    const unfit = unfitFor(slot, value, literal);
    return unfit === undefined ? inBytes(slot, value) : { unfit };
  }
  const encoded = encodeValue(secret, value, encode);
  return typeof encoded === 'string' ? inBytes(slot, encoded) : { unfit: 'it does not fit there' };
}

/** Requests are written one character a byte; only bodies and logins hold more than ASCII. */
function inBytes(slot: string, value: string): string {
  return /^(?:body|basic):/.test(slot) ? Buffer.from(value).toString('latin1') : value;
}

function signed(grant: SecretGrant, values: ReadonlyMap<string, SecretValue>, request: SignRequest): Signed {
  const { name, origin, algorithm, bytes } = request;
  const use = { name, origin, slot: signSlot(algorithm) };
  if (!isGranted(grant, use)) return notBound(name, origin, use.slot);
  if (bytes.length > longestMessage)
    return refused('too-long', `a message of more than ${longestMessage} bytes is not signed`, 'sign its hash');
  const secret = values.get(name);
  return secret === undefined ? missing(name) : { kind: 'signed', signature: hmac(secret, request) };
}

/** Both: what this call was approved with, and what the ledger says of the secret. */
function isGranted(grant: SecretGrant, use: SecretUse): boolean {
  const planned = grant.uses.some(
    ({ name, origin, slot }) => name === use.name && origin === use.origin && slot === use.slot,
  );
  return planned && isBound(grant.bindings, { ...use, skill: grant.skill });
}

/** A store is code of others: what it answers is looked at before it is believed. */
function isLooked(looked: unknown): looked is Looked {
  if (typeof looked !== 'object' || looked === null || !('kind' in looked)) return false;
  if (looked.kind === 'found') return 'value' in looked && looked.value instanceof SecretValue;
  return looked.kind === 'missing' || looked.kind === 'refused';
}

function notBound(name: string, origin: string, slot: string): Refused {
  return refused('not-bound', `\`${name}\` is not bound to ${origin} (${slot}) for this skill`);
}

function missing(name: string): Refused {
  return refused('missing', `there is no secret \`${name}\``, `skillc secret set ${name}`);
}

function refused(reason: string, message: string, remedy?: string): Refused {
  return { kind: 'refused', code: `secret/${reason}`, message, ...(remedy === undefined ? {} : { remedy }) };
}
