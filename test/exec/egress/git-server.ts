import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seen } from './run.ts';

export interface Repository {
  /** Answers as git's own smart HTTP server does. */
  readonly serve: (seen: Seen, response: ServerResponse) => void;
  readonly remove: () => void;
}

/** A repository with one commit of one file. */
export function repository(file: string, content: string): Repository {
  const root = mkdtempSync(join(tmpdir(), 'skillc-git-'));
  const bare = join(root, 'repo.git');
  const work = join(root, 'work');
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main', ...args],
      {
        stdio: 'pipe',
        env: { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
      },
    );
  git('init', '-q', work);
  writeFileSync(join(work, file), content);
  git('-C', work, 'add', '.');
  git('-C', work, 'commit', '-qm', 'first');
  git('clone', '-q', '--bare', work, bare);
  return { serve: (seen, response) => backend(root, seen, response), remove: () => rmSync(root, { recursive: true }) };
}

function backend(root: string, seen: Seen, response: ServerResponse): void {
  const [path = '', query = ''] = seen.url.split('?');
  const child = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      REQUEST_METHOD: seen.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: String(seen.headers['content-type'] ?? ''),
      HTTP_CONTENT_ENCODING: String(seen.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(seen.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const out = Buffer.concat(chunks);
    const end = out.indexOf('\r\n\r\n');
    for (const line of out.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(': ');
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(out.subarray(end + 4));
  });
  child.stdin.on('error', () => undefined).end(seen.body);
}
