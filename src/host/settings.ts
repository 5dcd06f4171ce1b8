import type { Json } from '../ir/json.ts';
import type { Host } from './open-host.ts';

export interface KnownSetting {
  readonly name: string;
  readonly skill: string | null;
  readonly value: string;
}

export async function listSettings(host: Host): Promise<readonly KnownSetting[]> {
  const rows = await host.ledger.list('settings');
  return rows.flatMap(([, row]) => {
    const { name, skill = null, value } = row as { readonly [key: string]: Json };
    if (typeof name !== 'string' || typeof value !== 'string') return [];
    return [{ name, skill: typeof skill === 'string' ? skill : null, value }];
  });
}

const hostPart = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?(?::\d{1,5})?$/;
const address = /^https?:\/\/([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%-]*)*$/;

/**
 * Settings stand in origins: an http(s) origin with at most a path behind it, or a part of a host. Anything else could end
 * the host early and name another one.
 */
export function isSettingValue(value: string): boolean {
  if (hostPart.test(value)) return !value.includes('..');
  const written = address.exec(value)?.[1];
  if (written === undefined || !URL.canParse(value)) return false;
  // A second spelling of a host, such as 0x7f.1, would not be the one that is shown.
  return new URL(value).hostname === written.toLowerCase();
}
