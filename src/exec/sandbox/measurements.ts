import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { sha256 } from '../../ir/digest.ts';

/** What was measured is kept for as long as machine, boot, user and back end stay the same. */
export interface Measurements {
  readonly find: (backend: string, key: string) => readonly string[] | undefined;
  readonly keep: (backend: string, key: string, holds: readonly string[]) => void;
}

interface Entry {
  readonly key: string;
  readonly holds: readonly string[];
}

const maxBytes = 64 * 1024;

export function noMeasurements(): Measurements {
  return { find: () => undefined, keep: () => {} };
}

/** A file that cannot be read or is not exactly ours is the same as none; one that cannot be written costs only time. */
export function measurementsIn(file: string): Measurements {
  const read = (): Map<string, Entry> => {
    try {
      const text = readFileSync(file, 'utf8');
      return text.length > maxBytes ? new Map() : entriesOf(JSON.parse(text));
    } catch {
      return new Map();
    }
  };
  return {
    find: (backend, key) => {
      const entry = read().get(backend);
      return entry?.key === key ? entry.holds : undefined;
    },
    keep: (backend, key, holds) => {
      const entries = read().set(backend, { key, holds });
      try {
        const temporary = `${file}.${process.pid}`;
        writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(entries))}\n`, { mode: 0o600 });
        renameSync(temporary, file);
      } catch {
        // Measured again the next time.
      }
    },
  };
}

/** Of everything that a measurement depends on. */
export function measurementKey(parts: readonly string[]): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return sha256(JSON.stringify([boot, process.getuid?.() ?? -1, ...parts]));
}

function entriesOf(value: unknown): Map<string, Entry> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).flatMap(([name, entry]) => (isEntry(entry) ? [[name, entry]] : [])));
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('holds' in value)) return false;
  const { key, holds } = value;
  return typeof key === 'string' && Array.isArray(holds) && holds.every((name) => typeof name === 'string');
}
