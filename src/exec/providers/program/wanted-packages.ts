import type { Effect } from '../../../ir/effect.ts';
import type { Call, SandboxPolicy } from '../../../ir/plan.ts';
import type { Ecosystem, Wanted } from '../../environment/requirement.ts';
import type { Machine } from '../../runtime/machine.ts';

/** Programs that fetch packages of one ecosystem and run them. */
const runners: ReadonlyMap<string, Ecosystem> = new Map([
  ['npx', 'npm'],
  ['bunx', 'npm'],
  ['bun', 'npm'],
  ['pnpm', 'npm'],
  ['yarn', 'npm'],
  ['uvx', 'pypi'],
  ['uv', 'pypi'],
  ['pipx', 'pypi'],
]);

/** Everything that a call needs from an index: what its code imports, what the skill declares, what its words name. */
export function wantedPackages(
  call: Pick<Call, 'capability' | 'effects'>,
  named: readonly string[],
  sandbox: SandboxPolicy | undefined,
  /** Programs that the machine has by itself. */
  here: ReadonlySet<string>,
): readonly Wanted[] {
  const ecosystem = ecosystemOf(call);
  const found = [
    ...(sandbox?.dependencies ?? [])
      .filter(({ programs }) => programs === undefined || programs.some((one) => isRun(one, call) && !here.has(one)))
      .map(({ ecosystem: of, name, version }) => ({ ecosystem: of, name, version })),
    ...(call.capability === 'sandbox.tool' || ecosystem === undefined
      ? []
      : (sandbox?.packages ?? []).map((text) => wantedIn(text, ecosystem))),
    ...(ecosystem === undefined ? [] : named.map((text) => wantedIn(text, ecosystem))),
  ];
  // A name that an import shows says nothing of the version that is listed elsewhere.
  return found.filter(
    (one) => one.version !== '' || !found.some((other) => other.version !== '' && isSame(other, one)),
  );
}

function isRun(program: string, { effects }: Pick<Call, 'effects'>): boolean {
  return effects.some((effect) => effect.kind === 'process' && effect.program === program);
}

/** Which of the programs that packages would bring are there without them. */
export async function programsHere(
  sandbox: SandboxPolicy | undefined,
  machine: Pick<Machine, 'program'>,
): Promise<ReadonlySet<string>> {
  const here = new Set<string>();
  for (const name of new Set((sandbox?.dependencies ?? []).flatMap(({ programs }) => programs ?? [])))
    if ((await machine.program(name)).kind === 'found') here.add(name);
  return here;
}

function isSame(a: Wanted, b: Wanted): boolean {
  return a.ecosystem === b.ecosystem && plain(a.name) === plain(b.name);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\[.*$/, '')
    .replace(/[-_.]+/g, '-');
}

function ecosystemOf({ capability, effects }: Pick<Call, 'capability' | 'effects'>): Ecosystem | undefined {
  if (capability === 'sandbox.python') return 'pypi';
  if (capability === 'sandbox.node') return 'npm';
  return runnerIn(effects);
}

function runnerIn(effects: readonly Effect[]): Ecosystem | undefined {
  for (const effect of effects) {
    const ecosystem = effect.kind === 'process' ? runners.get(effect.program) : undefined;
    if (ecosystem !== undefined) return ecosystem;
  }
  return undefined;
}

/** `requests>=2.31`, `requests@2.31`, `@scope/name@^1.2`. */
export function wantedIn(text: string, ecosystem: Ecosystem): Wanted {
  const at = text.lastIndexOf('@');
  if (at > 0) return { ecosystem, name: text.slice(0, at), version: text.slice(at + 1) };
  const [, name = text, version = ''] = /^([^=<>!~\s]+)\s*(.*)$/s.exec(text) ?? [];
  return { ecosystem, name, version };
}
