import type { FoundAt } from '../../analyse/findings.ts';
import type { Bundle } from '../../ir/bundle.ts';
import type { CodePlace, UndecidedEntry } from '../../ir/plan.ts';
import type { SandboxRequest } from '../../ir/skill.ts';
import type { Collector } from '../infer/collector.ts';
import type { Hints } from '../infer/hints.ts';
import { isHarmlessName, isSecretName } from '../secret-names.ts';

/** What the lowering of one script gathers. Lives for one script. */
export class ScriptContext {
  readonly place: (at: FoundAt) => CodePlace;
  readonly request: SandboxRequest;
  readonly bundle: Bundle | undefined;
  /** Variables that are secrets by where they stand. */
  readonly secrets = new Set<string>();
  /** Those of them that have a slot. */
  readonly placed = new Set<string>();
  /** Why others have none. */
  readonly unplaced = new Map<string, readonly [why: string, place: CodePlace]>();
  /** Variables that decide a host: the host's own to set, or fixed by their defaults. */
  readonly settings = new Set<string>();
  readonly fixed = new Set<string>();
  readonly left = new Set<UndecidedEntry['what']>();
  private readonly collector: Collector;
  private readonly hints: Hints;

  constructor(
    place: (at: FoundAt) => CodePlace,
    request: SandboxRequest,
    bundle: Bundle | undefined,
    collector: Collector,
    hints: Hints,
  ) {
    this.place = place;
    this.request = request;
    this.bundle = bundle;
    this.collector = collector;
    this.hints = hints;
  }

  isSecret(name: string): boolean {
    return (
      this.secrets.has(name) || this.hints.declaredSecrets.has(name) || (isSecretName(name) && !isHarmlessName(name))
    );
  }

  leave(what: UndecidedEntry['what'], message: string, span: CodePlace): void {
    this.left.add(what);
    this.collector.leave({ what, message, span });
  }
}
