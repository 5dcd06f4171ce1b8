import { useRef, useState } from 'preact/hooks';
import type { ApprovalDetail, Scope } from '../../api.ts';
import { post } from '../state/api.ts';
import { useKeys } from '../state/keys.ts';
import { wordsOf } from '../state/use-answer.ts';

const words: Readonly<Record<Scope, { readonly title: string; readonly meaning: string }>> = {
  once: { title: 'Once', meaning: 'the call that waits, with these parameters' },
  session: { title: 'This session', meaning: 'until the session ends, at most 12 hours' },
  always: { title: 'Always', meaning: 'until something in it changes, at most 90 days' },
};

interface Shown {
  readonly detail: ApprovalDetail;
  readonly onAnswer: (detail: ApprovalDetail) => void;
}

/** Yes in three lengths, or no with a reason. What is answered is the digest that was shown. */
export function Answering({ detail, onAnswer }: Shown) {
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const [call, setCall] = useState(detail.waiting_calls[0]?.call_id ?? undefined);
  const denial = useRef<HTMLDialogElement>(null);
  const path = `/api/approvals/${encodeURIComponent(detail.id)}`;
  const send = async (verb: string, body: object, done: string) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      onAnswer(await post<ApprovalDetail>(`${path}/${verb}`, { digest: detail.digest, ...body }));
      setSaid(done);
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const approve = (scope: Scope) => {
    if (!detail.scopes.includes(scope)) return;
    void send(
      'approve',
      { scope, ...(scope === 'once' && call !== undefined ? { call } : {}) },
      `approved: ${words[scope].title.toLowerCase()}`,
    );
  };
  const deny = () => denial.current?.showModal();
  const revoke = () => {
    if (detail.state === 'approved') void send('revoke', {}, 'taken back');
  };
  useKeys({ 1: () => approve('once'), 2: () => approve('session'), 3: () => approve('always'), d: deny, r: revoke });
  return (
    <section class="answering" aria-label="Your answer">
      {detail.waiting_calls.length > 1 && (
        <p class="which">
          <label for="which-call">Which call</label>
          <select id="which-call" value={call} onChange={({ currentTarget }) => setCall(currentTarget.value)}>
            {detail.waiting_calls.map(({ call_id, session }) => (
              <option key={call_id ?? session} value={call_id ?? ''}>
                {call_id} ({session})
              </option>
            ))}
          </select>
        </p>
      )}
      <div class="answers">
        {(['once', 'session', 'always'] as const).map((scope, at) => (
          <button
            key={scope}
            type="button"
            class="yes"
            disabled={busy || !detail.scopes.includes(scope)}
            onClick={() => approve(scope)}
            title={words[scope].meaning}
          >
            Approve: {words[scope].title} <kbd>{at + 1}</kbd>
          </button>
        ))}
        <button type="button" class="no" disabled={busy} onClick={deny}>
          Deny <kbd>d</kbd>
        </button>
        {detail.state === 'approved' && (
          <button type="button" class="no" disabled={busy} onClick={revoke}>
            Take back <kbd>r</kbd>
          </button>
        )}
      </div>
      {!detail.scopes.includes('session') && (
        <p class="facts">Once and this session are answers to a call that waits; none does.</p>
      )}
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="said" role="status">
        {said}
      </p>
      <Denial dialog={denial} onDeny={(reason) => void send('deny', reason === '' ? {} : { reason }, 'denied')} />
    </section>
  );
}

interface DenialProps {
  readonly dialog: { readonly current: HTMLDialogElement | null };
  readonly onDeny: (reason: string) => void;
}

function Denial({ dialog, onDeny }: DenialProps) {
  const [reason, setReason] = useState('');
  const closed = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLDialogElement && currentTarget.returnValue === 'deny') onDeny(reason.trim());
  };
  return (
    <dialog ref={dialog} onClose={closed} aria-labelledby="denial-title">
      <form method="dialog">
        <h2 id="denial-title">Deny</h2>
        <label for="denial-reason">Why, for whoever asked and for the record</label>
        <textarea
          id="denial-reason"
          rows={3}
          maxLength={500}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <div class="answers">
          <button type="submit" class="no" value="deny">
            Deny
          </button>
          <button type="submit" value="back">
            Back
          </button>
        </div>
      </form>
    </dialog>
  );
}
