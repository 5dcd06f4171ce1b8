import type { Handler } from '../../library.ts';
import { argumentHandlers, namespaceHandlers } from './arguments.ts';
import { builtinHandlers } from './builtins.ts';
import { concurrencyHandlers } from './concurrency.ts';
import { dynamicHandlers } from './dynamic.ts';
import { environmentHandlers } from './environment.ts';
import { fileHandlers } from './files.ts';
import { httpHandlers } from './http.ts';
import { pathHandlers } from './path-object.ts';
import { processHandlers } from './process.ts';
import { valueHandlers } from './values.ts';

/** Functions that reach something, by their dotted names. */
export const touching: ReadonlyMap<string, Handler> = new Map([
  ...environmentHandlers,
  ...fileHandlers,
  ...httpHandlers,
  ...processHandlers,
  ...concurrencyHandlers,
  ...dynamicHandlers,
]);

/** All functions that are followed. A name without a module is built in. */
export const pythonHandlers: ReadonlyMap<string, Handler> = new Map([
  ...builtinHandlers,
  ...valueHandlers,
  ...argumentHandlers,
  ...namespaceHandlers,
  ...pathHandlers,
  ...touching,
]);
