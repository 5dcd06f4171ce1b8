/** A stretch of the stream that one mask stands for, by absolute offsets. */
interface Region {
  start: number;
  end: number;
  name: string;
  /** Of the longest match in it: that one names the mask. */
  length: number;
}

/** The stretches to mask that are not written yet. Overlapping ones become one: no byte of any match gets out. */
export class Regions {
  #list: Region[] = [];
  /** The name of the match that ended first. */
  first: string | undefined;
  readonly #mask: MaskOf;

  constructor(mask: MaskOf) {
    this.#mask = mask;
  }

  add(start: number, end: number, name: string): void {
    this.first ??= name;
    const merged: Region = { start, end, name, length: end - start };
    let at = this.#list.length;
    while (at > 0 && (this.#list[at - 1] as Region).end > start) at -= 1;
    let upTo = at;
    for (; upTo < this.#list.length; upTo += 1) {
      const other = this.#list[upTo] as Region;
      if (other.start >= end) break;
      if (other.length > merged.length || (other.length === merged.length && other.name < merged.name)) {
        merged.name = other.name;
        merged.length = other.length;
      }
      merged.start = Math.min(merged.start, other.start);
      merged.end = Math.max(merged.end, other.end);
    }
    this.#list.splice(at, upTo - at, merged);
  }

  /** Writes the bytes of `held` (its first is at offset `base`) up to `frontier`, with a mask for each finished stretch. */
  write(held: Uint8Array, base: number, frontier: number): Uint8Array {
    const out: Uint8Array[] = [];
    let from = base;
    let done = 0;
    for (const region of this.#list) {
      if (region.start >= frontier) break;
      if (region.start > from) out.push(held.subarray(from - base, region.start - base));
      from = Math.max(from, Math.min(region.end, frontier));
      if (region.end > frontier) break;
      out.push(Buffer.from(this.#mask(region.name)));
      done += 1;
    }
    this.#list.splice(0, done);
    if (from < frontier) out.push(held.subarray(from - base, frontier - base));
    return out.length === 1 ? (out[0] as Uint8Array) : Buffer.concat(out);
  }
}

/** What stands in the place of a secret, by its name. */
export type MaskOf = (name: string) => string;

export function maskOf(name: string): string {
  return `\${secret:${name}}`;
}
