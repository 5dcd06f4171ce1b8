// The public API, listed by hand.

import { homeTools, type OwnTables } from './capabilities/home-tools.ts';
import { shippedTools } from './capabilities/load.ts';
import type { Host } from './host/open-host.ts';
import type { Bundle } from './ir/bundle.ts';
import { type HostSettings, openLibraryHost } from './library.ts';
import { dispatchFor } from './map/dispatch.ts';
import type { Dispatch } from './map/map-command.ts';
import type { ToolTable } from './map/tools/tool.ts';
import { mapLine } from './map-line.ts';
import { type Compiled, compileBundle } from './pipeline.ts';
import type { MapAnswer } from './report/map-answer.ts';

export interface CompileSettings {
  readonly strict?: boolean;
  readonly trustedOrigins?: ReadonlySet<string>;
  /** In place of the tables that ship with skillc: those and others, from `toolsAt`. */
  readonly tools?: ToolTable;
}

// One table a process: each program's file is read once, when it is first asked for.
const tools: ToolTable = shippedTools();
const dispatch: Dispatch = dispatchFor(tools);

/** Compiles a snapshot of a skill with the programs that ship with skillc. */
export function compile(bundle: Bundle, settings: CompileSettings = {}): Compiled {
  return compileBundle(bundle, { tools, ...settings });
}

/** `primitive.map`: what one command line would become. */
export function mapCommand(command: string, settings: CompileSettings = {}): MapAnswer {
  const own = settings.tools === undefined ? dispatch : dispatchFor(settings.tools);
  return mapLine(command, own, settings.trustedOrigins);
}

/** The tables of programs that a person of this home goes by. */
export function toolsAt(home: string, workspace: string): OwnTables {
  return homeTools(home, workspace, tools);
}

/** Opens a home to load skills into and to run them; `close()` it at the end. */
export function createHost(settings: HostSettings = {}): Promise<Host> {
  return openLibraryHost(settings, (bundle) => compile(bundle));
}

export type { Outcome } from './exec/outcome.ts';
export type { LoadJson } from './host/load-json.ts';
export type { Host } from './host/open-host.ts';
export type { Bundle, SnapshotFile } from './ir/bundle.ts';
export { addCounts, noCommands } from './ir/command-counts.ts';
export { type Diagnostic, diagnose, type Severity } from './ir/diagnostic.ts';
export { nearest } from './ir/did-you-mean.ts';
export type { Effect } from './ir/effect.ts';
export { covers } from './ir/effects.ts';
export type { Json, Schema } from './ir/json.ts';
export type { Call, CallSite, Plan, SandboxPolicy, Tier } from './ir/plan.ts';
export { planDigest } from './ir/plan-digest.ts';
export type { Operation, Skill } from './ir/skill.ts';
export { visible, visibleLines, withoutHidden } from './ir/visible.ts';
export {
  type ExecuteSettings,
  execute,
  type HostSettings,
  type LoadResult,
  type LoadSettings,
  load,
} from './library.ts';
export { skillManifest } from './manifest/build.ts';
export { manifestHtml } from './manifest/html/page.ts';
export { manifestJson } from './manifest/json.ts';
export type { Manifest, SkillManifest } from './manifest/manifest.ts';
export { manifestRtfs, skillRtfs } from './manifest/rtfs.ts';
export { manifestText, skillText } from './manifest/text.ts';
export { manifestYaml } from './manifest/yaml.ts';
export type { Compiled, CompiledOperation } from './pipeline.ts';
export { type CheckRow, checkJson, checkRow } from './report/check-json.ts';
export { checkedSkillText, checkTotalsText } from './report/check-text.ts';
export type { CheckedSkill } from './report/checked-skill.ts';
export { type DiagnosticJson, diagnosticJson } from './report/diagnostic-json.ts';
export { diagnosticText } from './report/diagnostic-text.ts';
export { effectText, secretPlace, tierMeaning } from './report/effect-text.ts';
export { inputRows, inputText } from './report/inputs-text.ts';
export { jsonText } from './report/json-text.ts';
export { type Sources, sourcesOf } from './report/line-index.ts';
export { type MapAnswer, refusedAnswer } from './report/map-answer.ts';
export { mapText } from './report/map-text.ts';
export { colours, noColours, type Paint } from './report/paint.ts';
export { dependencyLines, derivedLines, foundText, undecidedLines } from './report/policy-text.ts';
export { sarifLog, sarifResults } from './report/sarif.ts';
export { sourcePath } from './report/source-path.ts';
export { wrapText } from './report/wrap.ts';
export { type Change, type ChangeSeverity, isAtLeast } from './review/change.ts';
export { type Review, reviewSkills } from './review/review-skills.ts';
export { reviewJson, reviewText } from './review/review-text.ts';
export { findSkills } from './source/find-skills.ts';
export { type BundleRead, readBundle } from './source/read-bundle.ts';
