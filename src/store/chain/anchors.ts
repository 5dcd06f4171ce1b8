import { Buffer } from 'node:buffer';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../home.ts';
import { checkPrivateFile, ensurePrivateFile, syncDirectory } from '../private-file.ts';

export function anchorPath(home: Home, log: string): string {
  return join(home.anchors, `${log}.notes`);
}

/** Every line that is a JSON string; one that is not is undefined. A line that was torn by a crash is one of those. */
export function readAnchors(home: Home, log: string): readonly (string | undefined)[] {
  const path = anchorPath(home, log);
  return checkPrivateFile(path) ? notesIn(fs.readFileSync(path, 'utf8')) : [];
}

function notesIn(text: string): (string | undefined)[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(noteOf);
}

function noteOf(line: string): string | undefined {
  try {
    const note: unknown = JSON.parse(line);
    return typeof note === 'string' ? note : undefined;
  } catch {
    return undefined;
  }
}

/** More than a second of the busiest log can add. What came before is `log verify`'s to compare. */
const tailBytes = 1 << 20;

/** The anchor file of a log that is being written, perhaps by several processes. */
export class AnchorFile {
  readonly #fd: number;
  #seen: number;
  #own = '';

  constructor(home: Home, log: string) {
    const path = anchorPath(home, log);
    ensurePrivateFile(path);
    syncDirectory(home.anchors);
    this.#fd = fs.openSync(path, 'a+');
    this.#seen = Math.max(0, fs.fstatSync(this.#fd).size - tailBytes);
  }

  /** Notes that others have appended since the last look; at first, the last ones of all. */
  news(): readonly string[] {
    const end = fs.fstatSync(this.#fd).size;
    if (end <= this.#seen) return [];
    const bytes = Buffer.alloc(end - this.#seen);
    const got = fs.readSync(this.#fd, bytes, 0, bytes.length, this.#seen);
    const whole = bytes.subarray(0, bytes.lastIndexOf(10, got - 1) + 1);
    this.#seen += whole.length;
    return notesIn(whole.toString('utf8')).filter((note) => note !== undefined && note !== this.#own) as string[];
  }

  /** The LF in front keeps a line that a crash tore from spoiling this one. */
  append(note: string): void {
    const line = Buffer.from(`\n${JSON.stringify(note)}\n`);
    let written = 0;
    while (written < line.length) written += fs.writeSync(this.#fd, line, written);
    this.#own = note;
  }

  sync(): void {
    fs.fdatasyncSync(this.#fd);
  }

  close(): void {
    fs.closeSync(this.#fd);
  }
}
