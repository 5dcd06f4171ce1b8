import { givenVariable } from '../../given-variable.ts';
import { argument, computed, type Handler, literalArgument, needed, undecided } from '../../library.ts';
import { type Call, foundAt } from '../../run/machine.ts';
import { data, each, join, literalText, type Value } from '../../value.ts';

/** One variable of the environment, perhaps with what is taken where it is not set. */
export function variable(call: Call, name: Value, preset: Value | undefined, required: boolean): Value {
  return join(each(name).map((one) => oneVariable(call, literalText(one), preset, required)));
}

function oneVariable(call: Call, name: string | undefined, preset: Value | undefined, required: boolean): Value {
  if (name === undefined) {
    undecided(call, 'variable', 'which variable it reads is decided when it runs');
    return data('a variable of the environment');
  }
  const given = givenVariable(name, call.machine);
  if (given !== undefined) return given;
  call.machine.findings.variable(name, required && preset === undefined, foundAt(call));
  const fallback = preset === undefined ? undefined : literalText(preset);
  const own: Value = { kind: 'text', pieces: [{ kind: 'env', name, ...(fallback === undefined ? {} : { fallback }) }] };
  const other = preset === undefined || fallback !== undefined ? [] : each(preset).filter((one) => !isNothing(one));
  return other.length === 0 ? own : join([own, ...other]);
}

function isNothing(value: Value): boolean {
  return value.kind === 'constant' && value.value === null;
}

const get: Handler = (call) => variable(call, needed(call, 0, 'key'), argument(call, 1, 'default'), false);

/** All of them together: nobody can say which are meant. */
export const everything: Handler = (call) => {
  undecided(call, 'variable', 'it looks at every variable of the environment');
  return data('the environment');
};

export const environmentHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['os.getenv', get],
  ['os.environ.get', get],
  ['os.environ.pop', get],
  ['os.environ.setdefault', get],
  ['os.environ.__getitem__', (call) => variable(call, needed(call, 0), undefined, true)],
  ['os.environ.items', everything],
  ['os.environ.values', everything],
  ['os.environ.keys', everything],
  // A copy for a child process: it has what the script has.
  ['os.environ.copy', () => data('the environment')],
  ['os.environ.update', computed],
  ['os.putenv', computed],
  ['os.unsetenv', computed],
  ['dotenv.load_dotenv', computed],
  ['dotenv.find_dotenv', computed],
  ['dotenv.dotenv_values', () => ({ kind: 'library', path: 'os.environ' })],
  ['dotenv.get_key', (call) => variable(call, needed(call, 1), undefined, false)],
  [
    'decouple.config',
    (call) =>
      variable(
        call,
        needed(call, 0),
        argument(call, -1, 'default'),
        literalArgument(call, -1, 'default') === undefined,
      ),
  ],
]);
