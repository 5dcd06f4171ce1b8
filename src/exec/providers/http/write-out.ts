import { HttpFailure } from './failure.ts';

/** What curl's `-w` may ask for here. */
export interface TransferFacts {
  readonly http_code: string;
  readonly content_type: string;
  readonly url_effective: string;
  readonly num_redirects: string;
  readonly size_download: string;
  readonly size_upload: string;
  readonly size_header: string;
  readonly time_total: string;
  readonly method: string;
  readonly scheme: string;
  readonly http_version: string;
  readonly exitcode: string;
}

const names: { readonly [variable: string]: keyof TransferFacts } = {
  http_code: 'http_code',
  response_code: 'http_code',
  content_type: 'content_type',
  url_effective: 'url_effective',
  url: 'url_effective',
  num_redirects: 'num_redirects',
  size_download: 'size_download',
  size_upload: 'size_upload',
  size_header: 'size_header',
  time_total: 'time_total',
  method: 'method',
  scheme: 'scheme',
  http_version: 'http_version',
  exitcode: 'exitcode',
};

const escapes: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t' };

/** Refused before anything is sent: an unknown variable would leave a hole in the output. */
export function checkWriteOut(format: string): void {
  for (const [, name = ''] of format.matchAll(/%%|%\{([^}]*)\}/g)) {
    if (name !== '' && !Object.hasOwn(names, name)) {
      throw new HttpFailure('network/write-out', 'The write-out format asks for a variable that is not supported', 2);
    }
  }
  if (/%header\{|%output\{|%\{stderr\}/.test(format)) {
    throw new HttpFailure('network/write-out', 'The write-out format asks for something that is not supported', 2);
  }
}

export function writeOut(format: string, facts: TransferFacts): string {
  return format.replace(/%%|%\{([^}]*)\}|\\([nrt])/g, (whole, name: string | undefined, letter: string | undefined) => {
    if (whole === '%%') return '%';
    if (letter !== undefined) return escapes[letter] ?? '';
    const fact = names[name ?? ''];
    return fact === undefined ? '' : facts[fact];
  });
}
