import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './src/exec/providers/shell/interpreter.ts';
const folder = 'test/exec/shell/programs';
const only = process.argv[2];
let same = 0; let all = 0;
for (const file of readdirSync(folder)) {
  const programs = readFileSync(join(folder, file), 'utf8').split(/^#---\n/m);
  for (const [at, text] of programs.entries()) {
    if (only !== undefined && `${file}:${at}` !== only) continue;
    all++;
    const dir = mkdtempSync(join(tmpdir(), 'shd-'));
    const env = { PATH: '/usr/bin:/bin', HOME: dir, PWD: dir, LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: '/tmp' };
    writeFileSync('/tmp/shd-prog.sh', text);
    const real = spawnSync('bash', ['/tmp/shd-prog.sh'], { cwd: dir, env });
    rmSync(dir, { recursive: true });
    const dir2 = mkdtempSync(join(tmpdir(), 'shd-'));
    let got: any;
    try {
      got = await runProgram({ text, name: 'bash', args: [], env: { ...env, HOME: dir2, PWD: dir2 }, cwd: dir2, stdin: new Uint8Array(),
        files: { grants: { workspace: dir2, read: ['.'], write: ['.'], forbidden: [] }, bundle: [], given: [] }, programs: [],
        limits: { wall_clock_ms: 10000, commands: 50000, loops: 50000, depth: 32, output_bytes: 1e7, file_bytes: 1e7 } }, async (q) => { if (q.kind === 'command') return { kind: 'ran', stdout: new Uint8Array(), stderr: `${q.words[0]}: command not found\n`, exitCode: 127, writes: [], flushed: false }; if (q.kind === 'outside') console.log('   OUTSIDE', q.path); return { kind: 'stop' }; });
    } catch (e) { got = { kind: 'THROW', e: (e as Error).stack }; }
    rmSync(dir2, { recursive: true, force: true });
    const a = JSON.stringify([real.stdout.toString().replaceAll(dir, 'DIR'), real.status]);
    const b = got.kind === 'ended' ? JSON.stringify([Buffer.from(got.stdout).toString().replaceAll(dir2, 'DIR'), got.exitCode]) : JSON.stringify(got);
    if (a === b) same++;
    else console.log(`${file}:${at}`, JSON.stringify(text.slice(0, 300)), '\n   real', a, real.stderr.toString().slice(0,200), '\n   ours', b.slice(0, 700), got.kind === 'ended' ? Buffer.from(got.stderr).toString().slice(0, 200) : '');
  }
}
console.log(same, 'of', all);
