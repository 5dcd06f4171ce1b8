import { hasMark } from '../../../http/url/marks.ts';
import { type DataForm, readData } from './data.ts';
import { readForm } from './form.ts';
import { nodeWithout, type Operation } from './operation.ts';
import { endsLine, type Reading } from './reading.ts';
import { isStop, refused, type Stop, unmapped, usage } from './stop.ts';

/** Puts one option into the operation. `on` is false for `--no-NAME`. */
export type Handler = (operation: Operation, value: string, on: boolean, reading: Reading) => Stop | undefined;

/** One for each option that the table calls mapped; `--url` and `--next` belong to the reader. */
export const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['data', data('ascii')],
  ['data-ascii', data('ascii')],
  ['data-binary', data('binary')],
  ['data-raw', data('raw')],
  ['data-urlencode', data('urlencode')],
  ['json', json],
  ['url-query', urlQuery],
  ['form', form(false)],
  ['form-string', form(true)],
  ['get', toggle('get')],
  ['head', head],
  ['header', header],
  ['user', text('user')],
  ['oauth2-bearer', text('bearer')],
  ['basic', toggle('basic')],
  ['user-agent', text('userAgent')],
  ['referer', text('referer')],
  ['cookie', cookie],
  ['cookie-jar', text('cookieJar')],
  ['dump-header', text('dumpHeader')],
  ['range', range],
  ['time-cond', text('timeCondition')],
  ['request', text('method')],
  ['upload-file', upload],
  ['output', output],
  ['remote-name', remoteName],
  ['remote-name-all', toggle('remoteNameAll')],
  ['output-dir', text('outputDirectory')],
  ['clobber', clobber],
  ['out-null', toggle('outNull')],
  ['create-dirs', toggle('createDirs')],
  ['junk-session-cookies', toggle('junkSession')],
  ['write-out', writeOut],
  ['include', toggle('includeHeaders')],
  ['show-headers', toggle('includeHeaders')],
  ['fail', toggle('fail')],
  ['fail-with-body', toggle('failWithBody')],
  ['location', toggle('follow')],
  ['follow', toggle('follow')],
  ['max-redirs', maxRedirects],
  ['max-time', seconds('timeoutMs')],
  ['connect-timeout', seconds('connectTimeoutMs')],
  ['retry', retry],
  ['compressed', toggle('compressed')],
  ['globoff', toggle('globOff')],
  ['path-as-is', toggle('pathAsIs')],
  ['proto', text('protocols')],
  ['proto-redir', () => undefined],
  ['proto-default', protoDefault],
  ['disallow-username-in-url', toggle('noUserinfo')],
  ['tls-max', tlsMax],
]);

type Toggle = { [K in keyof Operation]-?: Operation[K] extends boolean ? K : never }[keyof Operation];

function toggle(name: Toggle): Handler {
  return (operation, _value, on) => {
    operation[name] = on;
    return undefined;
  };
}

type TextName =
  | 'user'
  | 'bearer'
  | 'userAgent'
  | 'referer'
  | 'cookieJar'
  | 'dumpHeader'
  | 'timeCondition'
  | 'method'
  | 'outputDirectory'
  | 'protocols';

function text(name: TextName): Handler {
  return (operation, value) => {
    operation[name] = value;
    return undefined;
  };
}

function data(form: DataForm): Handler {
  return (operation, value, _on, reading) => {
    const item = readData(value, form, reading);
    if (isStop(item)) return item;
    operation.data.push(item);
    return undefined;
  };
}

function json(operation: Operation, value: string, on: boolean, reading: Reading): Stop | undefined {
  operation.json = true;
  return data('json')(operation, value, on, reading);
}

function urlQuery(operation: Operation, value: string, _on: boolean, reading: Reading): Stop | undefined {
  const item = value.startsWith('+')
    ? ({ kind: 'text', text: value.slice(1), glued: false, prefix: '' } as const)
    : readData(value, 'urlencode', reading);
  if (isStop(item)) return item;
  operation.query.push(item);
  return undefined;
}

function form(literal: boolean): Handler {
  return (operation, value, _on, reading) => {
    const field = readForm(value, literal, reading);
    if (isStop(field)) return field;
    operation.form.push(field);
    return undefined;
  };
}

function head(operation: Operation, _value: string, on: boolean): undefined {
  operation.head = on;
  operation.includeHeaders = on;
}

function header(operation: Operation, value: string): Stop | undefined {
  if (value.startsWith('@')) return unmapped('headers are read from a file (`-H @file`)');
  if (endsLine(value)) return refused('map/header-control', 'a header holds a line end or NUL');
  operation.headers.push(value);
  return undefined;
}

/** Without `=` it would be a file; a variable is taken as cookies, so its value can never name a file. */
function cookie(operation: Operation, value: string): undefined {
  if (value.startsWith('@')) operation.cookieFiles.push(value.slice(1));
  else if (value.includes('=') || hasMark(value)) operation.cookies.push(value);
  else operation.cookieFiles.push(value);
}

function range(operation: Operation, value: string): undefined {
  operation.range = /^\d+$/.test(value) ? `${value}-` : value;
}

function upload(operation: Operation, value: string): undefined {
  nodeWithout(operation, 'upload').upload = value;
}

function output(operation: Operation, value: string): Stop | undefined {
  if (value === '') return usage('`-o` with an empty file name');
  nodeWithout(operation, 'output').output = { kind: 'file', path: value };
  return undefined;
}

function remoteName(operation: Operation, _value: string, on: boolean): undefined {
  nodeWithout(operation, 'output').output = { kind: on ? 'remote' : 'stdout' };
}

function clobber(_operation: Operation, _value: string, on: boolean): Stop | undefined {
  return on ? undefined : unmapped('`--no-clobber`: the name of the written file depends on the directory');
}

function writeOut(operation: Operation, value: string): Stop | undefined {
  if (value.startsWith('@')) return unmapped('`-w @file`: the format stands in a file');
  if (value.includes('%output{')) return unmapped('`-w` writes a file');
  operation.writeOut = value;
  return undefined;
}

function maxRedirects(operation: Operation, value: string): Stop | undefined {
  if (hasMark(value)) return undefined;
  if (!/^-?\d{1,9}$/.test(value) || Number(value) < -1) return usage('`--max-redirs` needs a number');
  const hops = Number(value);
  operation.maxRedirects = hops < 0 ? 50 : hops;
  return undefined;
}

function seconds(name: 'timeoutMs' | 'connectTimeoutMs'): Handler {
  return (operation, value) => {
    if (hasMark(value)) return undefined;
    if (!/^(?:\d{1,9}(?:\.\d*)?|\.\d+)$/.test(value)) return usage(`\`${value}\` is no number of seconds`);
    const ms = Math.floor(Number(value) * 1000);
    if (ms > 0) operation[name] = ms;
    else delete operation[name];
    return undefined;
  };
}

function retry(operation: Operation, value: string): Stop | undefined {
  if (hasMark(value)) return undefined;
  if (!/^\d{1,9}$/.test(value)) return usage('`--retry` needs a number');
  operation.retries = Number(value);
  return undefined;
}

function protoDefault(operation: Operation, value: string): Stop | undefined {
  if (value !== 'http' && value !== 'https') return refused('map/url-scheme', `\`${value}\` is not http or https`);
  operation.defaultScheme = value;
  return undefined;
}

function tlsMax(_operation: Operation, value: string): Stop | undefined {
  if (value === '1.3' || value === 'default') return undefined;
  return refused('map/transport-weakened', `\`--tls-max ${value}\` keeps newer TLS versions out`);
}
