import { BadPattern } from '../regex/bad-pattern.ts';
import { NotText } from './utf8.ts';

/** What is not run here, where an error says so; any other is our own. */
export function refusedPattern(error: unknown): string {
  if (error instanceof BadPattern || error instanceof NotText) return error.message;
  if (error instanceof RangeError) return 'so much';
  throw error;
}
