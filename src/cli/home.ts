import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export function homeOf({ SKILLC_HOME }: Environment): string {
  return SKILLC_HOME === undefined || SKILLC_HOME === '' ? join(homedir(), '.skillc') : SKILLC_HOME;
}

export function sessionOf({ SKILLC_SESSION }: Environment): string {
  return SKILLC_SESSION === undefined || SKILLC_SESSION === '' ? 'default' : SKILLC_SESSION;
}
