import { neverStopped } from '../../provider.ts';
import { HttpFailure } from './failure.ts';

/** When and why a call ends. A signal is made only for those who need one: most calls finish on a kept connection. */
export class Deadline {
  reason: HttpFailure | undefined;
  #waiting: (() => void) | undefined;
  #controller: AbortController | undefined;
  #timer: NodeJS.Timeout;
  #ends: number;
  #outer: AbortSignal;
  #onOuter: () => void;

  /** Whichever comes first: the caller's stop, the time the request asks for, the time that was reserved. */
  constructor(outer: AbortSignal, capMs: number, timeoutMs: number | undefined) {
    const own = timeoutMs !== undefined && timeoutMs < capMs ? timeoutMs : undefined;
    const ms = Math.min(own ?? capMs, 2_147_483_647);
    this.#ends = performance.now() + ms;
    this.#timer = setTimeout(() => {
      if (own === undefined) this.#stop('limit/time', 'No whole answer in the time that was reserved', 28);
      else this.#stop('network/timeout', `No whole answer in ${own} ms`, 28);
    }, ms);
    this.#outer = outer;
    this.#onOuter = () => this.#stop('network/stopped', 'The call was stopped', 42);
    if (outer.aborted) this.#onOuter();
    else if (outer !== neverStopped) outer.addEventListener('abort', this.#onOuter, { once: true });
  }

  get leftMs(): number {
    return this.#ends - performance.now();
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  check(): void {
    if (this.reason !== undefined) throw this.reason;
  }

  /** One at a time: a call does one thing after the other. */
  onStop(act: (() => void) | undefined): void {
    this.#waiting = act;
  }

  /** Waits for somebody else, but not for ever. */
  during<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.onStop(() => reject(this.reason));
      if (this.reason !== undefined) reject(this.reason);
      promise.then(
        (value) => {
          this.onStop(undefined);
          resolve(value);
        },
        (error) => {
          this.onStop(undefined);
          reject(error);
        },
      );
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
    if (this.#outer !== neverStopped) this.#outer.removeEventListener('abort', this.#onOuter);
  }

  #stop(code: string, message: string, exitCode: number): void {
    if (this.reason !== undefined) return;
    this.reason = new HttpFailure(code, message, exitCode);
    this.#controller?.abort(this.reason);
    this.#waiting?.();
  }
}
