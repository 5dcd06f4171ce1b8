import { expect, test } from 'vitest';
import { faultData, StoreFault } from '../../src/store/fault.ts';

test('a fault of the disk names what finds its cause', () => {
  expect(faultData(new Error('disk I/O error'))).toEqual({
    code: 'log/fault',
    message: 'disk I/O error',
    remedy: 'skillc doctor',
  });
});

test('a fault that is known keeps its own remedy, or none', () => {
  expect([new StoreFault('log/busy', 'busy', 'wait'), new StoreFault('log/slow', 'slow')].map(faultData)).toEqual([
    { code: 'log/busy', message: 'busy', remedy: 'wait' },
    { code: 'log/slow', message: 'slow' },
  ]);
});
