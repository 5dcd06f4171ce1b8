import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

type Holder = Record<string, unknown>;

/** Every way out of the process that the compiler could take; each use is noted and then refused. */
const exits: readonly (readonly [Holder, readonly string[]])[] = [
  [childProcess as unknown as Holder, ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']],
  [net as unknown as Holder, ['connect', 'createConnection']],
  [net.Socket.prototype as unknown as Holder, ['connect']],
  [dns as unknown as Holder, ['lookup', 'resolve', 'resolve4', 'resolve6']],
  [dgram as unknown as Holder, ['createSocket']],
  [globalThis as unknown as Holder, ['fetch', 'eval', 'Function']],
];

/** What `run` tried to start or reach. The real functions are back afterwards. */
export async function tripped(run: () => void | Promise<void>): Promise<readonly string[]> {
  const seen: string[] = [];
  const undo = exits.flatMap(([holder, names]) => names.map((name) => trap(holder, name, seen)));
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    for (const restore of undo) restore();
    syncBuiltinESMExports();
  }
  return seen;
}

function trap(holder: Holder, name: string, seen: string[]): () => void {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  // Not an arrow function: `new Function(…)` must come here too.
  const fail = function fail(): never {
    seen.push(name);
    throw new Error(`${name} was called`);
  };
  Object.defineProperty(holder, name, { configurable: true, writable: true, value: fail });
  return () => {
    if (before === undefined) delete holder[name];
    else Object.defineProperty(holder, name, before);
  };
}

const builtIns = [Object, Array, Function, String, Number, Boolean, RegExp, Map, Set, Promise, Error, Date, Symbol];

/** Own keys and values of every built-in prototype, for comparing before and after. */
export function prototypes(): readonly (readonly [string, readonly (readonly [PropertyKey, unknown])[]])[] {
  return builtIns.map((type) => {
    const descriptors = Object.getOwnPropertyDescriptors(type.prototype) as Readonly<
      Record<PropertyKey, PropertyDescriptor>
    >;
    const rows = Reflect.ownKeys(descriptors).map(
      (key) => [key, descriptors[key]?.value ?? descriptors[key]?.get] as const,
    );
    return [type.name, rows] as const;
  });
}
