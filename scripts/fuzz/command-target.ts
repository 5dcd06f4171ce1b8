import { canonicalJson, sha256 } from '../../src/ir/digest.ts';
import type { Json } from '../../src/ir/json.ts';
import { dispatchFor } from '../../src/map/dispatch.ts';
import { noHints } from '../../src/map/infer/hints.ts';
import { mapOperation } from '../../src/map/operation.ts';
import type { ToolTable } from '../../src/map/tools/tool.ts';
import { mapLine } from '../../src/map-line.ts';
import { parseShell } from '../../src/shell/parse.ts';
import type { Observed, Target } from './target.ts';

/** Bytes as one command line, to the answer of `skillc map`; `write` makes the line from the input. */
export function commandTarget(tools: ToolTable, write: (input: string) => string = (text) => text): Target {
  const dispatch = dispatchFor(tools);
  const options = {
    dispatch: dispatchFor(tools),
    hints: noHints,
    trustedOrigins: new Set<string>(),
    classifications: [],
    declared: {},
  };
  return (input): Observed => {
    const text = write(new TextDecoder().decode(input));
    const { program, diagnostics } = parseShell(text, 'line');
    const body = { kind: 'shell', program, scope: [], files: [] } as const;
    const operation = { kind: 'operation', name: 'line', description: '', body, span: program.span } as const;
    const mapped = diagnostics.length > 0 ? undefined : mapOperation(operation, options);
    const answer = mapLine(text, dispatch);
    const silent = answer.maps_to === null && answer.diagnostics.length === 0;
    return {
      digest: sha256(canonicalJson({ program, plan: mapped?.plan ?? null, answer } as unknown as Json)),
      diagnostics: [...diagnostics, ...(mapped?.diagnostics ?? [])],
      lengths: new Map([['line', text.length]]),
      ...(silent ? { unexplained: 'refuses without a reason' } : {}),
    };
  };
}
