import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bundle,
  type Compiled,
  colours,
  compile,
  type Diagnostic,
  diagnosticJson,
  diagnosticText,
  jsonText,
  type Manifest,
  manifestHtml,
  manifestJson,
  manifestRtfs,
  manifestText,
  manifestYaml,
  nearest,
  noColours,
  type Paint,
  readBundle,
  type SkillManifest,
  type Sources,
  skillManifest,
  skillRtfs,
  skillText,
  sourcePath,
  sourcesOf,
  visible,
} from '../../index.ts';
import { exitCode } from '../exit-code.ts';
import { homeOf } from '../home.ts';
import { ownTools } from '../own-tools.ts';
import { type Terminal, wantsColour } from '../terminal.ts';

export interface ManifestOptions {
  readonly format: 'text' | 'json' | 'yaml' | 'rtfs' | 'html';
  readonly operation?: string;
  readonly output?: string;
  readonly color: boolean;
}

export async function runManifest(
  path: string,
  options: ManifestOptions,
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return misuse('a URL is not read here; name a file or directory');
  if (mayBeLoaded(path, terminal)) return loadedManifest(path, options, terminal, misuse);
  const { bundle, diagnostics } = readBundle(path);
  if (bundle === undefined) return failure(diagnostics, nowhere, options, terminal, errPaint(options, terminal));
  return printManifest(
    { bundle, compiled: compile(bundle, ownTools(terminal)), reading: diagnostics },
    options,
    terminal,
    misuse,
  );
}

/** A path wins; what can be no path of a skill here may be the id of a loaded one. */
function mayBeLoaded(path: string, { env }: Terminal): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/.test(path) && !existsSync(path) && existsSync(join(homeOf(env), 'ledger.db'));
}

async function loadedManifest(
  id: string,
  options: ManifestOptions,
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  const { withHost } = await import('../with-host.ts');
  const { measuredOperations, storedSkill } = await import('../../host/index.ts');
  const { printerFor } = await import('../printer.ts');
  const { format, color } = options;
  const printer = printerFor(terminal, { color, ...(format === 'json' ? { json: true } : {}) });
  return withHost(terminal, printer, async (host) => {
    const found = await storedSkill(host, id);
    switch (found.kind) {
      case 'stored': {
        const operations = await measuredOperations(host, found.compiled.operations, id);
        const compiled = { ...found.compiled, operations };
        return printManifest({ ...found, compiled, reading: [] }, options, terminal, misuse);
      }
      case 'broken':
        return printer.fail({
          code: 'skill/snapshot',
          message: `the stored copy of \`${id}\` is not whole`,
          remedy: `load \`${id}\` again`,
        });
      case 'unknown':
        return failure(readBundle(id).diagnostics, nowhere, options, terminal, errPaint(options, terminal));
    }
  });
}

function errPaint({ color }: ManifestOptions, terminal: Terminal): Paint {
  return wantsColour(terminal, terminal.errIsTerminal, color) ? colours : noColours;
}

interface ReadSkill {
  readonly bundle: Bundle;
  readonly compiled: Compiled;
  readonly reading: readonly Diagnostic[];
}

async function printManifest(
  { bundle, compiled, reading }: ReadSkill,
  options: ManifestOptions,
  terminal: Terminal,
  misuse: (message: string) => never,
): Promise<number> {
  const paintErr = errPaint(options, terminal);
  const sources = sourcesOf(bundle, compiled.credentials);
  const place = (source: string) => sourcePath(bundle, source);
  const found = [...reading, ...compiled.diagnostics];
  if (compiled.skill === undefined) return failure(found, { sources, place }, options, terminal, paintErr);
  const whole = skillManifest(compiled.skill, compiled.operations, found, sources);
  const chosen = choose(whole, options.operation);
  if (typeof chosen === 'string') return misuse(chosen);
  const paint =
    options.output === undefined && wantsColour(terminal, terminal.outIsTerminal, options.color) ? colours : noColours;
  const sent = await send(render(chosen, options, sources, paint), options.output, terminal);
  if (options.format === 'text' || options.format === 'rtfs') {
    for (const one of found) terminal.err(`\n${diagnosticText(one, sources, place, paintErr)}\n`);
  }
  return sent;
}

type Chosen = { readonly skill: SkillManifest; readonly only?: Manifest };

/** The whole skill, or one operation of it by name or id; a text says why not. */
function choose(skill: SkillManifest, wanted: string | undefined): Chosen | string {
  if (wanted === undefined) return { skill };
  const short = (id: string) => id.slice(skill.skill_id.length + 1);
  const only = skill.capabilities.find(({ id }) => id === wanted || short(id) === wanted);
  if (only !== undefined) return { skill: { ...skill, capabilities: [only], refused: [] }, only };
  const refused = skill.refused.find(({ id }) => id === wanted || short(id) === wanted);
  if (refused !== undefined)
    return `\`${visible(wanted)}\` can never run: ${refused.diagnostics.map(({ message }) => visible(message)).join('; ')}`;
  const near = nearest(
    wanted,
    skill.capabilities.map(({ id }) => short(id)),
  );
  return `${visible(skill.skill_id)} has no operation \`${visible(wanted)}\`${near === undefined ? '' : `\n(Did you mean ${near}?)`}`;
}

function render({ skill, only }: Chosen, { format }: ManifestOptions, sources: Sources, paint: Paint): string {
  switch (format) {
    case 'json':
      return manifestJson(only ?? skill);
    case 'yaml':
      return manifestYaml(only ?? skill);
    case 'rtfs':
      return only === undefined ? skillRtfs(skill) : `${manifestRtfs(only)}\n`;
    case 'html':
      return manifestHtml(skill, sources);
    case 'text':
      return `${only === undefined ? skillText(skill, paint) : manifestText(only, paint)}\n`;
  }
}

async function send(text: string, file: string | undefined, terminal: Terminal): Promise<number> {
  if (file === undefined) {
    await terminal.out(text);
    return exitCode.done;
  }
  try {
    writeFileSync(file, text);
    return exitCode.done;
  } catch (error) {
    terminal.err(
      `skillc: cannot write \`${visible(file)}\`: ${error instanceof Error ? error.message : 'unknown error'}\n`,
    );
    return exitCode.failed;
  }
}

interface Whereabouts {
  readonly sources: Sources;
  readonly place: (source: string) => string;
}

const nowhere: Whereabouts = { sources: () => undefined, place: (source) => source };

/** No skill: the findings for people, and for programs a document that says so. */
async function failure(
  found: readonly Diagnostic[],
  { sources, place }: Whereabouts,
  { format }: ManifestOptions,
  terminal: Terminal,
  paint: Paint,
): Promise<number> {
  for (const one of found) terminal.err(`${diagnosticText(one, sources, place, paint)}\n`);
  if (format === 'json') {
    const diagnostics = found.map((one) => diagnosticJson(one, sources, undefined));
    await terminal.out(`${jsonText({ skill_id: null, capabilities: [], diagnostics })}\n`);
  }
  return exitCode.failed;
}
