import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedTools } from '../../src/capabilities/load.ts';
import type { Bundle, SnapshotFile } from '../../src/ir/bundle.ts';
import { sha256 } from '../../src/ir/digest.ts';
import type { Call, Plan } from '../../src/ir/plan.ts';
import { compileBundle } from '../../src/pipeline.ts';
import { effectText } from '../../src/report/effect-text.ts';
import { dependencyLines, derivedLines, foundText, undecidedLines } from '../../src/report/policy-text.ts';

export const scriptsFolder = fileURLToPath(new URL('../../fixtures/scripts/', import.meta.url));

/** One script of ours in the shape of real ones, and the policy that was derived from it. */
export interface OwnScript {
  readonly path: string;
  readonly command: string;
  /** Everything it does is known before it runs. */
  readonly decided: boolean;
  readonly policy: {
    readonly effects: readonly string[];
    readonly found: readonly string[];
    readonly needs: readonly string[];
    readonly runtime?: string;
    readonly inputs: readonly string[];
    readonly settings: readonly string[];
    readonly undecided: readonly string[];
  };
}

/** The scripts whose own text says how they are started: `# run: python3 python/weather.py <city>`. */
export function ownScripts(): readonly OwnScript[] {
  const files = bundleFiles();
  const tools = shippedTools();
  return [...files.values()]
    .map((file) => ({ path: file.path, command: runLine(file) }))
    .filter((one) => one.command !== '')
    .map(({ path, command }) => measure(path, command, files, tools));
}

export function ownScriptPaths(): readonly string[] {
  return [...bundleFiles().values()].filter((file) => runLine(file) !== '').map(({ path }) => path);
}

function bundleFiles(): ReadonlyMap<string, SnapshotFile> {
  const entries = readdirSync(scriptsFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(scriptsFolder.length)).toSorted();
  return new Map(
    paths
      .filter((path) => !path.startsWith('expected/'))
      .map((path) => {
        const bytes = readFileSync(join(scriptsFolder, path));
        return [path, { path, bytes, digest: sha256(bytes), executable: true }];
      }),
  );
}

function runLine({ bytes }: SnapshotFile): string {
  return /^(?:#|\/\/) run: (.+)$/m.exec(Buffer.from(bytes).toString('utf8'))?.[1] ?? '';
}

function measure(
  path: string,
  command: string,
  files: ReadonlyMap<string, SnapshotFile>,
  tools: ReturnType<typeof shippedTools>,
): OwnScript {
  const text = `---\nname: own\ndescription: Runs a script.\n---\n\n\`\`\`bash\n${command}\n\`\`\`\n`;
  const bytes = new TextEncoder().encode(text);
  const entry = { path: 'SKILL.md', bytes, digest: sha256(bytes), executable: false };
  const bundle: Bundle = { uri: 'own', entry: 'SKILL.md', digest: '', files: new Map([...files, ['SKILL.md', entry]]) };
  const compiled = compileBundle(bundle, { tools });
  const [operation] = compiled.operations;
  const plan = operation?.plan;
  if (plan === undefined) {
    const reasons = (operation?.diagnostics ?? compiled.diagnostics).map(({ message }) => message);
    const nothing = { effects: [], found: [], needs: [], inputs: [], settings: [] };
    return {
      path,
      command,
      decided: false,
      policy: { ...nothing, undecided: reasons.map((one) => `refused: ${one}`) },
    };
  }
  const undecided = undecidedOf(plan);
  return { path, command, decided: undecided.length === 0, policy: policyOf(plan, undecided) };
}

function policyOf(plan: Plan, undecided: readonly string[]): OwnScript['policy'] {
  const { sandbox } = plan;
  return {
    effects: plan.effects.map(effectText),
    found: sandbox === undefined ? [] : derivedLines(sandbox).map(foundText),
    needs: sandbox === undefined ? [] : dependencyLines(sandbox).map(foundText),
    ...(sandbox?.runtime === undefined ? {} : { runtime: sandbox.runtime }),
    inputs: Object.keys((plan.inputs.properties ?? {}) as object),
    settings: plan.settings.map(({ name }) => name),
    undecided,
  };
}

/** What the policy leaves open, and commands of a shell script that nobody describes or whose effects only the run knows. */
function undecidedOf(plan: Plan): readonly string[] {
  const open = plan.effects.map(effectText).filter((text) => text.includes('${dynamic:'));
  return [
    ...(plan.sandbox === undefined ? [] : undecidedLines(plan.sandbox).map(foundText)),
    ...open.map((text) => `dynamic: ${text}`),
    ...plan.calls.flatMap(unknownPrograms).map((name) => `unknown: ${name}`),
  ];
}

function unknownPrograms(call: Call): readonly string[] {
  const own = call.tier === 3 && call.sites === undefined ? call.effects.map(effectText) : [];
  return [...own, ...(call.sites ?? []).flatMap((site) => unknownPrograms(site.call))];
}
