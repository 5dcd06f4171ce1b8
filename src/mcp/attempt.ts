import type { Loaded, LoadJson, Outcome } from '../host/index.ts';
import { answerQuestion, questionFor } from './ask-client.ts';
import { heartbeat } from './heartbeat.ts';
import type { Wanted } from './pending-calls.ts';
import { outcomeReply, refusal, reply } from './replies.ts';
import type { Reply, ToolContext } from './tool.ts';
import { turnedAway } from './turned-away.ts';

export type Attempted =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'loaded'; readonly skill: LoadJson }
  | { readonly kind: 'invalid'; readonly loaded: Extract<Loaded, { kind: 'invalid' }> };

/**
 * Tries what is wanted. Where it waits for an approval, the client's person is asked if that may be; else the call is kept, and
 * `call_resume` goes on with it after somebody has answered elsewhere.
 */
export async function attempt(wanted: Wanted, context: ToolContext): Promise<Reply> {
  const { answer } = context.elicitation;
  if (answer !== undefined) {
    const refused = await answerQuestion(answer, context);
    if (refused !== undefined) return refused;
  }
  const turn = await context.session.effects.pass(context.signal, () =>
    heartbeat(context, (say) => carryOut(wanted, context, say), wanted.kind === 'plan' ? wanted.plan.steps.length : 1),
  );
  if (turn.kind !== 'done') return turnedAway(turn.kind);
  const attempted = turn.value;
  const outcome = attempted.kind === 'outcome' ? attempted.outcome : undefined;
  if (outcome?.outcome === 'waiting') {
    const { call_id, approval_id } = outcome;
    context.session.pending.keep(call_id, { wanted, approval: approval_id });
    // Asked once: a call that still waits after an answer is left to a person elsewhere.
    const question = answer === undefined ? await questionFor(wanted, outcome, context) : undefined;
    if (question !== undefined) return context.elicitation.ask(question);
  }
  return replyTo(attempted, context);
}

async function carryOut(wanted: Wanted, context: ToolContext, say: (what: string) => void): Promise<Attempted> {
  const { host, run, id: session, signal } = context;
  const actor = 'agent';
  switch (wanted.kind) {
    case 'execute': {
      const { capability, input } = wanted;
      return { kind: 'outcome', outcome: await run.call({ capability, input, session, actor, signal }, host.exec) };
    }
    case 'plan': {
      const onStep = (step: number, of: number) => say(`step ${step} of ${of}`);
      return {
        kind: 'outcome',
        outcome: await run.runPlan(host, { plan: wanted.plan, session, actor, signal, onStep }),
      };
    }
    case 'load': {
      const { source: target, force, digest, as } = wanted;
      const named = { ...(digest === undefined ? {} : { digest }), ...(as === undefined ? {} : { as }) };
      return loadedAs(await run.loadSkill(host, { target, force, ...named, actor, session }), context);
    }
  }
}

function loadedAs(loaded: Loaded, { run }: ToolContext): Attempted {
  switch (loaded.kind) {
    case 'outcome':
      return loaded;
    case 'loaded':
      return { kind: 'loaded', skill: run.loadJson(loaded) };
    case 'invalid':
      return { kind: 'invalid', loaded };
  }
}

function replyTo(attempted: Attempted, context: ToolContext): Reply {
  switch (attempted.kind) {
    case 'outcome':
      return outcomeReply(attempted.outcome, context);
    case 'loaded':
      return loadedReply(attempted.skill, context);
    case 'invalid': {
      const messages = attempted.loaded.diagnostics.map(
        ({ code, message }) => `${context.compile.visible(message)} (${code})`,
      );
      return refusal('load/invalid', `the source cannot be compiled: ${messages.slice(0, 5).join('; ')}`);
    }
  }
}

/** What can be called, by name; all else on request. */
function loadedReply(skill: LoadJson, { compile }: ToolContext): Reply {
  const { skill_id, version, digest, source, format, pending_approvals, changes, diagnostics } = skill;
  const capabilities = skill.capabilities.map(({ id, status, tier, approval_id }) => ({
    id,
    status,
    tier,
    approval_id,
  }));
  const shown = capabilities.slice(0, 30).map(({ id, status }) => `${id} (${status})`);
  const rest = capabilities.length - shown.length;
  const text = [
    `loaded ${skill_id} with ${capabilities.length} operations, ${pending_approvals} of which need a person's approval`,
    `${shown.join(', ')}${rest > 0 ? ` and ${rest} more (skill_search {"skill": "${skill_id}"})` : ''}`,
  ].join('\n');
  const found = { errors: count(diagnostics, 'error'), warnings: count(diagnostics, 'warning') };
  const about = { skill_id, version, digest, source, format, pending_approvals, capabilities, diagnostics: found };
  return reply(
    { outcome: 'done', call_id: '', skill: { ...about, ...(changes === undefined ? {} : { changes }) } },
    compile.visibleLines(text),
  );
}

function count(diagnostics: LoadJson['diagnostics'], severity: string): number {
  return diagnostics.filter((one) => one.severity === severity).length;
}
