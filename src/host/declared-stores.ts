import type { Json } from '../ir/json.ts';
import type { Skill } from '../ir/skill.ts';

/**
 * Where an operation's answer holds credentials, as the skill declares it: `onboarding.steps[].store[] {from: agent.api_key, to: NAME}`.
 * JSON pointer → name of the secret.
 */
export function declaredStores(skill: Skill | undefined, operation: string): ReadonlyMap<string, string> {
  const stores = new Map<string, string>();
  for (const step of listOf(memberOf(memberOf(skill?.metadata, 'onboarding'), 'steps'))) {
    if (memberOf(step, 'operation') !== operation) continue;
    for (const store of listOf(memberOf(step, 'store'))) {
      const [from, to] = [memberOf(store, 'from'), memberOf(store, 'to')];
      const name = typeof to === 'string' ? to.replace(/^secrets?[:.]/i, '') : '';
      if (typeof from === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)) stores.set(pointerOf(from), name);
    }
  }
  return stores;
}

/** `$.agent.api_key`, `response.agent.api_key` and `/agent/api_key` are the same place. */
function pointerOf(path: string): string {
  if (path.startsWith('/')) return path;
  const keys = path.replace(/^(?:\$|response|result)(?=\.|$)\.?/, '').split(/[.[\]]+/);
  return keys
    .filter((key) => key !== '')
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, key))
    return undefined;
  return (value as { readonly [key: string]: Json })[key];
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
