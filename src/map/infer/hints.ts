import type { Schema } from '../../ir/json.ts';

/** What the skill as a whole says that helps to name things; empty when one command line is mapped alone. */
export interface Hints {
  /** Prefix of made-up secret names: `MOLTBOOK` gives `MOLTBOOK_API_KEY`. */
  readonly prefix?: string;
  /** `primaryEnv`. */
  readonly primarySecret?: string;
  /** Names declared as secret by the format. */
  readonly declaredSecrets: ReadonlySet<string>;
  /** Secret-like names in frontmatter and prose. */
  readonly mentionedSecrets: readonly string[];
  /** The operation's declared input schema. */
  readonly input?: Schema;
  /**
   * false at run time: every word is literal and means itself. Stand-ins, defaults and embedded credentials are looked
   * for only in a skill's text.
   */
  readonly fromText: boolean;
}

export const noHints: Hints = { declaredSecrets: new Set(), mentionedSecrets: [], fromText: true };

/** A real credential in the text is a secret of its own, named after where it stands: never the skill's primary one. */
export function embeddedSecretName(hints: Hints, slot: string): string {
  const last = slot.split(/[:/]/).at(-1) ?? '';
  const words = last
    .replace(/^x-/, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
  return nameFor(hints, words === '' || words === 'AUTHORIZATION' ? 'CREDENTIAL' : words);
}

/** A name of the skill's own. */
export function nameFor(hints: Hints, name: string): string {
  return hints.prefix === undefined || name.startsWith(`${hints.prefix}_`) ? name : `${hints.prefix}_${name}`;
}
