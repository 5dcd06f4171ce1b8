import type { Command } from '../../src/exec/ledger/command.ts';
import type { LoggedEvent, NewEvent } from '../../src/exec/ledger/event.ts';
import type { Decision, Moment } from '../../src/exec/ledger/ledger.ts';
import type { StateView, StateWriter } from '../../src/exec/ledger/state.ts';

/** A small machine for tests of the store: intents, outcomes, a counter, and commands that misbehave. */
export function decide(view: StateView, command: Command, _moment: Moment): Decision {
  const by = { session: command.session, actor: command.actor, parents: command.parents ?? [] };
  switch (command.kind) {
    case 'admit': {
      if (view.get('calls', command.call) !== undefined) return refused('call/known');
      const data = { ...command.data, call: command.call };
      return accepted([{ kind: 'call-intent', ...by, capability: command.capability, data }], view);
    }
    case 'settle': {
      const intent = view.get('open-calls', command.call);
      if (typeof intent !== 'string') return refused('call/not-open');
      const data = { ...command.data, call: command.call };
      return accepted([{ kind: `call-${command.outcome}`, ...by, parents: [intent], data }], view);
    }
    case 'recover':
      return accepted(
        view.list('open-calls', '').map(([call, intent]) => {
          return { kind: 'call-unknown', ...by, parents: [String(intent)], data: { call } };
        }),
        view,
      );
    case 'warn':
      if (command.data.hang === true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      if (command.data.throw === true) throw new Error('the machine failed');
      return accepted([{ kind: 'warning', ...by, data: command.data }], view);
    default:
      return refused('command/unknown');
  }
}

function accepted(events: readonly NewEvent[], view: StateView): Decision {
  return { events, reply: { ok: true, value: { seq: view.nextSeq } } };
}

function refused(code: string): Decision {
  return { events: [], reply: { ok: false, code, message: code } };
}

export function apply(writer: StateWriter, event: LoggedEvent): void {
  const call = String(event.data.call);
  const count = Number(writer.get('meta', event.kind) ?? 0);
  writer.put('meta', event.kind, count + 1);
  switch (event.kind) {
    case 'call-intent':
      writer.put('calls', call, { state: 'open', intent: event.id });
      writer.put('open-calls', call, event.id);
      break;
    case 'call-done':
    case 'call-failed':
    case 'call-unknown':
      writer.put('calls', call, { state: event.kind, intent: String(event.parents[0]) });
      writer.delete('open-calls', call);
      break;
    default:
  }
}
