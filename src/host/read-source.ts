import { basename } from 'node:path';
import { readSkillUrl } from '../exec/load/skill-url.ts';
import type { Outcome, Reason } from '../exec/outcome.ts';
import type { Bundle } from '../ir/bundle.ts';
import type { Diagnostic } from '../ir/diagnostic.ts';
import { sha256 } from '../ir/digest.ts';
import { readBundle } from '../source/read-bundle.ts';
import { fetchSkill } from './fetch-skill.ts';
import type { Loaded, LoadRequest } from './load-skill.ts';
import { openFileUrl } from './open-file-url.ts';
import type { Host } from './open-host.ts';
import { holdsOwnState } from './own-state.ts';

export type Source =
  | Extract<Loaded, { kind: 'invalid' | 'outcome' }>
  | { readonly kind: 'bundle'; readonly bundle: Bundle; readonly diagnostics: readonly Diagnostic[] };

const MOST_MOVES = 5;

/** The bytes of what is to be loaded: a person's path at once, all else by a call that passes the gates. */
export async function readSource(host: Host, request: LoadRequest): Promise<Source> {
  const { target, actor } = request;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return readAddress(host, request);
  if (actor === 'agent')
    return deniedLoad(
      'load/path',
      'an agent cannot load a path of this machine',
      'a person can: `skillc load PATH`; a `file:///` address asks one',
    );
  return readPath(host, target);
}

async function readAddress(host: Host, request: LoadRequest): Promise<Source> {
  const { target, force = false, actor } = request;
  const read = readSkillUrl(target);
  if (read.kind === 'refused') return deniedLoad(read.code, read.message, read.remedy);
  const isFile = read.url.protocol === 'file:';
  if (read.kind === 'page' && isFile && actor === 'agent')
    return deniedLoad(
      'load/file-name',
      'of the files of this machine an agent can ask for those that are named like a skill only',
      'name its SKILL.md; a person can load any path: `skillc load PATH`',
    );
  if (read.kind === 'page' && !force) return noSkill(target, read.hint);
  return isFile ? readFileUrl(host, request, read.url) : fetched(host, request, read.url, read.kind === 'page');
}

function noSkill(address: string, hint: string): Source {
  return deniedLoad(
    'load/not-a-skill',
    `\`${address}\` does not look like a skill: ${hint}`,
    'repeat with --force if it is one',
  );
}

/**
 * A server may say that the skill is elsewhere on its own origin. That is another address: it is judged, asked for and recorded like the
 * first, so that nothing is read that nobody saw.
 */
async function fetched(host: Host, request: LoadRequest, url: URL, forced: boolean, moves = 0): Promise<Source> {
  const { digest, actor, session, force = false } = request;
  const came = await fetchSkill(host.exec, { url, forced, pinned: digest !== undefined, actor, session });
  if (came.kind === 'bytes') return { kind: 'bundle', bundle: bundleOf(url, came.bytes), diagnostics: [] };
  if (came.kind === 'outcome') return moves === 0 ? came : { kind: 'outcome', outcome: asMoved(came.outcome, url) };
  const to = readSkillUrl(came.to.href);
  if (to.kind === 'refused') return deniedLoad(to.code, to.message, to.remedy);
  if (to.kind === 'page' && !force)
    return deniedLoad(
      'load/not-a-skill',
      `the server redirects to \`${to.url.href}\`, which does not look like a skill: ${to.hint}`,
      'repeat with --force if it is one',
    );
  if (moves >= MOST_MOVES)
    return deniedLoad('load/redirects', `more than ${MOST_MOVES} redirects`, 'load the address of the skill itself');
  return fetched(host, request, to.url, to.kind === 'page', moves + 1);
}

/** The question is about an address that nobody typed. */
function asMoved(outcome: Outcome, url: URL): Outcome {
  if (outcome.outcome !== 'waiting') return outcome;
  const { reason } = outcome;
  const itself = `then load \`${url.href}\` itself`;
  const remedy = reason.remedy === undefined ? itself : `${reason.remedy}, ${itself}`;
  const message = `the server redirects to \`${url.href}\`: ${reason.message}`;
  return { ...outcome, reason: { ...reason, message, remedy } };
}

async function readFileUrl(host: Host, { actor, session }: LoadRequest, url: URL): Promise<Source> {
  const opened = await openFileUrl(host.exec, { url, actor, session });
  if (opened.kind !== 'unreadable') return opened;
  if (actor === 'person' && opened.diagnostics.length > 0) return { kind: 'invalid', diagnostics: opened.diagnostics };
  return deniedLoad(
    'load/file',
    'there is no skill at this address that may be read',
    'a person sees why with `skillc check PATH`',
  );
}

function readPath(host: Host, path: string): Source {
  const { bundle, place, diagnostics } = readBundle(path);
  if (bundle === undefined || place === undefined) return { kind: 'invalid', diagnostics };
  if (holdsOwnState(host.exec, place))
    return deniedLoad(
      'load/own-state',
      `\`${place}\` holds what skillc keeps for itself`,
      'move the skill into a folder of its own',
    );
  return { kind: 'bundle', bundle, diagnostics };
}

function bundleOf(url: URL, bytes: Uint8Array): Bundle {
  const last = basename(url.pathname).replace(/[^\w.-]/g, '_');
  const entry = last === '' ? 'SKILL.md' : last;
  const digest = sha256(bytes);
  return { uri: url.href, entry, digest, files: new Map([[entry, { path: entry, bytes, digest, executable: false }]]) };
}

export function deniedLoad(code: string, message: string, remedy?: string): Extract<Loaded, { kind: 'outcome' }> {
  const reason: Reason = { code, message, rules: [], ...(remedy === undefined ? {} : { remedy }) };
  return { kind: 'outcome', outcome: { outcome: 'denied', call_id: '', reason } };
}
