/** A moment as the clocks of a zone show it. */
export interface Local {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Minutes east of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

/** UTC where the zone is none that is known, as the C library has it. */
export function localTime(epochMs: number, zone: string): Local {
  const known = knownZone(zone);
  const parts = new Map(
    new Intl.DateTimeFormat('en-US', {
      timeZone: known,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
      timeZoneName: 'short',
    })
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name) ?? 0);
  const whole = Math.floor(epochMs / 1000) * 1000;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  const offset = Math.round((shown - whole) / 60_000);
  const name = parts.get('timeZoneName') ?? 'UTC';
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    offset,
    abbreviation: /^(?:GMT|UTC)$/.test(name) ? (known === 'UTC' ? 'UTC' : 'GMT') : shortName(name, offset),
  };
}

/** The database of this runtime knows few abbreviations: the others are shown as the numbers that newer ones use. */
function shortName(name: string, offset: number): string {
  if (/^[A-Z]{2,5}$/.test(name)) return name;
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${minutes === 0 ? '' : String(minutes).padStart(2, '0')}`;
}

function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone.replace(/^:/, '') || 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** The moment at which the clocks of a zone show this. */
export function epochOf(
  { year, month, day, hour, minute, second }: Omit<Local, 'offset' | 'abbreviation'>,
  zone: string,
): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  const first = asUtc - localTime(asUtc, zone).offset * 60_000;
  return asUtc - localTime(first, zone).offset * 60_000;
}
