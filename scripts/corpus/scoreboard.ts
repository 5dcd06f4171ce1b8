import { addCounts, noCommands } from '../../src/ir/command-counts.ts';
import type { SkillMeasure } from './measure-skill.ts';
import type { OwnScript } from './own-scripts.ts';
import type { SiteFinding } from './sites.ts';

export interface Target {
  readonly name: string;
  readonly part: number;
  readonly whole: number;
  /** Least share in per cent; for `atMost` rows the greatest number. */
  readonly target: number;
  readonly kind: 'share' | 'atMost';
  readonly met: boolean;
}

export interface Scoreboard {
  readonly skills: number;
  readonly openapi: number;
  readonly operations: number;
  readonly targets: readonly Target[];
  readonly outcomes: Counts;
  readonly openapiOutcomes: Counts;
  readonly curl: Counts;
  readonly commands: {
    readonly total: number;
    readonly mapped: number;
    readonly sandboxed: number;
    readonly unknown: number;
    readonly refused: number;
  };
  readonly ms: { readonly p50: number; readonly p95: number; readonly max: number };
  readonly openapiMs: { readonly p50: number; readonly p95: number; readonly max: number };
  readonly unknownPrograms: Counts;
  readonly unknownReasons: Counts;
  readonly refusals: Counts;
  readonly crashes: readonly { readonly path: string; readonly error: string }[];
  /** What keeps skills from being known as a whole. */
  readonly gaps: Counts;
  /** Bundled scripts of our own whose policy is not decided, and why. */
  readonly undecidedScripts: readonly { readonly path: string; readonly reasons: readonly string[] }[];
}

export type Counts = Readonly<Record<string, number>>;

export function scoreboard(
  skills: readonly SkillMeasure[],
  openapi: readonly SkillMeasure[],
  scripts: readonly OwnScript[],
): Scoreboard {
  const sites = skills.flatMap((skill) => skill.sites);
  const curl = sites.filter(({ program }) => program === 'curl');
  const commands = skills.map((skill) => skill.commands).reduce(addCounts, noCommands);
  const crashes = [...skills, ...openapi].flatMap(({ path, outcome }) =>
    outcome.kind === 'crash' ? [{ path, error: outcome.error }] : [],
  );
  const unknown = sites.filter(({ understanding }) => understanding === 'unknown');
  const refused = sites.filter(({ understanding }) => understanding === 'refused');
  return {
    skills: skills.length,
    openapi: openapi.length,
    operations: skills.reduce((sum, { operations }) => sum + operations, 0),
    targets: [
      ...(skills.length === 0 ? [] : targetsOf(skills, openapi, curl, commands, crashes.length)),
      share('own scripts with a decided policy', scripts.filter(({ decided }) => decided).length, scripts.length, 75),
    ],
    outcomes: count(skills.map(outcomeName)),
    openapiOutcomes: count(openapi.map(outcomeName)),
    curl: count(curl.map(curlName)),
    commands,
    ms: times(skills),
    openapiMs: times(openapi),
    unknownPrograms: top(count(unknown.flatMap(undescribed)), 20),
    unknownReasons: top(count(unknown.map(({ code }) => code ?? 'no reason')), 20),
    refusals: top(count(refused.map(({ code }) => code ?? 'no reason')), 20),
    crashes,
    gaps: top(count(skills.filter(hasShell).flatMap(({ gap }) => (gap === undefined ? [] : [gap]))), 40),
    undecidedScripts: scripts
      .filter(({ decided }) => !decided)
      .map(({ path, policy }) => ({ path, reasons: policy.undecided })),
  };
}

function targetsOf(
  skills: readonly SkillMeasure[],
  openapi: readonly SkillMeasure[],
  curl: readonly SiteFinding[],
  commands: Scoreboard['commands'],
  crashes: number,
): readonly Target[] {
  const explained = (list: readonly SkillMeasure[]) =>
    list.filter(({ outcome }) => outcome.kind === 'manifest' || outcome.kind === 'reason').length;
  const blocks = skills.reduce((sum, skill) => sum + skill.blocks.total, 0);
  const broken = skills.reduce((sum, skill) => sum + skill.blocks.broken.length, 0);
  const mapped = curl.filter(({ understanding }) => understanding === 'mapped').length;
  const silent = curl.filter(({ understanding, code }) => understanding !== 'mapped' && code === undefined).length;
  return [
    share('skills with a manifest or a named reason', explained(skills), skills.length, 100),
    share('shell blocks parsed', blocks - broken, blocks, 98),
    share('curl commands mapped', mapped, curl.length, 97),
    atMost('curl commands left without a reason', silent, 0),
    share('commands of known meaning', commands.mapped + commands.sandboxed, commands.total, 75),
    share(
      'skills with a shell block whose every command is known',
      skills.filter((skill) => hasShell(skill) && skill.gap === undefined).length,
      skills.filter(hasShell).length,
      75,
    ),
    atMost(
      'errors by effect, one in fifty skills',
      skills.reduce((sum, { effectErrors }) => sum + effectErrors.length, 0),
      Math.floor(skills.length / 50),
    ),
    share('OpenAPI documents loaded or named invalid', explained(openapi), openapi.length, 100),
    atMost('crashes', crashes, 0),
  ];
}

function hasShell({ blocks }: SkillMeasure): boolean {
  return blocks.total > 0;
}

/** Nothing measured is not a target met. */
function share(name: string, part: number, whole: number, target: number): Target {
  return { name, part, whole, target, kind: 'share', met: whole > 0 && part * 100 >= target * whole };
}

function atMost(name: string, part: number, target: number): Target {
  return { name, part, whole: part, target, kind: 'atMost', met: part <= target };
}

/** Behind a wrapper it is the wrapped program that nobody knows: the message names it. */
function undescribed({ code, message = '' }: SiteFinding): readonly string[] {
  return code === 'map/unknown-tool' ? [/`([^`]*)`/.exec(message)?.[1] ?? message] : [];
}

function outcomeName({ outcome }: SkillMeasure): string {
  return outcome.kind === 'reason' ? outcome.code : outcome.kind;
}

function curlName({ understanding, hasSetting, code }: SiteFinding): string {
  if (understanding === 'mapped') return hasSetting ? 'mapped, a setting in the origin' : 'mapped';
  return `${understanding}: ${code ?? 'no reason'}`;
}

function count(names: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return top(Object.fromEntries(counts), Number.POSITIVE_INFINITY);
}

function top(counts: Counts, most: number): Counts {
  const sorted = Object.entries(counts).toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return Object.fromEntries(sorted.slice(0, most));
}

function times(list: readonly SkillMeasure[]): Scoreboard['ms'] {
  const sorted = list.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), max: round(sorted.at(-1) ?? 0) };
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
