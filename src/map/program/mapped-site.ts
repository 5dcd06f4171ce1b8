import type { Bundle } from '../../ir/bundle.ts';
import type { CommandCounts } from '../../ir/command-counts.ts';
import type { Diagnostic } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import type { Call, Understanding } from '../../ir/plan.ts';
import type { ShellStatement } from '../../ir/shell-program.ts';
import type { Binding, SandboxRequest, SuppliedFile } from '../../ir/skill.ts';
import type { Text } from '../../ir/text.ts';
import type { Collector } from '../infer/collector.ts';
import type { Hints } from '../infer/hints.ts';
import type { Dispatch } from '../map-command.ts';
import type { CommandWords } from '../primitive.ts';
import type { DefinedFunction } from '../resolve/assigned-names.ts';
import type { Site, Start } from '../resolve/sites.ts';
import type { Around } from './script-start.ts';

export interface ShellContext {
  readonly dispatch: Dispatch;
  readonly hints: Hints;
  readonly collector: Collector;
  readonly request: SandboxRequest;
  readonly files: readonly SuppliedFile[];
  readonly bundle?: Bundle;
  /** Scripts that start scripts. */
  readonly depth: number;
  /** Something is piped into the script itself. */
  readonly fed?: boolean;
  /** The words a script is started with. */
  readonly words?: readonly Text[];
  /** Functions of the program around it. */
  readonly functions?: ReadonlyMap<string, DefinedFunction>;
  /** Where and with what a script is started. */
  readonly start?: Start;
  readonly around?: Around;
}

/** A call with the number that bindings know it by. `own` is what it touches without its redirections. */
export type NumberedCall = { readonly call: Call; readonly number: number; readonly own: readonly Effect[] };

/** One command mapped: its calls, or why it can never run. */
export interface MappedSite {
  readonly site: Site;
  readonly words: CommandWords;
  readonly calls: readonly NumberedCall[];
  readonly understanding: Understanding | 'refused';
  /** Commands inside a script this one starts. */
  readonly inner: readonly MappedSite[];
  readonly refusal?: Diagnostic;
  /** Needs the shell's own expansion (globs, run-time values), so it cannot be a call by itself. */
  readonly needsShell: boolean;
}

export interface MappedSites {
  readonly sites: readonly MappedSite[];
  /** What the shell itself touches, beside its commands. */
  readonly effects: readonly Effect[];
  readonly refusal?: Diagnostic;
}

/** Maps the commands of a program; a command that starts a script needs it for the script's own. */
export type MapSites = (
  statements: readonly ShellStatement[],
  bindings: readonly Binding[],
  context: ShellContext,
) => MappedSites;

export function countSites(sites: readonly MappedSite[]): CommandCounts {
  const counts = { total: 0, mapped: 0, sandboxed: 0, unknown: 0, refused: 0 };
  const add = (list: readonly MappedSite[]): void => {
    for (const site of list) {
      counts.total++;
      counts[site.understanding]++;
      add(site.inner);
    }
  };
  add(sites);
  return counts;
}
