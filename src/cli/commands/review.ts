import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bundle,
  type BundleRead,
  type ChangeSeverity,
  type Compiled,
  type CompileSettings,
  compile,
  isAtLeast,
  readBundle,
  reviewJson,
  reviewSkills,
  reviewText,
  sourcePath,
  sourcesOf,
} from '../../index.ts';
import { reviewExitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { ownTools } from '../own-tools.ts';
import { type Printer, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';

export interface ReviewOptions {
  readonly json?: true;
  readonly color: boolean;
  readonly failOn: ChangeSeverity;
}

interface Version {
  readonly bundle: Bundle;
  readonly compiled: Compiled;
}

/** What a change of a skill means in capabilities. Nothing is registered, nothing runs. */
export async function runReview(
  oldPath: string,
  newPath: string,
  options: ReviewOptions,
  terminal: Terminal,
): Promise<number> {
  const printer = printerFor(terminal, options);
  const old = await versionOf(oldPath, terminal, printer);
  if (typeof old === 'number') return old;
  const now = await versionOf(newPath, terminal, printer);
  if (typeof now === 'number') return now;
  const review = reviewSkills(old.compiled, now.compiled);
  const places = {
    sources: sourcesOf(now.bundle, now.compiled.credentials),
    place: (source: string) => sourcePath(now.bundle, source),
  };
  const named = ({ compiled, bundle }: Version) => ({ skill_id: compiled.skill?.id ?? null, digest: bundle.digest });
  const document = { old: named(old), new: named(now), ...reviewJson(review, places) };
  await printer.show(document, () => reviewText(review, places, printer.paint));
  const { severity } = review;
  return severity !== undefined && isAtLeast(severity, options.failOn) ? reviewExitCode[severity] : 0;
}

/** A path wins; what can be no path may be the id of a loaded skill. */
async function versionOf(name: string, terminal: Terminal, printer: Printer): Promise<Version | number> {
  const mayBeLoaded =
    /^[a-z0-9][a-z0-9_-]*$/.test(name) && !existsSync(name) && existsSync(join(homeOf(terminal.env), 'ledger.db'));
  return mayBeLoaded
    ? loadedVersion(name, terminal, printer)
    : readVersion(readBundle(name), printer, ownTools(terminal));
}

async function readVersion(
  { bundle, diagnostics }: BundleRead,
  printer: Printer,
  settings: CompileSettings,
): Promise<Version | number> {
  const compiled = bundle === undefined ? undefined : compile(bundle, settings);
  if (bundle !== undefined && compiled?.skill !== undefined) return { bundle, compiled };
  const [problem] = [...diagnostics, ...(compiled?.diagnostics ?? [])].filter(({ severity }) => severity === 'error');
  const { code = 'source/no-skill', message = 'no skill is there', help } = problem ?? {};
  return printer.fail({ code, message, remedy: help });
}

async function loadedVersion(id: string, terminal: Terminal, printer: Printer): Promise<Version | number> {
  const { withHost } = await import('../with-host.ts');
  const { storedSkill } = await import('../../host/index.ts');
  let version: Version | undefined;
  const code = await withHost(terminal, printer, async (host) => {
    const found = await storedSkill(host, id);
    if (found.kind !== 'stored')
      return printer.fail({ code: 'skill/unknown', message: `no skill \`${id}\` is loaded`, remedy: 'skillc skills' });
    version = found;
    return 0;
  });
  return version ?? code;
}
