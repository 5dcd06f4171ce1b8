import { shippedTools } from '../../src/capabilities/load.ts';
import { readBundle, skillManifest, sourcesOf } from '../../src/index.ts';
import type { Bundle } from '../../src/ir/bundle.ts';
import { addCounts, type CommandCounts, noCommands } from '../../src/ir/command-counts.ts';
import { type Compiled, compileBundle } from '../../src/pipeline.ts';
import { type BlockCount, measureBlocks } from './shell-blocks.ts';
import { measureSites, type SiteFinding } from './sites.ts';

/** What became of one source. `reason` is the catalogue code that says why there is no manifest. */
export type Outcome =
  | { readonly kind: 'manifest' }
  | { readonly kind: 'reason'; readonly code: string }
  | { readonly kind: 'unexplained' }
  | { readonly kind: 'crash'; readonly error: string };

export interface SkillMeasure {
  readonly path: string;
  readonly outcome: Outcome;
  /** Compile time alone, without reading the file. */
  readonly ms: number;
  readonly operations: number;
  readonly commands: CommandCounts;
  readonly blocks: BlockCount;
  readonly sites: readonly SiteFinding[];
  /** Codes of the errors about what it touches; that a command is written so that it cannot run is none of them. */
  readonly effectErrors: readonly string[];
  /** Why not every command of its shell blocks is known: the first of them that is not. */
  readonly gap?: string;
}

const tools = shippedTools();
/** Reasons for a manifest without capabilities that are no errors. */
const emptyCodes: ReadonlySet<string> = new Set(['parse/operation-missing', 'map/nothing', 'shell/unread']);
/** What a reviewer is warned of: the findings on effects, code from elsewhere, hosts that were not declared, and text that is hidden. */
const aboutEffects = /^(?:effect\/.*|map\/(?:remote-code|egress-undeclared)|parse\/hidden-(?:text|character))$/;
const noBlocks: BlockCount = { total: 0, broken: [] };

/** Reads and compiles one source; whatever is thrown is a finding, not an end. */
export function measureSkill(path: string): SkillMeasure {
  const nothing = { path, ms: 0, operations: 0, commands: noCommands, blocks: noBlocks, sites: [], effectErrors: [] };
  try {
    const { bundle, diagnostics } = readBundle(path);
    const [refusal] = diagnostics;
    if (bundle === undefined) {
      return {
        ...nothing,
        outcome: refusal === undefined ? { kind: 'unexplained' } : { kind: 'reason', code: refusal.code },
      };
    }
    return measureBundle(path, bundle);
  } catch (error) {
    return {
      ...nothing,
      outcome: { kind: 'crash', error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    };
  }
}

function measureBundle(path: string, bundle: Bundle): SkillMeasure {
  const start = performance.now();
  const compiled = compileBundle(bundle, { tools });
  const ms = performance.now() - start;
  const sites = measureSites(bundle, tools);
  const gap = firstGap(compiled, sites);
  return {
    path,
    outcome: outcomeOf(compiled, bundle),
    ms,
    operations: compiled.operations.length,
    commands: compiled.operations.map(({ counts }) => counts).reduce(addCounts, noCommands),
    blocks: measureBlocks(bundle, compiled),
    sites,
    effectErrors: compiled.diagnostics
      .filter(({ code, severity }) => severity === 'error' && aboutEffects.test(code))
      .map(({ code }) => code),
    ...(gap === undefined ? {} : { gap }),
  };
}

/** What can never run and what nobody describes; a file that the bundle lacks counts by what would run it. */
function firstGap(compiled: Compiled, sites: readonly SiteFinding[]): string | undefined {
  const refused = compiled.operations.find(
    ({ operation, plan, diagnostics }) =>
      plan === undefined && operation.body.kind === 'shell' && !diagnostics.some(({ code }) => code === 'map/nothing'),
  );
  if (refused !== undefined) return `refused: ${refused.diagnostics.at(-1)?.code}`;
  const unknown = sites.find(({ understanding, code, message = '' }) => {
    const known = code === 'map/script-missing' && /\.(?:sh|bash|py|m?js|cjs|ts)`/.test(message);
    return (understanding === 'unknown' && !known) || understanding === 'refused';
  });
  return unknown === undefined ? undefined : `${unknown.understanding}: ${unknown.code}: ${unknown.message}`;
}

/** A manifest must be buildable; an operation without a plan, or a source without a skill, must say why. */
function outcomeOf(compiled: Compiled, bundle: Bundle): Outcome {
  if (compiled.skill === undefined) {
    const reason = compiled.diagnostics.find(({ severity }) => severity === 'error');
    return reason === undefined ? { kind: 'unexplained' } : { kind: 'reason', code: reason.code };
  }
  const silent = compiled.operations.some(({ plan, diagnostics }) => plan === undefined && diagnostics.length === 0);
  if (silent) return { kind: 'unexplained' };
  const manifest = skillManifest(
    compiled.skill,
    compiled.operations,
    compiled.diagnostics,
    sourcesOf(bundle, compiled.credentials),
  );
  if (manifest.capabilities.length > 0) return { kind: 'manifest' };
  const reason = compiled.diagnostics.find(({ code, severity }) => severity === 'error' || emptyCodes.has(code));
  return reason === undefined ? { kind: 'unexplained' } : { kind: 'reason', code: reason.code };
}
