import { shippedTools } from '../../src/capabilities/load.ts';
import { quoteWord } from '../../src/shell/quote-word.ts';
import { commandTarget } from './command-target.ts';
import { compileTarget } from './compile-target.ts';
import { type Format, type FormatName, formats } from './formats.ts';
import { minimise } from './minimise.ts';
import { makeInput } from './mutate.ts';
import { judge, type Watch } from './oracles.ts';
import { snapshotPrototypes } from './prototypes.ts';
import { random } from './random.ts';
import type { Target } from './target.ts';
import { setTripwires } from './tripwires.ts';

export interface Finding {
  readonly format: FormatName;
  readonly seed: number;
  readonly index: number;
  readonly problem: string;
  /** The smallest input found that breaks the same promise. */
  readonly input: Uint8Array;
}

export interface FuzzRun {
  readonly format: FormatName;
  readonly seed: number;
  readonly runs: number;
  readonly limitMs: number;
  /** Told which input is next, so that one that never ends can be named. */
  readonly onInput?: (index: number) => void;
  /** Instead of skillc itself. */
  readonly target?: Target;
}

const mostFindings = 5;

/** Inputs 0 to `runs`, each from its own seed: a finding needs only format, seed and index to be made again. */
export function fuzz(run: FuzzRun): readonly Finding[] {
  const target = run.target ?? targetOf(run.format);
  const watch: Watch = { tripwires: setTripwires(), prototypes: snapshotPrototypes(), limitMs: run.limitMs };
  const findings: Finding[] = [];
  const seen = new Set<string>();
  try {
    for (let index = 0; index < run.runs && findings.length < mostFindings; index++) {
      run.onInput?.(index);
      const input = inputOf(run.format, run.seed, index);
      const problem = judge(target, input, watch);
      if (problem === undefined || seen.has(kindOf(problem))) continue;
      seen.add(kindOf(problem));
      const small = minimise(input, (part) => {
        const found = judge(target, part, watch);
        return found !== undefined && kindOf(found) === kindOf(problem);
      });
      findings.push({ format: run.format, seed: run.seed, index, problem, input: small });
    }
  } finally {
    watch.tripwires.restore();
  }
  return findings;
}

export function inputOf(format: FormatName, seed: number, index: number): Uint8Array {
  return makeInput(formatOf(format), random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)));
}

/** Without the numbers, which differ from input to input. */
function kindOf(problem: string): string {
  return problem.replace(/\d+/g, 'N').slice(0, 60);
}

function formatOf(name: FormatName): Format {
  const found = formats.find((format) => format.name === name);
  if (found === undefined) throw new Error(`no format ${name}`);
  return found;
}

function targetOf(format: FormatName): Target {
  const tools = shippedTools();
  switch (format) {
    case 'markdown':
      return compileTarget('SKILL.md', tools);
    case 'yaml':
      return compileTarget('skill.yaml', tools);
    case 'json':
      return compileTarget('skill.json', tools);
    case 'openapi':
      return compileTarget('openapi.yaml', tools);
    case 'shell':
    case 'curl':
      return commandTarget(tools);
    case 'jq':
      return commandTarget(tools, (program) => `jq ${quoteWord(program)}`);
  }
}
