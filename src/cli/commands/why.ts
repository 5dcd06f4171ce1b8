import { type Why, whyOf } from '../../host/index.ts';
import { visible } from '../../index.ts';
import { eventText } from '../event-text.ts';
import { exitCode } from '../exit-code.ts';
import { type Printer, type PrintOptions, printerFor } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withHost } from '../with-host.ts';

export async function runWhy(id: string, options: PrintOptions, terminal: Terminal): Promise<number> {
  const printer = printerFor(terminal, options);
  return withHost(terminal, printer, async (host) => {
    const why = await whyOf(host, id);
    if (why === undefined)
      return printer.fail({
        code: 'chain/unknown',
        message: `the log knows nothing of \`${id}\``,
        remedy: 'name a call (call_…), an approval (apr_…) or an event (evt_…): `skillc log` lists them',
      });
    await printer.show(why, () => whyText(why, printer));
    return exitCode.done;
  });
}

function whyText({ id, outcome, capability, decision, approval, skill, events }: Why, { paint }: Printer): string {
  return [
    `${paint.bold(visible(id))}  ${outcome}${capability === null ? '' : `  ${visible(capability)}`}`,
    ...events.map(
      (event, at) =>
        `  ${at === 0 ? '       ' : 'because'}  ${eventText(event, { paint, width: Number.POSITIVE_INFINITY })}`,
    ),
    ...decisionLines(decision),
    ...approvalLines(approval),
    ...skillLines(skill),
  ].join('\n');
}

function decisionLines(decision: Why['decision']): readonly string[] {
  if (decision === null || typeof decision !== 'object' || !('rules' in decision)) return [];
  const { decision: said, code, because, rules } = decision;
  const matched = Array.isArray(rules) ? rules.map((rule) => visible(String(rule))).join(', ') : '';
  const why = typeof because === 'string' ? `, because of ${visible(because)}` : '';
  return [`decision  ${visible(String(said ?? code ?? 'none'))}${why}; rules: ${matched === '' ? 'none' : matched}`];
}

function approvalLines(approval: Why['approval']): readonly string[] {
  if (approval === null) return [];
  const { id, status, scope, granted_by, granted_at, answered_by, answered_at } = approval;
  const by = (who: string | null, at: number | null) =>
    who === null || at === null ? '' : ` by ${who} at ${new Date(at).toISOString()}`;
  const granted = granted_by === null ? [] : [`granted${by(granted_by, granted_at)} (${scope})`];
  const now = {
    unasked: 'no call has asked for it yet',
    pending: 'waits for an answer',
    denied: `denied${by(answered_by, answered_at)}`,
    revoked: `revoked${by(answered_by, answered_at)}`,
    expired: `expired; granted${by(answered_by, answered_at)}`,
    ended: 'ended with the skill it was for',
  }[status];
  const rest = now === undefined ? (granted.length === 0 ? [`now ${status}`] : []) : [now];
  return [`approval  ${id}  ${[...granted, ...rest].join('; ')}`];
}

function skillLines(skill: Why['skill']): readonly string[] {
  if (skill === null) return [];
  const { id, source, digest, place } = skill;
  const from = place === null ? visible(source) : `${visible(place.file)}:${place.line}:${place.column}`;
  return [
    `skill     ${id === null ? '' : `${visible(id)}  `}${digest}`,
    `from      ${from}`,
    ...(place === null ? [] : [`          ${place.line} | ${visible(place.text)}`]),
  ];
}
