import { type Context, createContext, Script } from 'node:vm';

const patience = 50;
const asked = new Script('pattern.test(text)');

/** A pattern of a skill's schema, run so that it cannot take for ever. One that does matches nothing. */
export class BoundedPattern {
  private readonly pattern: RegExp;
  private readonly room: Context | undefined;

  constructor(pattern: string, flags: string) {
    this.pattern = new RegExp(pattern, flags);
    this.room = isHarmless(pattern) ? undefined : createContext({ pattern: this.pattern, text: '' });
  }

  test(text: string): boolean {
    if (this.room === undefined) return this.pattern.test(text);
    try {
      this.room.text = text;
      return asked.runInContext(this.room, { timeout: patience }) === true;
    } catch {
      return false;
    }
  }

  /** ajv takes two patterns with the same text for the same. */
  toString(): string {
    return String(this.pattern);
  }
}

/** Without two repetitions that could share a text, and without references back, time grows with the text only. */
function isHarmless(pattern: string): boolean {
  const repetitions = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  return repetitions < 2 && !/\\[1-9k]|\(\?[=!<]/.test(pattern);
}
