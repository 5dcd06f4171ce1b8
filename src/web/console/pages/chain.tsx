import { useSignalEffect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ChainEvent, EventPage } from '../../api.ts';
import { Timeline } from '../parts/timeline.tsx';
import { get } from '../state/api.ts';
import { recent } from '../state/live.ts';
import { wordsOf } from '../state/use-answer.ts';

const PAGE = 50;

/** Everything that happened, the newest first; what happens now is put on top. */
export function ChainPage() {
  const [events, setEvents] = useState<readonly ChainEvent[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const [wanted, setWanted] = useState('');
  const older = (before: number | null) => {
    const from = before === null ? '' : `&before=${before}`;
    get<EventPage>(`/api/events?limit=${PAGE}${from}`)
      .then((page) => {
        setEvents((known) => merged(known, page.events));
        setNext(page.next);
      })
      .catch((error: unknown) => setProblem(wordsOf(error)));
  };
  useEffect(() => older(null), []);
  useSignalEffect(() => {
    const events = recent.value;
    if (events.length > 0) setEvents((known) => merged(known, events));
  });
  const shown = events.filter((event) => JSON.stringify(event).toLowerCase().includes(wanted.toLowerCase()));
  return (
    <section class="page" aria-labelledby="chain-title">
      <h1 id="chain-title">Chain</h1>
      <p class="filter">
        <label for="filter">Only those with</label>
        <input
          id="filter"
          type="search"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </p>
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {shown.length === 0 && problem === '' && <p class="none">No events.</p>}
      <Timeline events={shown} />
      {next !== null && (
        <button type="button" onClick={() => older(next)}>
          Older events
        </button>
      )}
    </section>
  );
}

function merged(known: readonly ChainEvent[], more: readonly ChainEvent[]): readonly ChainEvent[] {
  const all = new Map([...known, ...more].map((event) => [event.seq, event]));
  return [...all.values()].toSorted((a, b) => b.seq - a.seq);
}
