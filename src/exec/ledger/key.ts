/** Keys of several parts. A name holds no control character (`field-shape.ts`), so no two lists of parts make one key. */
const between = '\t';

export const grantKey = {
  always: (id: string): string => [id, 'always'].join(between),
  session: (id: string, session: string): string => [id, 'session', session].join(between),
  once: (id: string, session: string, parameters: string): string => [id, 'once', session, parameters].join(between),
  /** Starts every grant of the approval. */
  prefix: (id: string): string => id + between,
};

/** A secret or setting of one skill, or of every skill where none is named. */
export function ownedKey(name: string, skill: string | undefined): string {
  return [name, skill ?? ''].join(between);
}

export function bindingKey(name: string, skill: string | undefined, origin: string, slot: string): string {
  return [name, skill ?? '', origin, slot].join(between);
}

export function isBindingOf(key: string, skill: string): boolean {
  return key.split(between)[1] === skill;
}

/** Starts every binding of the secret. */
export function bindingPrefix(name: string, skill: string | undefined): string {
  return ownedKey(name, skill) + between;
}

/** Questions are counted for each skill; those of no skill for each session. */
export function skillRequests(skill: string): string {
  return ['request', 'skill', skill].join(between);
}

export function sessionRequests(session: string): string {
  return ['request', 'session', session].join(between);
}

export function turnedRateKey(how: string, capability: string, skill: string | undefined): string {
  return ['turned', how, capability, skill ?? ''].join(between);
}
