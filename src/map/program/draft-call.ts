import type { Diagnostic } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import { unionEffects } from '../../ir/effects.ts';
import { placelessSecrets, placelessText } from '../../ir/placeless-secrets.ts';
import type { BodyPart, RequestTemplate } from '../../ir/request.ts';
import type { SuppliedFile } from '../../ir/skill.ts';
import type { Span } from '../../ir/span.ts';
import { literalOf, literalText } from '../../ir/text.ts';
import { inferHttp, undeclaredEgress } from '../infer/http.ts';
import { inferPlain } from '../infer/plain.ts';
import { declaredEffects, tierOf } from '../judge.ts';
import type { Draft, PlainDraft } from '../primitive.ts';
import type { Site } from '../resolve/sites.ts';
import { type AnalysedDraft, analyseDraft } from '../script/analyse-draft.ts';
import { childCommands } from './child-commands.ts';
import { withExported } from './exported-variables.ts';
import type { MapSites, ShellContext } from './mapped-site.ts';
import { type Made, scriptCall } from './script-call.ts';
import { scriptStart } from './script-start.ts';
import { unknownDirectory } from './site-effects.ts';

/** The call that a primitive's draft becomes, or why it can never be one. */
export function draftCall(
  draft: Draft,
  index: number,
  site: Site,
  context: ShellContext,
  mapSites: MapSites,
): Made | Diagnostic {
  const place = { ...context, call: index, cwd: site.cwd ?? unknownDirectory };
  if (draft.kind === 'http') {
    const http = inferHttp(withSuppliedFiles(draft.request, context.files), place);
    if ('code' in http) return http;
    const denied = undeclaredEgress(http.origin, context.request.egress, draft.span);
    if (denied !== undefined) return denied;
    const effects = unionEffects([http.effects]);
    return {
      inner: [],
      call: { kind: 'call', capability: 'network.http-fetch', args: http.args, effects, tier: 1, span: draft.span },
    };
  }
  const analysed = runsScript(draft)
    ? analyseDraft(draft, site, context, childCommands(site, context, mapSites, draftCall))
    : undefined;
  const plain = inferPlain(withExported(analysed?.draft ?? draft, site.scope, context.hints), place);
  const denied = deniedEgress(plain.effects, context.request.egress, draft.span);
  if (denied !== undefined) return denied;
  if (draft.script !== undefined)
    return scriptCall(
      draft,
      draft.script,
      plain,
      {
        ...context,
        fed: site.piped || context.fed === true,
        start: scriptStart(draft, site, context.around),
      },
      mapSites,
    );
  const declared = draft.capability.startsWith('sandbox.') ? declaredEffects(context.request, draft.capability) : [];
  const sandboxed = analysed === undefined ? declared : declared.filter(({ kind }) => isOpen(kind, analysed.left));
  const effects = unionEffects([plain.effects, sandboxed]);
  const tier = tierOf(draft.capability, effects, draft.understanding === 'unknown' || draft.unreviewed === true);
  for (const name of placelessSecrets({ capability: draft.capability, args: plain.args }, effects))
    context.collector.report('map/secret-unusable', placelessText(name), draft.span);
  return {
    inner: [],
    call: { kind: 'call', capability: draft.capability, args: plain.args, effects, tier, span: draft.span },
  };
}

function runsScript({ capability, script }: PlainDraft): boolean {
  return script === undefined && (capability === 'sandbox.python' || capability === 'sandbox.node');
}

const anything = ['source', 'code', 'module', 'program'] as const;

/** What the skill declares counts where the code does not say it by itself. */
function isOpen(kind: Effect['kind'], left: AnalysedDraft['left']): boolean {
  const own = kind === 'network' ? 'host' : 'file';
  return left.has(own) || anything.some((what) => left.has(what));
}

function deniedEgress(
  effects: readonly Effect[],
  egress: readonly string[] | undefined,
  span: Span,
): Diagnostic | undefined {
  for (const effect of effects) {
    const denied = effect.kind === 'network' ? undeclaredEgress(effect.origin, egress, span) : undefined;
    if (denied !== undefined) return denied;
  }
  return undefined;
}

/** `-d @/tmp/x.json` where the text itself supplies that file: the content is known. */
function withSuppliedFiles(request: RequestTemplate, files: readonly SuppliedFile[]): RequestTemplate {
  if (request.body?.kind !== 'bytes' || files.length === 0) return request;
  const parts = request.body.parts.map((part): BodyPart => {
    const path = part.kind === 'file' ? literalOf(part.path) : undefined;
    const file = path === undefined ? undefined : files.find((one) => one.path === path);
    if (file === undefined || part.kind !== 'file' || part.mode === 'urlencoded') return part;
    return {
      kind: 'text',
      text: literalText(part.mode === 'strip' ? file.content.replace(/[\r\n\0]/g, '') : file.content),
    };
  });
  return { ...request, body: { kind: 'bytes', parts } };
}
