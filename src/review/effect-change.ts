import type { Effect, NetworkEffect, SecretEffect } from '../ir/effect.ts';
import { covers } from '../ir/effects.ts';
import { effectText } from '../report/effect-text.ts';
import type { Change } from './change.ts';

type EffectChange = Pick<Change, 'kind' | 'severity' | 'message' | 'effect'>;

/** What an effect adds to those of before; undefined where it was there, or is covered by one that was. */
export function effectChange(effect: Effect, before: readonly Effect[]): EffectChange | undefined {
  if (before.some((old) => isSame(old, effect) || covers(old, effect))) return undefined;
  switch (effect.kind) {
    case 'network':
      return networkChange(effect, before);
    case 'secret':
      return secretChange(effect, before);
    case 'write':
      return plain(effect, 'new-write', isInside(effect.path) ? 'minor' : 'major');
    case 'read':
      return plain(effect, 'new-read', isInside(effect.path) ? 'minor' : 'major');
    case 'process':
      return plain(effect, 'new-program', 'major');
    case 'env':
      return plain(effect, 'new-variable', 'minor');
    case 'classified':
      return plain(effect, 'new-classification', 'minor');
    case 'output':
      return plain(effect, 'prints', 'note');
  }
}

function networkChange(effect: NetworkEffect, before: readonly Effect[]): EffectChange {
  const same = before.filter((old): old is NetworkEffect => old.kind === 'network' && old.origin === effect.origin);
  if (same.length === 0) return change(effect, 'new-host', 'major', `reaches ${effect.origin}, which it did not`);
  if (!same.some((old) => old.method === effect.method || old.method === '*')) {
    const severity = effect.method === 'GET' || effect.method === 'HEAD' ? 'minor' : 'major';
    return change(effect, 'new-method', severity, `${effectText(effect)}; the method is new for this host`);
  }
  const isWider = same.some((old) => covers(effect, old));
  return isWider
    ? change(effect, 'wider-path', 'major', `${effectText(effect)}, which is wider than before`)
    : change(effect, 'new-path', 'minor', effectText(effect));
}

function secretChange(effect: SecretEffect, before: readonly Effect[]): EffectChange {
  const same = before.filter((old): old is SecretEffect => old.kind === 'secret' && old.name === effect.name);
  if (same.length === 0) return change(effect, 'new-secret', 'critical', effectText(effect));
  if (same.every((old) => old.origin !== effect.origin)) {
    const known = [...new Set(same.map(({ origin }) => origin))].join(', ');
    return change(effect, 'secret-elsewhere', 'critical', `${effectText(effect)}; until now it went to ${known}`);
  }
  return change(effect, 'new-secret-slot', 'critical', `${effectText(effect)}; that place is new`);
}

function plain(effect: Effect, kind: string, severity: Change['severity']): EffectChange {
  return change(effect, kind, severity, effectText(effect));
}

function change(effect: Effect, kind: string, severity: Change['severity'], message: string): EffectChange {
  return { kind, severity, message, effect };
}

function isInside(path: string): boolean {
  return !/^(?:\/|~|\$)|(?:^|\/)\.\.(?:\/|$)|\$\{dynamic:/.test(path);
}

function isSame(a: Effect, b: Effect): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
