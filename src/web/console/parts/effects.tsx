import type { Effect } from '../../api.ts';
import { effectWords } from '../state/words.ts';

/** Everything that may be touched, never cut short. */
export function Effects({ effects, sign }: { readonly effects: readonly Effect[]; readonly sign?: '+' | '−' }) {
  if (effects.length === 0) return <p class="none">nothing outside</p>;
  return (
    <ul class="effects">
      {effects.map((effect) => {
        const { verb, object } = effectWords(effect);
        return (
          <li key={JSON.stringify(effect)} data-kind={effect.kind} data-sign={sign}>
            {sign !== undefined && <span class="sign">{sign === '+' ? 'new: ' : 'gone: '}</span>}
            <span class="verb">{verb}</span> <code>{object}</code>
          </li>
        );
      })}
    </ul>
  );
}
