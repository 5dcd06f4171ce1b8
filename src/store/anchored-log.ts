import type { Buffer } from 'node:buffer';
import { AnchorFile } from './chain/anchors.ts';
import { originOf, readSigner, readVerifiers } from './chain/keys.ts';
import type { Frontier } from './chain/merkle.ts';
import { openCheckpoint, type Signer, signCheckpoint, type Verifier } from './chain/note.ts';
import { resetRemedy, StoreFault } from './fault.ts';
import type { Home } from './home.ts';
import type { Log } from './log.ts';

/** A checkpoint is due after this many records, if the second of activity did not end before. */
export const recordsPerCheckpoint = 64;

interface Pending {
  readonly note: string;
  readonly size: number;
}

/** Signs checkpoints and puts them in the second place, and sees there whether the log was cut or has a twin. */
export class AnchoredLog {
  readonly #home: Home;
  readonly #id: string;
  readonly #log: Log;
  readonly #signer: Signer;
  readonly #file: AnchorFile;
  #verifiers: readonly Verifier[];
  #pending: Pending | undefined;
  /** Notes of others that are still to be compared: what interrupts that must not make them forgotten. */
  readonly #unseen: string[] = [];
  /** Appended, perhaps not yet on the disk. */
  #appended = 0;
  #synced = 0;

  /** Throws where what is anchored is not in the log. */
  constructor(home: Home, id: string, log: Log) {
    this.#home = home;
    this.#id = id;
    this.#log = log;
    this.#signer = readSigner(home, id);
    this.#verifiers = readVerifiers(home);
    this.#file = new AnchorFile(home, id);
    try {
      this.#unseen.push(...this.#file.news());
      this.#refuseLostAnchors();
      this.#pending = this.#unanchored();
      this.#compare();
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  #refuseLostAnchors(): void {
    const anchored = this.#log.anchoredSize();
    if (anchored === 0) return;
    const note = this.#log.checkpointAt(anchored);
    if (note !== undefined && this.#unseen.includes(note)) return;
    const message = `the anchors in \`${this.#home.anchors}\` do not reach record ${anchored - 1}, which was anchored`;
    throw new StoreFault('log/anchors-missing', message, resetRemedy);
  }

  /** The last checkpoint, where a crash came before its anchor. */
  #unanchored(): Pending | undefined {
    const size = this.#log.signedSize();
    const note = this.#log.checkpointAt(size);
    return note === undefined || this.#unseen.includes(note) ? undefined : { note, size };
  }

  /** Every note of the second place must be one of this log: not longer, and with the same root. */
  #compare(): void {
    this.#unseen.push(...this.#file.news());
    for (let note = this.#unseen[0]; note !== undefined; note = this.#unseen[0]) {
      this.#compareOne(note);
      this.#unseen.shift();
    }
  }

  #compareOne(note: string): void {
    const now = this.#log.requireHead().size;
    const known = this.#log.sizeOfCheckpoint(note);
    if (known !== undefined && known <= now) return;
    const opened = this.#open(note);
    if (opened === undefined) return;
    const { size, root } = opened;
    if (now < size) {
      const message = `the log has ${now} records, but ${size} are anchored: records were cut off, or this is an old copy`;
      throw new StoreFault('log/cut', message, resetRemedy);
    }
    if (this.#log.rootAt(size).equals(root)) return;
    const message = `the first ${size} records are not those that are anchored: the log was changed, or has a twin`;
    throw new StoreFault('log/forked', message, resetRemedy);
  }

  #open(note: string): { readonly size: number; readonly root: Buffer } | undefined {
    let opened = openCheckpoint(note, originOf(this.#id), this.#verifiers);
    if (opened.kind === 'bad') {
      // Another process may have a newer key.
      this.#verifiers = readVerifiers(this.#home);
      opened = openCheckpoint(note, originOf(this.#id), this.#verifiers);
    }
    return opened.kind === 'bad' ? undefined : opened.checkpoint;
  }

  unsigned(size: number): number {
    return size - this.#log.signedSize();
  }

  /** Inside a transaction: signs the head. */
  sign(tree: Frontier): void {
    if (this.unsigned(tree.size) === 0) return;
    const note = signCheckpoint({ origin: originOf(this.#id), size: tree.size, root: tree.root() }, [this.#signer]);
    this.#log.addCheckpoint(tree.size, note, tree);
    this.#pending = { note, size: tree.size };
  }

  /** The transaction came to nothing. */
  abandon(): void {
    this.#pending = undefined;
  }

  /** After its commit: to the second place. */
  anchor(): void {
    if (this.#pending === undefined) return;
    this.#compare();
    this.#file.append(this.#pending.note);
    this.#appended = this.#pending.size;
    this.#pending = undefined;
  }

  /** Gives the size that is safe there, where it has grown. */
  sync(): number | undefined {
    if (this.#appended === this.#synced) return undefined;
    this.#file.sync();
    this.#synced = this.#appended;
    return this.#synced;
  }

  close(): void {
    this.#file.close();
  }
}
