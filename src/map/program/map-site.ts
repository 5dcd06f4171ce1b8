import { type Diagnostic, diagnose } from '../../ir/diagnostic.ts';
import type { Effect } from '../../ir/effect.ts';
import { unionEffects } from '../../ir/effects.ts';
import type { Expr } from '../../ir/expr.ts';
import type { Call, Understanding } from '../../ir/plan.ts';
import { hasGlob, literalOf } from '../../ir/text.ts';
import { commandWords, fileRedirects, opensSocket } from '../command-words.ts';
import { highestTier } from '../judge.ts';
import { mapCommandWords, unknownDraft } from '../map-command.ts';
import type { CommandWords, Draft } from '../primitive.ts';
import type { Site } from '../resolve/sites.ts';
import { systemProgram } from '../system-path.ts';
import { draftCall } from './draft-call.ts';
import type { MappedSite, MapSites, NumberedCall, ShellContext } from './mapped-site.ts';
import { patternEffects, redirectEffects, socketRefusal, unknownDirectory } from './site-effects.ts';

const MAX_WORDS = 4_096;
/** A command may be many requests: `curl 'https://x/[1-100]'`. */
const MAX_CALLS = 2_000;

/** One command: its calls, or why it can never run. */
export function mapSite(site: Site, context: ShellContext, mapSites: MapSites): MappedSite {
  const words = commandWords(site);
  const base = { site, words, inner: [], needsShell: false } as const;
  const redirects = fileRedirects(site.command.redirects, site.scope);
  const socket = redirects.find(opensSocket);
  if (socket !== undefined) return refuse(base, socketRefusal(socket));
  if (words.words.length > MAX_WORDS) {
    return refuse(base, diagnose('limit/commands', `${words.words.length} words in one command`, site.command.span));
  }
  if (words.words.length === 0) return { ...base, calls: [], understanding: 'mapped', needsShell: true };
  const mapped = mapCommandWords(words, site.cwd ?? unknownDirectory, context.dispatch);
  if (mapped.kind === 'refused') return refuse(base, mapped.reason);
  if (mapped.kind === 'unknown' && startsShell(words)) return refuse(base, shellRefusal(mapped.reason));
  if (mapped.kind === 'unknown') context.collector.diagnostics.push(mapped.reason);
  else context.collector.diagnostics.push(...mapped.diagnostics);
  const drafts: readonly Draft[] = mapped.kind === 'unknown' ? [unknownDraft(words)] : mapped.drafts;
  const extra = [...redirectEffects(redirects, site.cwd, context), ...patternEffects(words, drafts, site, context)];
  const calls: NumberedCall[] = [];
  const inner: MappedSite[] = [];
  for (const [offset, draft] of drafts.entries()) {
    const number = context.collector.numberCall();
    if (number > MAX_CALLS) {
      return refuse(base, diagnose('limit/commands', `more than ${MAX_CALLS} calls in one operation`, draft.span));
    }
    const made = draftCall(draft, number, site, context, mapSites);
    if ('code' in made) return refuse(base, made);
    inner.push(...made.inner);
    const refusal = made.inner.find((one) => one.refusal !== undefined)?.refusal;
    if (refusal !== undefined) return { ...refuse(base, refusal), inner };
    const call = offset === drafts.length - 1 && extra.length > 0 ? withEffects(made.call, extra) : made.call;
    calls.push({ call, number, own: made.call.effects });
  }
  const plain = drafts.some((draft) => draft.kind === 'plain' && draft.script === undefined);
  const needsShell = words.words.some(
    (word) => word.some((piece) => piece.kind === 'dynamic') || (plain && hasGlob(word)),
  );
  return {
    site,
    words,
    calls,
    inner,
    understanding: understandingOf(drafts),
    needsShell:
      needsShell ||
      drafts.some(isOfShell) ||
      site.cwd === undefined ||
      calls.some(({ call }) => holdsDynamic(call.args)),
  };
}

/** A value known only at run time has no place in a plan but inside `shell.run` (`xargs -I{} curl …/{}`). */
function holdsDynamic(expr: Expr): boolean {
  switch (expr.kind) {
    case 'dynamic-value':
      return true;
    case 'concat':
      return expr.parts.some(holdsDynamic);
    case 'object':
      return expr.members.some(({ value }) => holdsDynamic(value));
    case 'list':
      return expr.items.some(holdsDynamic);
    default:
      return false;
  }
}

/** What has a meaning inside of a shell only, and what the shell's own tools do. */
function isOfShell(draft: Draft): boolean {
  return draft.kind === 'plain' && draft.args.members.some(({ key }) => key === 'builtin');
}

const shells = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'csh', 'tcsh', 'fish', 'eval']);

/** A shell is never a tool in a sandbox: what it would run must be readable, or it does not run. */
function startsShell({ words: [word] }: CommandWords): boolean {
  return shells.has(systemProgram(literalOf(word ?? []) ?? '') ?? '');
}

function shellRefusal(reason: Diagnostic): Diagnostic {
  const help = 'write the commands out, so that they can be read';
  return diagnose(
    'map/shell-unread',
    `a shell would run text that nobody can read: ${reason.message}`,
    reason.span,
    help,
  );
}

function understandingOf(drafts: readonly Draft[]): Understanding {
  const all = drafts.map((draft) => (draft.kind === 'http' ? 'mapped' : draft.understanding));
  if (all.includes('unknown')) return 'unknown';
  return all.includes('sandboxed') ? 'sandboxed' : 'mapped';
}

function withEffects(call: Call, extra: readonly Effect[]): Call {
  const effects = unionEffects([call.effects, extra]);
  return { ...call, effects, tier: highestTier([call.tier, 1]) };
}

function refuse(base: Pick<MappedSite, 'site' | 'words' | 'inner' | 'needsShell'>, refusal: Diagnostic): MappedSite {
  return { ...base, calls: [], understanding: 'refused', refusal };
}
