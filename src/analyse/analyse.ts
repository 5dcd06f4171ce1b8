import type { Analysis } from './analysis.ts';
import type { ReadCode } from './code.ts';
import { Findings } from './findings.ts';
import { endModule, startModule } from './javascript/import.ts';
import { javascript } from './javascript/language.ts';
import { dialectOf } from './javascript/parse.ts';
import { readJavaScript } from './javascript/read.ts';
import { ownPath } from './own-path.ts';
import { python } from './python/language.ts';
import { readPython } from './python/read.ts';
import { render } from './render.ts';
import { callValue } from './run/call.ts';
import { evaluate } from './run/evaluate.ts';
import { Frame } from './run/frame.ts';
import { runLeftovers } from './run/leftovers.ts';
import { type Language, Machine } from './run/machine.ts';
import { runStatements } from './run/statements.ts';
import type { Analyser } from './source.ts';

const core = { evaluate, run: runStatements, call: callValue };

/** What a script does, as far as its text tells. Pure; bounded in time and depth; never throws on any text. */
export function analyse(host: Analyser): Analysis {
  const findings = new Findings();
  const { source } = host;
  const file = source.path ?? '';
  const read = readSource(host);
  if (read.kind === 'unread') {
    findings.leave('source', `the script is not read: ${read.why}`, { file, ...read.at });
    return render(findings);
  }
  const machine = new Machine(core, languageOf(host), host, findings);
  const frame = new Frame({ path: file }, undefined, undefined);
  if (source.path !== undefined) machine.modules.set(source.path, frame);
  if (source.language === 'javascript') startModule(frame);
  else if (source.path !== undefined) frame.vars.set('__file__', ownPath(source.path));
  machine.run(read.body, frame);
  if (source.language === 'javascript') endModule(frame);
  runLeftovers(machine);
  if (machine.exhausted) findings.leave('source', 'the script does more than is followed', { file, start: 0, end: 0 });
  return render(findings);
}

function languageOf({ source }: Analyser): Language {
  return source.language === 'python' ? python : javascript;
}

function readSource({ source, known }: Analyser): ReadCode {
  const before = source.path === undefined ? undefined : known.get(source.path);
  if (before !== undefined) return before;
  const read =
    source.language === 'python'
      ? readPython(source.text)
      : readJavaScript(source.text, source.path === undefined ? 'javascript' : dialectOf(source.path));
  if (source.path !== undefined) known.set(source.path, read);
  return read;
}
