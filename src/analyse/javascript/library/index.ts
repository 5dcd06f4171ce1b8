import { computed, type Handler, needed, undecided } from '../../library.ts';
import { covered, data, each, library, literalText } from '../../value.ts';
import { fileHandlers, processHandlers } from './files.ts';
import { httpHandlers } from './http.ts';
import { valueHandlers } from './values.ts';

const runsCode =
  (what: string): Handler =>
  (call) => {
    undecided(call, 'code', what);
    return covered(what);
  };

const load: Handler = (call) => {
  const names = each(needed(call, 0)).map(literalText);
  const [only] = names;
  if (names.length === 1 && only !== undefined)
    return call.machine.language.importModule(only, call.frame, call.at, call.machine);
  undecided(call, 'code', 'which module it loads is decided when it runs');
  return covered('a module that is not in the text');
};

const dynamicHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['eval', runsCode('`eval` runs text as code')],
  ['Function', runsCode('`Function` makes code of text')],
  ['require', load],
  ['import()', load],
  ['require.resolve', computed],
  ['require.extensions', runsCode('it changes how modules are loaded')],
  ['Reflect.get', runsCode('which member it takes is decided when it runs')],
  ['Reflect.apply', runsCode('what it calls is decided when it runs')],
  ['Reflect.construct', runsCode('what it makes is decided when it runs')],
  ['Proxy', runsCode('a `Proxy` changes what members mean')],
  ['Worker', runsCode('a worker runs other code')],
  ['SharedWorker', runsCode('a worker runs other code')],
  ['importScripts', runsCode('it loads code from elsewhere')],
  ...['compile', 'instantiate', 'Module', 'Instance', 'compileStreaming', 'instantiateStreaming'].map(
    (name) => [`WebAssembly.${name}`, runsCode('`WebAssembly` runs code that is not in the text')] as const,
  ),
  ['createRequire', () => library('require')],
  ['module.createRequire', () => library('require')],
  ['dotenv.config', () => data('nothing of interest')],
  ['dotenv.parse', () => data('settings')],
  ['dotenv.default.config', () => data('nothing of interest')],
]);

/** Functions that reach something, by their dotted names. */
export const touching: ReadonlyMap<string, Handler> = new Map([
  ...fileHandlers,
  ...processHandlers,
  ...httpHandlers,
  ...dynamicHandlers,
]);

export const javascriptHandlers: ReadonlyMap<string, Handler> = new Map([...valueHandlers, ...touching]);
