import type { SecretUse } from '../../ir/plan.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { known, type Progress } from '../market/ask.ts';
import { bindingsOf } from '../market/bindings.ts';
import type { ExecHost } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';
import type { Binding } from '../secrets/binding.ts';
import type { Opened } from '../secrets/broker.ts';
import type { Gate } from './gate.ts';

/** Every secret of the plan is there and may go where the plan sends it, before anything is recorded as begun. */
export const areSecretsPresent: Gate = (progress, host) => {
  const uses = known(progress.subject, 'policy').secrets;
  if (uses.length > 0)
    return open(
      progress,
      uses.filter(({ origin }) => origin !== ''),
      host,
    );
  const { skill } = known(progress.operation, 'known');
  const opened = host.broker.open({ call: progress.callId, skill, uses, bindings: [], loopback: true });
  return opened instanceof Promise ? opened.then((one) => take(one, progress)) : take(opened, progress);
};

async function open(progress: Progress, uses: readonly SecretUse[], host: ExecHost): Promise<Stop | undefined> {
  const { skill } = known(progress.operation, 'known');
  const kept = await keptElsewhere(host.ledger, uses, skill);
  if (kept !== undefined) return kept;
  const bound = await bindingsOf(host.ledger, uses);
  // A call that is still to be approved is bound by that approval: it cannot start without it.
  const bindings: readonly Binding[] =
    progress.approval === undefined ? bound : [...bound, ...uses.map((use) => ({ ...use, skill }))];
  return take(await host.broker.open({ call: progress.callId, skill, uses, bindings, loopback: true }), progress);
}

function take(opened: Opened, progress: Progress): Stop | undefined {
  if (opened.kind === 'open') {
    progress.secrets = opened.secrets;
    return undefined;
  }
  const { code, message, remedy } = opened;
  return stop(code === 'secret/missing' ? 'waiting' : 'denied', code, message, remedy === undefined ? {} : { remedy });
}

/** A secret that was stored for one origin or one skill goes nowhere else, whatever is approved: one that came in an answer, to who sent it. */
async function keptElsewhere(ledger: Ledger, uses: readonly SecretUse[], skill: string): Promise<Stop | undefined> {
  for (const { name, origin } of uses) {
    for (const [, row] of await ledger.list('secrets', `${name}\t`)) {
      const { origin: itsOrigin, skill: itsSkill } = row as { readonly origin?: unknown; readonly skill?: unknown };
      const elsewhere =
        typeof itsOrigin === 'string' && itsOrigin !== origin
          ? `${itsOrigin}, not for ${origin}`
          : typeof itsSkill === 'string' && itsSkill !== skill
            ? `the skill \`${itsSkill}\` only`
            : undefined;
      if (elsewhere === undefined) continue;
      const remedy = `skillc secret set ${name} --origin ${origin}`;
      return stop('denied', 'secret/kept-elsewhere', `\`${name}\` is kept for ${elsewhere}`, { remedy });
    }
  }
  return undefined;
}
