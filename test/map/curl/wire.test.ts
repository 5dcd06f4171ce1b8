import { describe, expect, it } from 'vitest';
import { toWire, type WireSource } from '../../../src/http/wire.ts';
import { requirePrograms } from '../../differential/real-program.ts';
import { requestOf } from './map-line.ts';

const source: WireSource = {
  file: (path) => (path === 'a.txt' ? Buffer.from('one\ntwo\n') : undefined),
  stdin: Buffer.from('in\n'),
  boundary: 'BOUNDARY',
};

describe('toWire', () => {
  it('writes the whole request', () => {
    expect(toWire(requestOf('curl -u a:b -d @a.txt -d x=1 "https://a.test:8443/ü?q=ü"'), source)).toEqual({
      kind: 'wire',
      method: 'POST',
      origin: 'https://a.test:8443',
      target: '/%c3%bc?q=\u00c3\u00bc',
      headers: [
        ['Host', 'a.test:8443'],
        ['Authorization', 'Basic YTpi'],
        ['User-Agent', 'curl/7.88.1'],
        ['Accept', '*/*'],
        ['Content-Length', '10'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: Uint8Array.from(Buffer.from('onetwo&x=1')),
    });
  });

  it('writes a form', () => {
    const wire = toWire(requestOf('curl -F f=@a.txt -F "g=h;type=x/y" https://a.test/'), source);
    if (wire.kind !== 'wire') return expect.unreachable();
    expect(wire.headers.at(-1)).toEqual(['Content-Type', 'multipart/form-data; boundary=BOUNDARY']);
    expect(Buffer.from(wire.body ?? []).toString()).toBe(
      [
        '--BOUNDARY',
        'Content-Disposition: form-data; name="f"; filename="a.txt"',
        'Content-Type: text/plain',
        '',
        'one\ntwo\n',
        '--BOUNDARY',
        'Content-Disposition: form-data; name="g"',
        'Content-Type: x/y',
        '',
        'h',
        '--BOUNDARY--',
        '',
      ].join('\r\n'),
    );
  });

  it('writes nothing while a hole or a file is missing', () => {
    const problem = (line: string) => toWire(requestOf(line), source);
    expect(problem('curl https://a.test/$X')).toEqual({ kind: 'problem', reason: 'hole', detail: 'url' });
    expect(problem('curl -H "A: $X" https://a.test/')).toEqual({ kind: 'problem', reason: 'hole', detail: 'A' });
    expect(problem('curl -d @none https://a.test/')).toEqual({ kind: 'problem', reason: 'file', detail: 'none' });
    expect(problem('curl -d @a.txt https://a.test/').kind).toBe('wire');
  });
});

describe('a missing program', () => {
  it('is named with the command that installs it', () => {
    expect(() => requirePrograms('no-such-program')).toThrow('run `sh scripts/setup-system.sh`');
    expect(() => requirePrograms('node')).not.toThrow();
  });
});
