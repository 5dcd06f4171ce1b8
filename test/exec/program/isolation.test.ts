import { afterAll, beforeAll, expect, test } from 'vitest';
import { execHome } from '../../cli/exec-home.ts';
import { type ProgramBench, programBench } from './program-run.ts';

let home: Awaited<ReturnType<typeof execHome>>;
let bench: ProgramBench;
let directory: string;

beforeAll(async () => {
  [home, bench] = [await execHome(), await programBench()];
  directory = home.write(
    'shown',
    '---\nname: shown\ndescription: Counts.\n---\n# Shown\n\n## Count\n\n```bash\npython3 -c "print(2)"\n```\n\n## Look\n\n```bash\ncurl https://127.0.0.1:1/\n```\n',
  );
});

afterAll(() => Promise.all([home.close(), bench.close()]));

interface Shown {
  readonly capabilities: readonly { readonly id: string; readonly isolation: object }[];
}

const measured = {
  backend: 'bubblewrap',
  class: 'process',
  holds: expect.arrayContaining(['files', 'network', 'pids', 'ipc', 'capabilities', 'seccomp']),
};

test('manifest, approval and record name the isolation that was measured', async () => {
  const path = (await home.json(['manifest', directory])).document as Shown;
  expect(path.capabilities.map(({ isolation }) => isolation)).toEqual([{ required: 'process' }, { required: 'none' }]);
  await home.run(['load', directory]);
  const loaded = (await home.json(['manifest', 'shown'])).document as Shown;
  expect(loaded.capabilities.map(({ isolation }) => isolation)).toEqual([
    { required: 'process', measured },
    { required: 'none' },
  ]);
  expect((await home.run(['manifest', 'shown'])).out).toMatch(/isolation process by bubblewrap, which holds files, /);
  expect((await home.run(['approvals'])).out).toMatch(/ {2}isolation {3}process by bubblewrap, which holds files, /);
  await home.run(['approve', 'shown', '--yes', '--scope', 'always']);
  expect((await home.json(['execute', 'shown.count'])).document).toMatchObject({ outcome: 'done', result: 2 });
  const { document } = await home.json(['log']);
  expect(document.events.findLast(({ kind }: { kind: string }) => kind === 'call-done')).toMatchObject({
    data: { details: { steps: [{ facts: { isolation: measured } }] } },
  });
});

test('a sandbox that holds less than the approved one runs nothing', async () => {
  const ask = { args: { program: 'jq', args: ['-n', '1'] }, effects: [{ kind: 'process', program: 'jq' } as const] };
  const approved = (holds: readonly string[]) => [{ backend: 'other', class: 'process', holds }];
  expect(await bench.tool({ ...ask, isolation: approved(['files', 'clocks']) })).toMatchObject({
    status: 'failed',
    code: 'sandbox/weaker',
    message: 'bubblewrap holds less than the sandbox that was approved',
    remedy: 'approve the call again',
  });
  expect(await bench.tool({ ...ask, isolation: approved(['files', 'network']) })).toMatchObject({ status: 'done' });
});
