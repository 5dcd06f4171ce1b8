import { skillManifest, sourcesOf } from '../../src/index.ts';
import { canonicalJson, sha256 } from '../../src/ir/digest.ts';
import type { Json } from '../../src/ir/json.ts';
import type { ToolTable } from '../../src/map/tools/tool.ts';
import { decode } from '../../src/parse/decode.ts';
import { type Compiled, compileBundle } from '../../src/pipeline.ts';
import { bundleOf } from '../bench/bundle-of.ts';
import type { Observed, Target } from './target.ts';

/** Bytes as a skill's only file, through the whole compiler to a manifest. */
export function compileTarget(entry: string, tools: ToolTable): Target {
  return (input): Observed => {
    const bundle = bundleOf(entry, input);
    const compiled = compileBundle(bundle, { tools });
    const manifest =
      compiled.skill === undefined
        ? null
        : skillManifest(
            compiled.skill,
            compiled.operations,
            compiled.diagnostics,
            sourcesOf(bundle, compiled.credentials),
          );
    const unexplained = unexplainedBy(compiled);
    return {
      digest: sha256(canonicalJson({ manifest, found: compiled.diagnostics } as unknown as Json)),
      diagnostics: compiled.diagnostics,
      lengths: new Map([[entry, decode(input, entry).text?.length ?? input.length]]),
      ...(unexplained === undefined ? {} : { unexplained }),
    };
  };
}

function unexplainedBy({ skill, operations, diagnostics }: Compiled): string | undefined {
  if (skill === undefined) {
    return diagnostics.some(({ severity }) => severity === 'error') ? undefined : 'gives neither a skill nor an error';
  }
  const silent = operations.find((one) => one.plan === undefined && one.diagnostics.length === 0);
  return silent === undefined ? undefined : 'has an operation without a plan and without a reason';
}
