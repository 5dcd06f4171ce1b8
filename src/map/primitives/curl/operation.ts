import type { Span } from '../../../ir/span.ts';
import type { DataItem } from './data.ts';
import type { FormField } from './form.ts';

/** A URL with its own output and upload, filled in the order curl fills them. Strings are marked. */
export interface Node {
  url?: string;
  span?: Span;
  output?: { readonly kind: 'file'; readonly path: string } | { readonly kind: 'remote' } | { readonly kind: 'stdout' };
  /** `--remote-name-all` holds until an output of its own is given. */
  remoteByDefault?: true;
  upload?: string;
}

/** The options up to `--next`, as they are read. Made for one command and dropped with it. */
export interface Operation {
  readonly nodes: Node[];
  readonly headers: string[];
  readonly cookies: string[];
  readonly cookieFiles: string[];
  readonly data: DataItem[];
  readonly query: DataItem[];
  readonly form: FormField[];
  json: boolean;
  get: boolean;
  head: boolean;
  includeHeaders: boolean;
  fail: boolean;
  failWithBody: boolean;
  follow: boolean;
  maxRedirects: number;
  compressed: boolean;
  globOff: boolean;
  pathAsIs: boolean;
  noUserinfo: boolean;
  remoteNameAll: boolean;
  outNull: boolean;
  createDirs: boolean;
  junkSession: boolean;
  basic: boolean;
  method?: string;
  user?: string;
  bearer?: string;
  userAgent?: string;
  referer?: string;
  cookieJar?: string;
  dumpHeader?: string;
  range?: string;
  timeCondition?: string;
  outputDirectory?: string;
  writeOut?: string;
  defaultScheme?: string;
  protocols?: string;
  timeoutMs?: number;
  connectTimeoutMs?: number;
  retries?: number;
}

export function createOperation(): Operation {
  return {
    nodes: [],
    headers: [],
    cookies: [],
    cookieFiles: [],
    data: [],
    query: [],
    form: [],
    json: false,
    get: false,
    head: false,
    includeHeaders: false,
    fail: false,
    failWithBody: false,
    follow: false,
    maxRedirects: 50,
    compressed: false,
    globOff: false,
    pathAsIs: false,
    noUserinfo: false,
    remoteNameAll: false,
    outNull: false,
    createDirs: false,
    junkSession: false,
    basic: false,
  };
}

/** The first URL, output and upload belong together, then the second of each … */
export function nodeWithout(operation: Operation, part: 'url' | 'output' | 'upload'): Node {
  const free = operation.nodes.find((node) => node[part] === undefined);
  if (free !== undefined) return free;
  const node: Node = operation.remoteNameAll ? { remoteByDefault: true } : {};
  operation.nodes.push(node);
  return node;
}
