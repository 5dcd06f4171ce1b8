import { Buffer } from 'node:buffer';
import childProcess from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { formatNames } from '../../scripts/fuzz/formats.ts';
import { type FuzzRun, fuzz, inputOf } from '../../scripts/fuzz/run.ts';
import type { Observed } from '../../scripts/fuzz/target.ts';

/** The short form of `npm run fuzz`, with a fixed seed. */
describe('any input keeps the promises', () => {
  test.each(formatNames)('%s', (format) => {
    expect(fuzz({ format, seed: 7, runs: 300, limitMs: 2000 })).toEqual([]);
  });
});

test('an input needs only format, seed and index', () => {
  expect(inputOf('markdown', 3, 11)).toEqual(inputOf('markdown', 3, 11));
  expect(inputOf('markdown', 3, 11)).not.toEqual(inputOf('markdown', 3, 12));
});

describe('a broken promise is found and made small', () => {
  const fine: Observed = { digest: 'same', diagnostics: [], lengths: new Map([['x', 3]]) };
  const run = (target: FuzzRun['target']): FuzzRun => ({
    format: 'json',
    seed: 1,
    runs: 50,
    limitMs: 200,
    ...(target === undefined ? {} : { target }),
  });
  const problems = (target: FuzzRun['target']) => fuzz(run(target)).map(({ problem }) => problem);

  test('nothing broken, nothing found', () => {
    expect(problems(() => fine)).toEqual([]);
  });

  test('an exception, with the smallest input', () => {
    const [finding] = fuzz(
      run((input) => {
        if (Buffer.from(input).includes('{')) throw new TypeError('no brace, please');
        return fine;
      }),
    );
    expect(finding).toMatchObject({ problem: 'throws TypeError: no brace, please', input: Buffer.from('{') });
  });

  test('a result that changes', () => {
    let count = 0;
    expect(problems(() => ({ ...fine, digest: String(count++) }))).toEqual(['gives another result the second time']);
  });

  test('a span outside its source', () => {
    const span = { source: 'x', start: 2, end: 4 };
    const diagnostic = { code: 'shell/syntax', severity: 'error', message: 'm', span } as const;
    expect(problems(() => ({ ...fine, diagnostics: [diagnostic] }))).toEqual(['has shell/syntax at 2 to 4 of 3']);
  });

  test('a process that is started', () => {
    expect(
      problems(() => {
        try {
          childProcess.spawnSync('true');
        } catch {}
        return fine;
      }),
    ).toEqual(['calls child_process.spawnSync']);
  });

  test('a result without a reason', () => {
    expect(problems(() => ({ ...fine, unexplained: 'says nothing' }))).toEqual(['says nothing']);
  });
});
