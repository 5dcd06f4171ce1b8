import type { Analysis, ScriptFile, ScriptProgram } from './analysis.ts';
import type { Findings, FoundFile, FoundProgram } from './findings.ts';
import { options } from './library.ts';
import { renderRequest } from './render-request.ts';
import { textOf, textsOf } from './text-of.ts';
import type { Value } from './value.ts';

/** What was found, with every value as text. Last of all: records may have got members after they were used. */
export function render(findings: Findings): Analysis {
  return {
    requests: distinct(findings.requests.flatMap(renderRequest)),
    files: distinct(findings.files.flatMap(renderFile)),
    programs: distinct(findings.programs.map(renderProgram)),
    variables: [...findings.variables.values()],
    packages: [...findings.packages.values()],
    undecided: [...findings.undecided.values()],
    modules: [...findings.modules].sort(),
  };
}

/** Loops are followed more than once. */
function distinct<T>(found: readonly T[]): readonly T[] {
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Numbers are descriptors, and what is kept in memory is no file. */
function renderFile({ kind, path, at }: FoundFile): readonly ScriptFile[] {
  return options(path)
    .filter(isPath)
    .flatMap(textsOf)
    .map((text) => ({ kind, path: text, at }));
}

function isPath(value: Value): boolean {
  if (value.kind === 'object') return value.state.has('text');
  return value.kind === 'text' || value.kind === 'unknown';
}

function renderProgram({ argv, shell, at }: FoundProgram): ScriptProgram {
  if (shell) {
    // A list for a shell: its first item is the text.
    const [first] = argv.kind === 'list' ? argv.items : [argv];
    return { kind: 'shell', text: first === undefined ? [] : textOf(first), at };
  }
  if (argv.kind === 'list') return { kind: 'words', words: argv.items.map(textOf), open: argv.open, at };
  return { kind: 'words', words: [textOf(argv)], open: argv.kind !== 'text' && argv.kind !== 'object', at };
}
