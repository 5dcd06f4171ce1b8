import { inspect } from 'node:util';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Shorter values occur by chance, so that scrubbing them tears answers apart. */
const SHORT = 8;
/** A token of a few kilobytes is common; a whole file is no secret to put into a header. */
const LONGEST = 16_384;

/** A secret in memory. It shows itself only to who asks by `reveal`; printing, logging and serialising give a mask. */
export class SecretValue {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** Why a value cannot be kept is said without the value. */
  static of(input: string | Uint8Array, options: { readonly allowShort?: boolean } = {}): MadeValue {
    const text = typeof input === 'string' ? input : decodeUtf8(input);
    if (text === undefined || !text.isWellFormed()) return refused('not-text', 'the value is not UTF-8 text');
    if (/[\0\r\n]/.test(text)) return refused('line-break', 'the value holds a line break or a NUL byte');
    const bytes = encoder.encode(text).length;
    if (bytes === 0) return refused('empty', 'the value is empty');
    if (bytes > LONGEST) return refused('too-long', `the value is longer than ${LONGEST} bytes`);
    if (bytes < SHORT && options.allowShort !== true)
      return refused('too-short', `the value is shorter than ${SHORT} bytes`, 'repeat with --allow-short');
    return { kind: 'value', value: new SecretValue(text) };
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

export type MadeValue = { readonly kind: 'value'; readonly value: SecretValue } | RefusedValue;

export interface RefusedValue {
  readonly kind: 'refused';
  /** `secret/too-short` … */
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
}

/** Names are variables' names: they appear in masks, commands and file formats without quoting. */
export function isSecretName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name);
}

function refused(reason: string, message: string, remedy?: string): RefusedValue {
  return { kind: 'refused', code: `secret/${reason}`, message, ...(remedy === undefined ? {} : { remedy }) };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
