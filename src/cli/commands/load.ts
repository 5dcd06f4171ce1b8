import { resolve } from 'node:path';
import { type Loaded, type LoadJson, loadJson, loadSkill, noParameters } from '../../host/index.ts';
import {
  type Diagnostic,
  diagnosticJson,
  diagnosticText,
  effectText,
  type Paint,
  sourcePath,
  sourcesOf,
  visible,
  wrapText,
} from '../../index.ts';
import { tryWithAnswers } from '../ask-person.ts';
import { exitCode } from '../exit-code.ts';
import { sessionOf } from '../home.ts';
import { printOutcome } from '../outcome-text.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import { isAttended, type Terminal } from '../terminal.ts';
import { withHost } from '../with-host.ts';

export interface LoadOptions extends PrintOptions {
  readonly force?: true;
  readonly digest?: string;
  readonly as?: string;
}

export async function runLoad(target: string, options: LoadOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  const session = sessionOf(terminal.env);
  return withHost(terminal, printer, async (host) => {
    const request = {
      // A path is the same one from every directory.
      target: isUrl(target) ? target : resolve(target),
      force: options.force === true,
      ...(options.digest === undefined ? {} : { digest: options.digest }),
      ...(options.as === undefined ? {} : { as: options.as }),
      // A path that was typed is the person's; who gives an address and cannot be asked may be an agent.
      actor: isUrl(target) && !isAttended(terminal) ? 'agent' : 'person',
      session,
    } as const;
    const loaded = await tryWithAnswers(
      { host, terminal, printer, session, doing: `loading ${target}`, parameters: async () => noParameters(host) },
      () => loadSkill(host, request),
      (result) => (result.kind === 'outcome' ? result.outcome : undefined),
    );
    return printLoaded(loaded, printer, terminal);
  });
}

function isUrl(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(target);
}

async function printLoaded(loaded: Loaded, printer: Printer, terminal: Terminal): Promise<number> {
  switch (loaded.kind) {
    case 'outcome':
      return printOutcome(loaded.outcome, printer, terminal);
    case 'invalid':
      return printInvalid(loaded, printer);
    case 'loaded': {
      const document = loadJson(loaded);
      const { bundle, compiled } = loaded;
      printFindings(loaded.diagnostics, bundle, compiled.credentials, printer);
      await printer.show(document, () => loadText(document, printer));
      return exitCode.done;
    }
  }
}

type Invalid = Extract<Loaded, { kind: 'invalid' }>;

async function printInvalid({ bundle, diagnostics }: Invalid, printer: Printer): Promise<number> {
  const sources = bundle === undefined ? () => undefined : sourcesOf(bundle);
  printFindings(diagnostics, bundle, [], printer);
  const found = diagnostics.map((one) => diagnosticJson(one, sources, bundle?.entry));
  await printer.show({ skill_id: null, capabilities: [], diagnostics: found }, () => '');
  return exitCode.failed;
}

function printFindings(
  diagnostics: readonly Diagnostic[],
  bundle: Invalid['bundle'],
  credentials: Parameters<typeof sourcesOf>[1],
  printer: Printer,
): void {
  const sources = bundle === undefined ? () => undefined : sourcesOf(bundle, credentials);
  const place = (source: string) => (bundle === undefined ? source : sourcePath(bundle, source));
  for (const one of diagnostics) printer.note(diagnosticText(one, sources, place, printer.paintErr));
}

function loadText(document: LoadJson, { paint, width }: Printer): string {
  const { skill_id, version, digest, capabilities, changes, hint } = document;
  const name = `${paint.green('loaded')} ${paint.bold(visible(skill_id))} ${visible(version)}`;
  return [
    width < LONG ? `${name}\n  ${paint.dim(digest)}` : `${name}  ${paint.dim(digest)}`,
    ...(width < LONG ? capabilityLines(document, paint, width) : capabilityRows(capabilities)),
    ...(changes?.added ?? []).map((effect) => paint.red(`  + ${visible(effectText(effect))}`)),
    ...(changes?.removed ?? []).map((effect) => paint.green(`  - ${visible(effectText(effect))}`)),
    hint,
  ].join('\n');
}

/** A row with everything in it needs this much. */
const LONG = 140;

function capabilityRows(capabilities: LoadJson['capabilities']): readonly string[] {
  const width = Math.max(0, ...capabilities.map(({ id }) => id.length));
  return capabilities.map(({ id, status, ...rest }) =>
    [`  ${visible(id.padEnd(width))}`, status.padEnd(13), ...factsOf(rest)].join('  '),
  );
}

/** On a terminal: the name and what became of it, then the rest below. */
function capabilityLines({ capabilities }: LoadJson, paint: Paint, width: number): readonly string[] {
  const colour = (status: string) =>
    status === 'refused' ? paint.red : status === 'pending' ? paint.yellow : paint.green;
  return capabilities.map(
    ({ id, status, ...rest }) =>
      `  ${paint.bold(visible(id))}\n    ${colour(status)(status)}  ${paint.dim(wrapText(factsOf(rest).join(' '), width - status.length - 6).join('\n    '))}`,
  );
}

function factsOf({
  maps_to,
  requires,
  approval_id,
}: Pick<LoadJson['capabilities'][number], 'maps_to' | 'requires' | 'approval_id'>): readonly string[] {
  const approval = approval_id === undefined || approval_id === null ? [] : [approval_id];
  return [maps_to ?? 'can never run', ...requires.map(visible), ...approval];
}
