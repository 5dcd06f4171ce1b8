import type { Effect } from '../ir/effect.ts';
import { literal, object } from '../ir/expr.ts';
import type { Call } from '../ir/plan.ts';
import type { ShellCommand, ShellNode } from '../ir/shell-program.ts';
import type { ShellBody } from '../ir/skill.ts';
import type { Calls } from './build-plan.ts';
import { fileRedirects } from './command-words.ts';
import { decidePath } from './infer/paths.ts';
import { tierOf } from './judge.ts';
import type { MappedSite, NumberedCall, ShellContext } from './program/mapped-site.ts';
import { runsAlone } from './runs-alone.ts';

/** One simple command or one straight pipeline of them, after assignments of values the text itself gives. */
export function straightNodes({ program }: ShellBody): readonly ShellCommand[] | undefined {
  const [statement, second] = program.statements.filter((one) => !assignsPlainly(one.node));
  if (statement === undefined || second !== undefined || statement.background) return undefined;
  const { node } = statement;
  const commands = node.kind === 'pipeline' && !node.negated ? node.commands : [node];
  const simple = commands.filter((command) => command.kind === 'command' && command.words.length > 0);
  return simple.length > 0 && simple.length === commands.length ? (simple as readonly ShellCommand[]) : undefined;
}

export function assignsPlainly(node: ShellNode): boolean {
  if (node.kind !== 'command' || node.redirects.length > 0 || node.assignments.length === 0) return false;
  const [word, second] = node.words;
  const alone = word === undefined || (word.text === 'export' && second === undefined);
  return (
    alone &&
    node.assignments.every(
      ({ value }) => value?.parts.every((part) => part.kind === 'literal' || part.kind === 'variable') === true,
    )
  );
}

/** Calls without an interpreter: every command understood, nothing left to the shell. */
export function directCalls(
  nodes: readonly ShellCommand[],
  sites: readonly MappedSite[],
  context: ShellContext,
): Calls | undefined {
  if (sites.length !== nodes.length || sites.some((site) => site.needsShell)) return undefined;
  if (nodes.length > 1 && sites.some((site) => site.calls.length !== 1)) return undefined;
  if (sites.some((site) => site.calls.length === 0)) return undefined;
  if (sites.some((site) => site.calls.some(({ call }) => !runsAlone(call)))) return undefined;
  const first = inputCall(sites[0], context);
  const last = outputCall(sites.at(-1), context);
  if (first === 'shell' || last === 'shell' || middleRedirects(sites)) return undefined;
  const own = (call: Call | undefined) => (call === undefined ? [] : [{ call, number: 0 }]);
  const moved = [...(first?.effects ?? []), ...(last?.effects ?? [])];
  const between = sites.flatMap((site) => site.calls).map((one) => ({ ...one, call: withoutMoved(one, moved) }));
  const numbered = [...own(first), ...between, ...own(last)];
  const calls = numbered.map(({ call }) => call);
  const numbers = numbered.map(({ number }) => number);
  const piped = nodes.length > 1 || first !== undefined || last !== undefined;
  if (piped && sites.some((site) => site.calls.length !== 1)) return undefined;
  return { composition: calls.length === 1 ? 'single' : piped ? 'pipe' : 'seq', calls, numbers };
}

/** A redirection that is a call of its own is no effect of the command beside it. */
function withoutMoved({ call, own }: NumberedCall, moved: readonly Effect[]): Call {
  const gone = moved.filter((effect) => !own.some((one) => isSame(one, effect)));
  const effects = call.effects.filter((effect) => !gone.some((one) => isSame(one, effect)));
  if (effects.length === call.effects.length) return call;
  return { ...call, effects, tier: tierOf(call.capability, effects, call.tier === 3) };
}

function isSame(a: Effect, b: Effect): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** `< file` in front of a pure command is a read of its own; programs and HTTP clients keep their input themselves. */
function inputCall(mapped: MappedSite | undefined, context: ShellContext): Call | 'shell' | undefined {
  if (mapped === undefined || mapped.words.stdin.kind === 'none' || mapped.words.stdin.kind === 'pipe')
    return undefined;
  const capability = mapped.calls[0]?.call.capability;
  if (capability === 'network.http-fetch' || capability?.startsWith('sandbox.') || capability === 'shell.run')
    return undefined;
  const { stdin, span } = mapped.words;
  const path =
    stdin.kind === 'file'
      ? decidePath(stdin.path, { ...context, span, ...(mapped.site.cwd === undefined ? {} : { cwd: mapped.site.cwd }) })
      : undefined;
  if (path !== undefined) {
    const effects = [{ kind: 'read', path: path.shown }] as const;
    return { kind: 'call', capability: 'io.read-file', args: object({ path: path.expr }), effects, tier: 1, span };
  }
  if (stdin.kind !== 'text' || stdin.text.some((piece) => piece.kind !== 'literal')) return 'shell';
  const text = stdin.text.map((piece) => (piece.kind === 'literal' ? piece.value : '')).join('');
  return {
    kind: 'call',
    capability: 'io.println',
    args: object({ text: literal(text), newline: literal(false) }),
    effects: [],
    tier: 0,
    span,
  };
}

function outputCall(mapped: MappedSite | undefined, context: ShellContext): Call | 'shell' | undefined {
  if (mapped === undefined) return undefined;
  const writes = fileRedirects(mapped.site.command.redirects, mapped.site.scope).filter(({ kind }) => kind === 'write');
  const [write, second] = writes;
  if (write === undefined) return undefined;
  if (second !== undefined || write.descriptor !== 1) return 'shell';
  const path = decidePath(write.path, {
    ...context,
    span: write.span,
    ...(mapped.site.cwd === undefined ? {} : { cwd: mapped.site.cwd }),
  });
  const args = object({ path: path.expr, ...(write.append ? { append: literal(true) } : {}) });
  return {
    kind: 'call',
    capability: 'io.write-file',
    args,
    effects: [{ kind: 'write', path: path.shown }],
    tier: 1,
    span: write.span,
  };
}

function middleRedirects(sites: readonly MappedSite[]): boolean {
  return sites
    .slice(0, -1)
    .some((mapped, index) =>
      fileRedirects(mapped.site.command.redirects, mapped.site.scope).some(({ kind }) => kind === 'write' || index > 0),
    );
}
