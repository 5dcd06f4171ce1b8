import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { handlers } from '../../../src/map/primitives/curl/handlers.ts';
import { curlOptions, findLong, findShort } from '../../../src/map/primitives/curl/table.ts';
import { requirePrograms } from '../../differential/real-program.ts';

describe('the option table', () => {
  it('decides about every option that the real curl lists', () => {
    requirePrograms('curl');
    const help = spawnSync('curl', ['--help', 'all'], { encoding: 'utf8' }).stdout;
    const rows = [...help.matchAll(/^ (?:-(.), | {4})--(\S+)( [<[])?/gm)];
    expect(rows.length).toBeGreaterThanOrEqual(240);
    const wrong = rows.flatMap(([row, short, long = '', value]) => {
      const match = findLong(long);
      if (match.kind !== 'option') return [row];
      const { option } = match;
      // `curl --help` takes a category, though the option itself takes nothing.
      const takesValue = value !== undefined && long !== 'help';
      const agrees = (option.takes === 'value') === takesValue && (short === undefined || findShort(short) === option);
      return agrees ? [] : [row];
    });
    expect(wrong).toEqual([]);
  });

  it('names no option twice', () => {
    const names = curlOptions.map(({ long }) => long);
    const letters = curlOptions.flatMap(({ short }) => short ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(letters).size).toBe(letters.length);
  });

  it('has a handler for each mapped option and for no other', () => {
    const mapped = curlOptions.filter(({ decision }) => decision.kind === 'mapped').map(({ long }) => long);
    expect([...handlers.keys(), 'url', 'next'].toSorted()).toEqual(mapped.toSorted());
  });

  it('knows what came after 7.88', () => {
    const newer = [
      'variable',
      'ca-native',
      'ech',
      'ipfs-gateway',
      'haproxy-clientip',
      'skip-existing',
      'dump-ca-embed',
    ];
    const more = ['ip-tos', 'vlan-priority', 'mptcp', 'keepalive-cnt', 'out-null', 'upload-flags', 'parallel-max-host'];
    const last = ['sigalgs', 'tls-earlydata', 'follow', 'knownhosts', 'ssl-sessions', 'trace-ids', 'trace-config'];
    const missing = [...newer, ...more, ...last].filter((name) => findLong(name).kind !== 'option');
    expect(missing).toEqual([]);
  });

  it('reads abbreviations, negations and case as curl does', () => {
    const named = (written: string) => {
      const match = findLong(written);
      return match.kind === 'option' ? `${match.on ? '' : 'no '}${match.option.long}` : match.kind;
    };
    expect(
      ['data', 'data-r', 'dat', 'no-buffer', 'no-buf', 'no-data', 'HEADER', 'vari', 'skip', '', 'no-', 'noproxy'].map(
        named,
      ),
    ).toEqual([
      'data',
      'data-raw',
      'ambiguous',
      'no buffer',
      'none',
      'no-toggle',
      'header',
      'none',
      'none',
      'none',
      'none',
      'noproxy',
    ]);
  });
});
