import type { LoggedEvent } from '../event.ts';
import { bindingKey, bindingPrefix, ownedKey } from '../key.ts';
import type { StateWriter } from '../state.ts';

interface Owned {
  readonly name: string;
  readonly skill: string | null;
}

export function logStarted(writer: StateWriter, { data }: LoggedEvent): void {
  writer.put('meta', 'log', data);
}

export function secretStored(writer: StateWriter, { id, at, data }: LoggedEvent): void {
  const { name, skill } = data as unknown as Owned;
  writer.put('secrets', ownedKey(name, skill ?? undefined), { ...data, at, event: id });
}

export function secretRemoved(writer: StateWriter, { data }: LoggedEvent): void {
  const { name, skill } = data as unknown as Owned;
  writer.delete('secrets', ownedKey(name, skill ?? undefined));
  // One that was kept for every skill is gone for every skill.
  const prefix = skill === null ? `${name}\t` : bindingPrefix(name, skill);
  for (const [key] of writer.list('bindings', prefix)) writer.delete('bindings', key);
}

export function secretBound(writer: StateWriter, { id, data }: LoggedEvent): void {
  const { name, skill, origin, slot } = data as unknown as Owned & { readonly origin: string; readonly slot: string };
  writer.put('bindings', bindingKey(name, skill ?? undefined, origin, slot), { ...data, event: id });
}

export function settingSet(writer: StateWriter, { id, data }: LoggedEvent): void {
  const { name, skill, value } = data as unknown as Owned & { readonly value: string | null };
  const key = ownedKey(name, skill ?? undefined);
  if (value === null) writer.delete('settings', key);
  else writer.put('settings', key, { name, skill, value, event: id });
}
