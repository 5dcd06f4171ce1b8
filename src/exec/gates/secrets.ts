import { known } from '../market/ask.ts';
import { bindingsOf } from '../market/bindings.ts';
import { stop } from '../market/stop.ts';
import type { Binding } from '../secrets/binding.ts';
import type { Gate } from './gate.ts';

/** Every secret of the plan is there and may go where the plan sends it, before anything is recorded as begun. */
export const areSecretsPresent: Gate = async (progress, host) => {
  const { skill } = known(progress.operation, 'known');
  const subject = known(progress.subject, 'policy');
  const uses = subject.secrets.filter(({ origin }) => origin !== '');
  const bound = uses.length === 0 ? [] : await bindingsOf(host.ledger, uses);
  // A call that is still to be approved is bound by that approval: it cannot start without it.
  const bindings: readonly Binding[] =
    progress.approval === undefined ? bound : [...bound, ...uses.map((use) => ({ ...use, skill }))];
  const opened = await host.broker.open({
    call: progress.callId,
    skill,
    uses,
    bindings,
    loopback: true,
  });
  if (opened.kind === 'open') {
    progress.secrets = opened.secrets;
    return undefined;
  }
  const { code, message, remedy } = opened;
  return stop(code === 'secret/missing' ? 'waiting' : 'denied', code, message, remedy === undefined ? {} : { remedy });
};
