import { newQuickJSWASMModule, RELEASE_SYNC } from 'quickjs-emscripten';
import { javascriptHost, javascriptWorld } from './javascript-host.ts';
import { serve } from './serve.ts';

/** A script in an engine that itself is WebAssembly: slower, and needs nothing of the machine. */
const served = serve();
const { request } = served;
const host = javascriptHost(served);
const engine = await newQuickJSWASMModule(RELEASE_SYNC);
const runtime = engine.newRuntime({ memoryLimitBytes: request.memory_mb * 1024 * 1024, maxStackSizeBytes: 512 * 1024 });
const context = runtime.newContext();
const call = context.newFunction('host', (...handles) => {
  const [operation = '', first = '', second = ''] = handles.map((handle) => String(context.dump(handle)));
  const answer = host.call(operation, first, second);
  return answer === undefined ? context.undefined : context.newString(answer);
});
const facts = JSON.stringify({ program: request.program, args: request.args, env: request.env, cwd: request.cwd });
try {
  const world = context.unwrapResult(context.evalCode(javascriptWorld, 'world.js'));
  const finish = context.unwrapResult(context.callFunction(world, context.undefined, call, context.newString(facts)));
  context.unwrapResult(runtime.executePendingJobs());
  context.unwrapResult(context.callFunction(finish, context.undefined));
} catch (error) {
  // The engine itself may run out of its stack, which is that of the process.
  failed(error);
}
served.exit(host.exitCode() ?? 0);

function failed(error: unknown): never {
  const [name, message, stack] = ['name', 'message', 'stack'].map((field) =>
    String(Reflect.get(Object(error), field) ?? ''),
  );
  if (name === 'InternalError' && message === 'out of memory') return served.outOfMemory();
  served.print('stderr', Buffer.from(`${name}: ${message}\n${stack}`));
  return served.exit(host.exitCode() ?? 1);
}
