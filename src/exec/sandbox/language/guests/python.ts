import { Bash, InMemoryFs } from 'just-bash';
import { serve } from './serve.ts';

/** CPython as WebAssembly. Its files are in memory; it starts no process and opens no connection. */
const served = serve();
const { request } = served;
const files = new InMemoryFs();
for (const [path] of request.files) await files.writeFile(path, served.files.read(path) ?? new Uint8Array());
for (const path of [...request.writable, '/tmp', '/home/sandbox', request.cwd])
  await files.mkdir(path, { recursive: true });

/**
 * Before the script: exactly the declared variables, its own arguments, and streams that keep every byte (those of the
 * interpreter around it are text, and end with a line).
 */
const start = `
import io, json, os, runpy, sys
facts = json.load(open('/run/skillc/facts.json'))
os.environ.clear()
os.environ.update(facts['env'])
os.chdir(facts['cwd'])
sys.argv = [facts['program'], *facts['args']]
sys.path = [path for path in sys.path if path != '/tmp']
class Stream(io.RawIOBase):
    left = facts['output'] + 1
    def __init__(self, name):
        self.file = open('/run/skillc/' + name, 'wb', buffering=0)
    def writable(self):
        return True
    def write(self, data):
        data = bytes(data)[:Stream.left]
        Stream.left -= len(data)
        self.file.write(data)
        if Stream.left <= 0:
            self.file.close()
            os._exit(1)
        return len(data)
def stream(name):
    return io.TextIOWrapper(io.BufferedWriter(Stream(name)), encoding='utf-8', write_through=True, line_buffering=True)
sys.stdin = sys.__stdin__ = open('/run/skillc/stdin', encoding='utf-8')
sys.stdout = sys.__stdout__ = stream('stdout')
sys.stderr = sys.__stderr__ = stream('stderr')
del facts
runpy.run_path(sys.argv[0], run_name='__main__')
`;
const { program, args, env, cwd, output_bytes: output } = request;
const facts = JSON.stringify({ program, args, env, cwd, output });
await files.mkdir('/run/skillc', { recursive: true });
await files.writeFile('/run/skillc/facts.json', facts);
await files.writeFile('/run/skillc/start.py', start);
await files.writeFile('/run/skillc/stdin', served.stdin);
// The parent holds the clock.
const limits = { maxPythonTimeoutMs: 2 ** 31 - 1, maxExecutionTimeMs: 2 ** 31 - 1, maxStringLength: 2 ** 28 };
const bash = new Bash({ fs: files, python: true, env: {}, cwd: '/', executionLimits: limits, commands: [] });
const result = await bash.exec('python3 /run/skillc/start.py');
for (const stream of ['stdout', 'stderr'] as const) {
  const path = `/run/skillc/${stream}`;
  if (await files.exists(path)) served.print(stream, await files.readFileBuffer(path));
}
served.print('stderr', Buffer.from(result.stderr));
for (const directory of request.writable) await giveBack(directory);
// Where not even the error can be shown, the interpreter aborts.
if (result.exitCode !== 0 && /\bMemoryError\b|Aborted|memory access out of bounds/.test(result.stderr))
  served.outOfMemory();
served.exit(result.exitCode);

async function giveBack(directory: string): Promise<void> {
  for (const name of await files.readdir(directory)) {
    const path = `${directory}/${name}`;
    if ((await files.stat(path)).isDirectory) await giveBack(path);
    else {
      const bytes = await files.readFileBuffer(path);
      const before = served.files.read(path);
      if (before === undefined || !Buffer.from(before).equals(bytes)) served.files.write(path, bytes);
    }
  }
}
