import { ownedKey } from '../ledger/key.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { known, type Progress } from '../market/ask.ts';
import type { ExecHost } from '../market/host.ts';
import { type Stop, stop } from '../market/stop.ts';
import type { Gate } from './gate.ts';

/** What the skill leaves open in an origin is set by the host, before anybody is asked. */
export const areSettingsSet: Gate = (progress, host) => {
  const { plan } = known(progress.operation, 'known');
  if (plan.settings.length > 0) return readSettings(progress, host);
  progress.settings = noSettings;
  return undefined;
};

const noSettings: ReadonlyMap<string, string> = new Map();

async function readSettings(progress: Progress, host: ExecHost): Promise<Stop | undefined> {
  const { plan, skill } = known(progress.operation, 'known');
  const settings = new Map<string, string>();
  for (const { name, example } of plan.settings) {
    const value = await settingOf(name, skill, host.ledger);
    if (value === undefined) {
      const like = example === undefined ? 'VALUE' : example;
      return stop('waiting', 'setting/missing', `the setting \`${name}\` is not set`, {
        remedy: `skillc setting set ${name} ${like} --skill ${skill}`,
      });
    }
    settings.set(name, value);
  }
  progress.settings = settings;
  return undefined;
}

/** That of the skill, else that of every skill; undefined where there is none. */
export async function settingOf(name: string, skill: string, ledger: Ledger): Promise<string | undefined> {
  const own = (await ledger.get('settings', ownedKey(name, skill))) ?? undefined;
  return settingIn(own ?? (await ledger.get('settings', ownedKey(name, undefined))));
}

function settingIn(row: unknown): string | undefined {
  const value = typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined;
  return typeof value === 'string' ? value : undefined;
}
