import { ownedKey } from '../ledger/key.ts';
import { known } from '../market/ask.ts';
import { stop } from '../market/stop.ts';
import type { Gate } from './gate.ts';

/** What the skill leaves open in an origin is set by the host, before anybody is asked. */
export const areSettingsSet: Gate = async (progress, host) => {
  const { plan, skill } = known(progress.operation, 'known');
  const settings = new Map<string, string>();
  for (const { name, example } of plan.settings) {
    const own = (await host.ledger.get('settings', ownedKey(name, skill))) ?? undefined;
    const row = own ?? (await host.ledger.get('settings', ownedKey(name, undefined)));
    const value = settingIn(row);
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
};

function settingIn(row: unknown): string | undefined {
  const value = typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined;
  return typeof value === 'string' ? value : undefined;
}
