import type { ShellRedirect } from '../ir/shell-program.ts';
import type { Span } from '../ir/span.ts';
import { isSteering } from '../ir/steering-variable.ts';
import { literalOf, type Text } from '../ir/text.ts';
import type { CommandWords } from './primitive.ts';
import { declares } from './resolve/assigned-names.ts';
import type { Site } from './resolve/sites.ts';
import { resolveValue, resolveWord } from './resolve/words.ts';

/** A site's words as the program would get them. */
export function commandWords(site: Site): CommandWords {
  const words: Text[] = [];
  const spans: Span[] = [];
  for (const word of site.command.words) {
    for (const text of resolveWord(word, site.scope)) {
      words.push(text);
      spans.push(word.span);
    }
  }
  const inherited = site.scope.exported.size === 0 ? [] : [...site.scope.exported].filter(steers);
  const { span } = site.command;
  const read = { words, spans, env: prefixEnv(site), inherited, stdin: stdinOf(site), span } as const;
  return site.command.assignments.length > 0 && declares(site.command) ? { ...read, assigns: true } : read;
}

/** Set anywhere before, these still decide where a request goes or how words split. */
const lasting =
  /^(?:(?:https?|all|no|ftp)_proxy|CURL_.*|SSL_CERT.*|LD_.*|DYLD_.*|IFS|PS4|PROMPT_COMMAND|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|GIT_SSH.*|GIT_PROXY.*)$/i;

/** `PATH` is left out: programs are found by the host, never by the skill's own search path. */
function steers(name: string): boolean {
  return name !== 'PATH' && isSteering(name);
}

const noVariables: ReadonlyMap<string, Text> = new Map();

function prefixEnv({ command, scope }: Site): ReadonlyMap<string, Text> {
  if (scope.values.size === 0 && scope.dynamic.size === 0 && command.assignments.length === 0) return noVariables;
  const before = [...scope.values].filter(([name]) => lasting.test(name));
  const open = [...scope.dynamic.keys()].filter((name) => lasting.test(name)).map((name) => [name, []] as const);
  if (declares(command)) return new Map([...before, ...open]);
  const own = command.assignments.map(
    ({ name, value }) => [name, value === undefined ? [] : resolveValue(value, scope)] as const,
  );
  return new Map<string, Text>([...before, ...open, ...own]);
}

function stdinOf({ command, scope, piped }: Site): CommandWords['stdin'] {
  const last = command.redirects.findLast((redirect) => feedsStdin(redirect));
  if (last === undefined) return piped ? { kind: 'pipe' } : { kind: 'none' };
  if (last.body !== undefined) return { kind: 'text', text: resolveValue(last.body, scope) };
  const target = last.target === undefined ? [] : resolveValue(last.target, scope);
  if (last.operator === '<<<') return { kind: 'text', text: [...target, { kind: 'literal', value: '\n' }] };
  return { kind: 'file', path: target };
}

function feedsStdin(redirect: ShellRedirect): boolean {
  return redirect.operator.startsWith('<') && redirect.operator !== '<&' && descriptorOf(redirect) === 0;
}

export interface FileRedirect {
  readonly kind: 'read' | 'write';
  readonly path: Text;
  readonly append: boolean;
  readonly descriptor: number;
  readonly span: Span;
}

/** Of those that `{fd}>f` makes bash choose from, the first. */
const CHOSEN_DESCRIPTOR = 10;

function descriptorOf({ descriptor, variable, operator }: ShellRedirect): number {
  if (variable !== undefined) return CHOSEN_DESCRIPTOR;
  return descriptor ?? (operator.startsWith('<') ? 0 : 1);
}

const devices = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/stdin', '/dev/tty']);

/** Redirections that touch files; descriptors duplicated onto each other and devices touch nothing. */
export function fileRedirects(redirects: readonly ShellRedirect[], scope: Site['scope']): readonly FileRedirect[] {
  return redirects.flatMap((redirect): readonly FileRedirect[] => {
    if (redirect.target === undefined || redirect.operator === '<<<') return [];
    const path = resolveValue(redirect.target, scope);
    const written = literalOf(path);
    const duplicates =
      (redirect.operator === '>&' || redirect.operator === '<&') &&
      written !== undefined &&
      /^(?:\d+-?|-)$/.test(written);
    if (duplicates || (written !== undefined && devices.has(written))) return [];
    const base = {
      path,
      append: redirect.operator.includes('>>'),
      descriptor: descriptorOf(redirect),
      span: redirect.span,
    };
    if (redirect.operator === '<>')
      return [
        { ...base, kind: 'read' },
        { ...base, kind: 'write' },
      ];
    return [{ ...base, kind: redirect.operator.startsWith('<') ? 'read' : 'write' }];
  });
}

/** bash opens `/dev/tcp/host/port` as a socket; `/dev/$x/host/port` may be one. */
export function opensSocket({ path: [first, second] }: FileRedirect): boolean {
  if (first?.kind !== 'literal') return false;
  if (/^\/dev\/(?:tcp|udp)\//.test(first.value)) return true;
  return second !== undefined && /^\/dev\/(?:[tu]|tc|ud|tcp|udp)?$/.test(first.value);
}
