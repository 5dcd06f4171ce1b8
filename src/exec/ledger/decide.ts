import type { Json } from '../../ir/json.ts';
import type { Command } from './command.ts';
import { commandShape } from './command-shape.ts';
import { type Context, isEarlier, refuse } from './context.ts';
import { admit } from './decisions/admit.ts';
import { grant } from './decisions/grant.ts';
import { bindSecret, removeSecret, storeSecret } from './decisions/keep-secret.ts';
import { loadSkill } from './decisions/load-skill.ts';
import { recover } from './decisions/recover.ts';
import { denyApproval, revokeApproval } from './decisions/refuse-approval.ts';
import { requestApproval } from './decisions/request-approval.ts';
import { setBudget } from './decisions/set-budget.ts';
import { setSetting } from './decisions/set-setting.ts';
import { settle } from './decisions/settle.ts';
import { turnedAway } from './decisions/turned-away.ts';
import { unloadSkill } from './decisions/unload-skill.ts';
import { warn } from './decisions/warn.ts';
import type { Decide, Decision, Moment } from './ledger.ts';
import { plainCopy } from './plain-copy.ts';
import type { StateView } from './state.ts';
import { readNow } from './time.ts';

/** A `kind` of several stands for each of them. */
type Of<K extends string> = Command extends infer C
  ? C extends { readonly kind: infer U }
    ? K extends U
      ? C
      : never
    : never
  : never;

const decisions: { readonly [K in Command['kind']]: (context: Context, command: Of<K>) => Decision } = {
  'load-skill': loadSkill,
  'unload-skill': unloadSkill,
  'request-approval': requestApproval,
  grant,
  'deny-approval': denyApproval,
  'revoke-approval': revokeApproval,
  admit,
  settle,
  'turned-away': turnedAway,
  recover,
  'set-budget': setBudget,
  'secret-stored': storeSecret,
  'secret-removed': removeSecret,
  'bind-secret': bindSecret,
  'set-setting': setSetting,
  warn,
};

/** Total: whatever is given, the answer is events that may be appended or a refusal. */
export const decide: Decide = (view, given, moment) => {
  const command = plainCopy(given);
  if (command === undefined) return refuse('command/malformed', 'a command is plain data, and not too much of it');
  return decideParsed(view, command as unknown as Command, moment);
};

/** For a command that was just read from JSON: it is plain data, and nobody else holds it. */
export const decideParsed: Decide = (view, command, moment) => {
  const wrong = commandShape(command as unknown as Json, 0);
  if (wrong !== undefined)
    return refuse('command/malformed', `the command is not well formed at \`${wrong.slice(0, 200)}\``);
  return decidePlain(view, command, moment);
};

function decidePlain(view: StateView, command: Command, moment: Moment): Decision {
  const now = readNow(moment, view.lastAt);
  if (now === undefined) return refuse('clock/unreadable', 'the clock says no time that can be', 'set the clock');
  const unknown = command.parents?.find((id) => !isEarlier(view, id));
  if (unknown !== undefined) return refuse('event/unknown', `there is no event \`${unknown}\` to follow from`);
  const one = decisions[command.kind] as (context: Context, command: Command) => Decision;
  return one({ view, now }, command);
}
