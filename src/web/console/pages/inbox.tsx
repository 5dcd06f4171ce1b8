import { useEffect } from 'preact/hooks';
import type { ApprovalList, ApprovalSummary } from '../../api.ts';
import { Tier } from '../parts/tier.tsx';
import { Told } from '../parts/told.tsx';
import { useKeys } from '../state/keys.ts';
import { pending } from '../state/live.ts';
import { addressOf, go } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';
import { ago } from '../state/words.ts';
import { ApprovalPage } from './approval.tsx';

/** The questions beside the one that is open; on a narrow screen one of the two. */
export function InboxPage({ id }: { readonly id?: string }) {
  const answer = useAnswer<ApprovalList>('/api/approvals');
  const approvals = answer.value?.approvals ?? [];
  const waiting = approvals.filter(({ state }) => state === 'pending').length;
  useEffect(() => {
    if (answer.value !== undefined) pending.value = waiting;
  }, [answer.value, waiting]);
  const move = (by: number) => {
    const at = approvals.findIndex((one) => one.id === id);
    const next = approvals[Math.min(approvals.length - 1, Math.max(0, at + by))];
    if (next !== undefined) go('inbox', next.id);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <section class="list" aria-labelledby="inbox-title">
        <h1 id="inbox-title">Inbox</h1>
        <Told answer={answer}>
          {() =>
            approvals.length === 0 ? (
              <p class="none">No questions. When a skill is loaded or an agent asks for something, it appears here.</p>
            ) : (
              <ul class="cards">
                {approvals.map((one) => (
                  <Card key={one.id} approval={one} isOpen={one.id === id} />
                ))}
              </ul>
            )
          }
        </Told>
      </section>
      <section class="detail" aria-label="The question">
        {id === undefined ? (
          <p class="none">Choose a question. j and k move, 1 2 3 approve, d denies.</p>
        ) : (
          <ApprovalPage key={id} id={id} />
        )}
      </section>
    </div>
  );
}

function Card({ approval, isOpen }: { readonly approval: ApprovalSummary; readonly isOpen: boolean }) {
  const { id, skill, operation, reason, tier, state, waiting, asked_at } = approval;
  return (
    <li>
      <a
        class="card"
        href={addressOf('inbox', id)}
        data-state={state}
        {...(isOpen ? { 'aria-current': 'true' as const } : {})}
      >
        <span class="name">
          <b>{skill}</b>.{operation}
        </span>
        <span class="why">{reason === '' ? 'needs an approval' : reason}</span>
        <span class="facts">
          <span class="state">{state}</span>
          <Tier tier={tier} />
          {waiting > 0 && (
            <span>
              {waiting} call{waiting === 1 ? '' : 's'} waiting
            </span>
          )}
          {asked_at !== null && <span>{ago(asked_at)}</span>}
        </span>
      </a>
    </li>
  );
}
