import { useEffect, useRef } from 'preact/hooks';
import type { ApprovalDetail } from '../../api.ts';
import { Effects } from '../parts/effects.tsx';
import { Source } from '../parts/source.tsx';
import { Tier } from '../parts/tier.tsx';
import { Told } from '../parts/told.tsx';
import { addressOf } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';
import { amount, day, dimension, shortDigest } from '../state/words.ts';
import { Answering } from './answering.tsx';
import { Difference } from './difference.tsx';

/** Everything that a yes is bound to, then the answer. Nothing is cut, and every string is text. */
export function ApprovalPage({ id }: { readonly id: string }) {
  const answer = useAnswer<ApprovalDetail>(`/api/approvals/${encodeURIComponent(id)}`);
  return (
    <article class="approval">
      <p class="back">
        <a href={addressOf('inbox')}>← Inbox</a>
      </p>
      <Told answer={answer}>{(detail) => <Detail detail={detail} onAnswer={answer.set} />}</Told>
    </article>
  );
}

interface Shown {
  readonly detail: ApprovalDetail;
}

function Detail({ detail, onAnswer }: Shown & { readonly onAnswer: (detail: ApprovalDetail) => void }) {
  const { subject, notes, source, diff } = detail;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h1 tabIndex={-1} ref={title}>
        {detail.skill}.{detail.operation}
      </h1>
      <p class="lead">{detail.reason === '' ? 'This needs an approval.' : detail.reason}</p>
      <p class="facts">
        <span class="state" data-state={detail.state}>
          {detail.state}
        </span>
        <Tier tier={detail.tier} />
        <span>{subject.calls.join(' → ')}</span>
        {subject.classifications.map((one) => (
          <span class="class" key={one}>
            {one}
          </span>
        ))}
      </p>
      {notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      <Answering detail={detail} onAnswer={onAnswer} />
      {diff !== null && <Difference diff={diff} />}
      <div class="columns">
        <div>
          <h2>What it may touch</h2>
          <Effects effects={subject.effects} />
          <Secrets detail={detail} />
          <Sandbox detail={detail} />
          <Limits detail={detail} />
        </div>
        <div>
          <h2>Where it comes from</h2>
          <Source excerpts={source} />
          <Provenance detail={detail} />
        </div>
      </div>
    </>
  );
}

function Secrets({ detail: { secret_uses } }: Shown) {
  if (secret_uses.length === 0) return null;
  return (
    <>
      <h2>Secrets</h2>
      <ul class="secrets">
        {secret_uses.map(({ name, place, bound, stored }) => (
          <li key={`${name} ${place}`}>
            <code>{name}</code> goes to {place}
            <span class="facts">
              <span class={bound ? 'yes' : 'new'}>{bound ? 'bound there already' : 'new binding'}</span>
              <span class={stored ? 'yes' : 'new'}>{stored ? 'stored' : 'not stored yet'}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Sandbox({ detail: { sandbox } }: Shown) {
  if (sandbox.class === 'none') return null;
  const rows: readonly (readonly [string, string])[] = [
    ['isolation', sandbox.class],
    ...sandbox.isolation.map(({ backend, holds }) => [`by ${backend}`, `holds ${holds.join(', ')}`] as const),
    ['network', sandbox.egress.join(', ') || 'none'],
    ['reads', sandbox.read.join(', ') || 'none'],
    ['writes', sandbox.write.join(', ') || 'none'],
    ['cpu', sandbox.cpu_seconds === null ? 'the default' : `${sandbox.cpu_seconds} s`],
    ['memory', sandbox.memory_mb === null ? 'the default' : `${sandbox.memory_mb} MB`],
  ];
  return (
    <>
      <h2>Sandbox</h2>
      <p>{sandbox.meaning}</p>
      <Rows rows={rows} />
    </>
  );
}

function Limits({ detail: { subject } }: Shown) {
  const rows = Object.entries(subject.limits)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => [dimension(name), amount(name, value)] as const);
  return (
    <>
      <h2>At most</h2>
      <Rows rows={rows} />
    </>
  );
}

function Provenance({ detail }: Shown) {
  const { subject, digest, grants, waiting_calls } = detail;
  const rows: readonly (readonly [string, string])[] = [
    ['source', subject.source],
    ['skill', shortDigest(subject.skill_digest)],
    ['plan', shortDigest(subject.plan)],
    ['this question', shortDigest(digest)],
    ...Object.entries(subject.settings).map(([name, value]) => [`setting ${name}`, value] as const),
    ...(subject.programs ?? []).map(
      ({ name, path, version, digest: of }) =>
        [`program ${name}`, [path, version ?? shortDigest(of ?? '')].join(' ')] as const,
    ),
    ...subject.code.map(({ path, digest: of }) => [`runs ${path}`, shortDigest(of)] as const),
    ...waiting_calls.map(({ call_id, session }) => ['waits', `${call_id ?? 'a call'} of session ${session}`] as const),
    ...grants.map(({ scope, expires_at }) => ['granted', `${scope}, until ${day(expires_at)}`] as const),
  ];
  return (
    <>
      <h2>Bound to</h2>
      <Rows rows={rows} />
      <details>
        <summary>The whole question as data</summary>
        <pre>{JSON.stringify(subject, null, 2)}</pre>
      </details>
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <dl class="rows">
      {rows.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
