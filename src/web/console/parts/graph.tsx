import type { ChainEvent, ChainPath } from '../../api.ts';
import { addressOf } from '../state/route.ts';
import { clock } from '../state/words.ts';

const WIDTH = 216;
const HEIGHT = 58;
const GAP_X = 24;
const GAP_Y = 40;

interface Placed {
  readonly event: ChainEvent;
  readonly x: number;
  readonly y: number;
}

/** Causes above, what they caused below; the timeline beside it says the same in words. */
export function Graph({ path }: { readonly path: ChainPath }) {
  const placed = placeEvents(path);
  const at = new Map(placed.map((one) => [one.event.id, one]));
  const width = Math.max(...placed.map(({ x }) => x + WIDTH), WIDTH);
  const height = Math.max(...placed.map(({ y }) => y + HEIGHT), HEIGHT);
  return (
    <section class="graph" aria-label="Graph of causes">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="presentation">
        {path.edges.map(({ from, to }) => {
          const [cause, effect] = [at.get(from), at.get(to)];
          if (cause === undefined || effect === undefined) return null;
          return <path key={`${from} ${to}`} class="edge" d={edge(cause, effect)} />;
        })}
        {placed.map(({ event, x, y }) => (
          <a key={event.id} href={addressOf('chain', event.id)}>
            <g class="node" data-kind={event.kind} transform={`translate(${x} ${y})`}>
              <rect width={WIDTH} height={HEIGHT} rx="8" />
              <text x="12" y="23" class="kind">
                {event.kind}
              </text>
              <text x="12" y="43" class="facts">
                {`${clock(event.at)} · ${shortened(event.capability ?? event.actor)}`}
              </text>
            </g>
          </a>
        ))}
      </svg>
    </section>
  );
}

/** The timeline beside it has the whole name. */
function shortened(text: string): string {
  return text.length > 17 ? `${text.slice(0, 16)}…` : text;
}

function edge(cause: Placed, effect: Placed): string {
  const [x1, y1] = [cause.x + WIDTH / 2, cause.y + HEIGHT];
  const [x2, y2] = [effect.x + WIDTH / 2, effect.y];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1} C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

/** Each event one row below the lowest of its causes; rows are filled in the order of the log. */
function placeEvents({ events, edges }: ChainPath): readonly Placed[] {
  const causes = new Map<string, string[]>();
  for (const { from, to } of edges) causes.set(to, [...(causes.get(to) ?? []), from]);
  const depth = new Map<string, number>();
  const filled: number[] = [];
  return events
    .toSorted((a, b) => a.seq - b.seq)
    .map((event) => {
      const row = Math.max(-1, ...(causes.get(event.id) ?? []).map((cause) => depth.get(cause) ?? -1)) + 1;
      depth.set(event.id, row);
      const column = filled[row] ?? 0;
      filled[row] = column + 1;
      return { event, x: column * (WIDTH + GAP_X), y: row * (HEIGHT + GAP_Y) };
    });
}
