import ivm from 'isolated-vm';
import { javascriptHost, javascriptWorld } from './javascript-host.ts';
import { serve } from './serve.ts';

/** A script in an isolate of its own: another heap of the same engine, with nothing of Node's in it. */
const served = serve();
const { request } = served;
const host = javascriptHost(served);
const isolate = new ivm.Isolate({
  memoryLimit: Math.max(8, request.memory_mb),
  // The engine cannot go on; the process that holds it must not either.
  onCatastrophicError: () => process.abort(),
});
try {
  const context = isolate.createContextSync();
  const call = new ivm.Callback((operation: unknown, first: unknown, second: unknown) =>
    host.call(String(operation), String(first), String(second)),
  );
  const facts = JSON.stringify({ program: request.program, args: request.args, env: request.env, cwd: request.cwd });
  const finish = await context.evalClosure(`return ${javascriptWorld}($0, $1)`, [call, facts], {
    result: { reference: true },
  });
  // What was left in promises has run by now; an exit code set there counts.
  await finish.apply(undefined, []);
} catch (error) {
  if (isolate.isDisposed) served.outOfMemory();
  served.print('stderr', Buffer.from(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`));
  served.exit(host.exitCode() ?? 1);
}
served.exit(host.exitCode() ?? 0);
