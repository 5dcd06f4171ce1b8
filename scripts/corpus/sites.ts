import type { Bundle } from '../../src/ir/bundle.ts';
import { literalOf, showText } from '../../src/ir/text.ts';
import { dispatchFor } from '../../src/map/dispatch.ts';
import { mapCommandWords } from '../../src/map/map-command.ts';
import { mapOperation } from '../../src/map/operation.ts';
import type { MappedSite } from '../../src/map/program/mapped-site.ts';
import { hintsOf } from '../../src/map/skill-hints.ts';
import { systemProgram } from '../../src/map/system-path.ts';
import type { ToolTable } from '../../src/map/tools/tool.ts';
import { decode } from '../../src/parse/decode.ts';
import { parseSkill } from '../../src/parse/index.ts';

/** One command of a skill and what became of it. */
export interface SiteFinding {
  readonly program: string;
  readonly text: string;
  readonly understanding: 'mapped' | 'sandboxed' | 'unknown' | 'refused';
  /** A setting stands in its origin. */
  readonly hasSetting: boolean;
  /** Why it is unknown or refused; undefined there is a defect. */
  readonly code?: string;
  readonly message?: string;
}

/** Maps the operations again for what the compiled form does not keep: each command by itself. */
export function measureSites(bundle: Bundle, tools: ToolTable): readonly SiteFinding[] {
  const { skill } = parseSkill(bundle);
  const entry = bundle.files.get(bundle.entry);
  if (skill === undefined || entry === undefined) return [];
  const dispatch = dispatchFor(tools, bundle);
  const hints = hintsOf(skill, decode(entry.bytes, bundle.entry).text ?? '');
  const { classifications, declared } = skill;
  const options = { dispatch, hints, bundle, trustedOrigins: new Set<string>(), classifications, declared };
  return skill.operations
    .flatMap((operation) => mapOperation(operation, options).sites)
    .flatMap(withInner)
    .map((site) => findingOf(site, dispatch));
}

function withInner(site: MappedSite): readonly MappedSite[] {
  return [site, ...site.inner.flatMap(withInner)];
}

function findingOf(mapped: MappedSite, dispatch: ReturnType<typeof dispatchFor>): SiteFinding {
  const { site, words, understanding } = mapped;
  const [word] = words.words;
  const literal = literalOf(word ?? []);
  const reason = mapped.refusal ?? (understanding === 'unknown' ? unknownReason(mapped, dispatch) : undefined);
  return {
    program: literal === undefined ? showText(word ?? []) : (systemProgram(literal) ?? literal),
    text: site.command.words.map(({ text }) => text).join(' '),
    understanding,
    hasSetting: mapped.calls.some(({ call: { effects } }) =>
      effects.some((one) => one.kind === 'network' && one.origin.includes('${setting:')),
    ),
    ...(reason === undefined ? {} : { code: reason.code, message: reason.message }),
  };
}

/** The mapper reports it among the operation's findings; asked for one command, it gives the same answer. */
function unknownReason({ site, words }: MappedSite, dispatch: ReturnType<typeof dispatchFor>) {
  const again = mapCommandWords(words, site.cwd ?? '.', dispatch);
  if (again.kind === 'unknown') return again.reason;
  return again.kind === 'mapped' ? again.diagnostics[0] : undefined;
}
