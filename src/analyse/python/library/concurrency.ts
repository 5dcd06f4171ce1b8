import { argument, computed, type Handler, needed, undecided } from '../../library.ts';
import { type Call, plainCall } from '../../run/machine.ts';
import { itemsOf } from '../../run/parts.ts';
import { data, join, list, nothing, object, type Value } from '../../value.ts';

/** Calls a function as a thread, a pool or a loop would. */
function callLater(
  call: Call,
  fn: Value,
  args: readonly Value[],
  named: ReadonlyMap<string, Value> = new Map(),
): Value {
  return call.machine.call(fn, { ...plainCall(call, args, call.open), named });
}

const thread: Handler = (call) => {
  const target = argument(call, 1, 'target');
  const given = argument(call, 3, 'args');
  const more = argument(call, 4, 'kwargs');
  const named = more?.kind === 'record' ? more.entries : new Map<string, Value>();
  if (target !== undefined) callLater(call, target, given === undefined ? [] : itemsOf(given).items, named);
  return data('a thread');
};

const timer: Handler = (call) => {
  const fn = argument(call, 1, 'function');
  const given = argument(call, 2, 'args');
  if (fn !== undefined) callLater(call, fn, given === undefined ? [] : itemsOf(given).items);
  return data('a timer');
};

const laterFirst: Handler = (call) => {
  const [fn, ...args] = call.args;
  return fn === undefined ? nothing : callLater(call, fn, args, call.named);
};

const same: Handler = (call) => needed(call, 0);

const connects: Handler = (call) => {
  undecided(call, 'socket', 'it opens a connection of its own');
  return data('a connection');
};

const pool: Handler = () => object('pool');

export const concurrencyHandlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['threading.Thread', thread],
  ['multiprocessing.Process', thread],
  ['threading.Timer', timer],
  ...[
    'concurrent.futures.ThreadPoolExecutor',
    'concurrent.futures.ProcessPoolExecutor',
    'multiprocessing.Pool',
    'multiprocessing.pool.ThreadPool',
    'multiprocessing.dummy.Pool',
  ].map((name) => [name, pool] as const),
  ['concurrent.futures.as_completed', same],
  ['concurrent.futures.wait', same],
  ...['run', 'create_task', 'ensure_future', 'wait_for', 'shield', 'wait', 'as_completed'].map(
    (name) => [`asyncio.${name}`, same] as const,
  ),
  ['asyncio.gather', (call) => list(call.args, call.open)],
  ['asyncio.to_thread', laterFirst],
  ...['get_event_loop', 'new_event_loop', 'get_running_loop'].map(
    (name) => [`asyncio.${name}`, () => object('event-loop')] as const,
  ),
  ...['open_connection', 'open_unix_connection', 'start_server', 'start_unix_server'].map(
    (name) => [`asyncio.${name}`, connects] as const,
  ),
  ...[
    'socket.socket',
    'socket.create_connection',
    'socket.create_server',
    'socket.socketpair',
    'socket.fromfd',
    'ssl.wrap_socket',
    'ssl.get_server_certificate',
  ].map((name) => [name, connects] as const),
  ...[
    'socket.getaddrinfo',
    'socket.gethostbyname',
    'socket.gethostbyaddr',
    'socket.gethostbyname_ex',
    'socket.getnameinfo',
    'socket.getfqdn',
  ].map(
    (name) =>
      [
        name,
        ((call) => {
          undecided(call, 'socket', 'it asks for the address of a name');
          return data('an address');
        }) as Handler,
      ] as const,
  ),
  ['socket.gethostname', computed],
  ['socket.setdefaulttimeout', computed],
  ['socket.inet_aton', computed],
  ['socket.inet_ntoa', computed],
]);

export function poolMethod(name: string, call: Call): Value {
  switch (name) {
    case 'submit':
    case 'apply':
    case 'apply_async': {
      const [fn, ...args] = call.args;
      if (fn === undefined) return nothing;
      const packed = name === 'submit' ? args : itemsOf(args[0] ?? list([])).items;
      return callLater(call, fn, packed, call.named);
    }
    case 'map':
    case 'imap':
    case 'imap_unordered':
    case 'map_async':
    case 'starmap': {
      const [fn, ...lists] = call.args;
      if (fn === undefined) return nothing;
      const columns = lists.map((one) => itemsOf(one).items);
      const args = name === 'starmap' ? itemsOf(join(columns[0] ?? [])).items : columns.map((items) => join(items));
      return list([callLater(call, fn, args)], true);
    }
    default:
      return data('a pool');
  }
}

export function loopMethod(name: string, call: Call): Value {
  if (name === 'run_until_complete' || name === 'create_task') return needed(call, 0);
  if (name === 'run_in_executor') {
    const [, fn, ...args] = call.args;
    return fn === undefined ? nothing : callLater(call, fn, args);
  }
  if (/^(?:call_soon|call_later|call_at|add_reader|add_signal_handler)/.test(name))
    for (const one of call.args) if (one.kind === 'function') callLater(call, one, []);
  if (/connection|server|endpoint|subprocess/.test(name)) undecided(call, 'socket', 'it opens a connection of its own');
  return data('a loop');
}
