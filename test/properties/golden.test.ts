import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fixtureDigests } from './fixture-digests.ts';

const golden: unknown = JSON.parse(readFileSync(new URL('golden-digests.json', import.meta.url), 'utf8'));
const script = fileURLToPath(new URL('fixture-digests.ts', import.meta.url));

/** A change here means that approvals given before no longer apply. If that is meant: `node test/properties/fixture-digests.ts --write`. */
test('plan digests are the golden ones', () => {
  expect(fixtureDigests()).toEqual(golden);
});

describe('whatever the machine is set to', () => {
  test.each([
    { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' },
    { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' },
    { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', TZ: 'America/St_Johns' },
    { LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8', TZ: 'Pacific/Chatham', NODE_ENV: 'production', HOME: '/nonexistent' },
  ])('$LANG, $TZ', (env) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      env: { PATH: process.env.PATH ?? '', ...env },
      cwd: '/',
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(golden);
  });
});
