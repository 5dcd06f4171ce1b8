import type { CapabilityDiff } from '../../api.ts';
import { Effects } from '../parts/effects.tsx';
import { day } from '../state/words.ts';

/** What it can do beyond the version that somebody has approved: capabilities, not text. */
export function Difference({ diff }: { readonly diff: CapabilityDiff }) {
  const { since, added, removed, changed } = diff;
  const isSame = added.length + removed.length + changed.length === 0;
  return (
    <section class="difference" aria-labelledby="difference-title">
      <h2 id="difference-title">Since it was approved on {day(since.granted_at)}</h2>
      {isSame && <p>It can touch what it could then, and nothing else.</p>}
      {added.length > 0 && <Effects effects={added} sign="+" />}
      {removed.length > 0 && <Effects effects={removed} sign="−" />}
      {changed.length > 0 && (
        <ul class="changed">
          {changed.map(({ member, before, after }) => (
            <li key={member}>
              <b>{member}</b> <del>{JSON.stringify(before)}</del> <ins>{JSON.stringify(after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
