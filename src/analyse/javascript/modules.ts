/** Built-in modules of Node that reach nothing by themselves. */
const pureText =
  'assert assert/strict async_hooks buffer console constants crypto diagnostics_channel events os path path/posix path/win32 perf_hooks ' +
  'process punycode querystring readline readline/promises stream stream/consumers stream/promises stream/web string_decoder sys timers ' +
  'timers/promises tty url util util/types zlib test test/reporters';

export const pureModules: ReadonlySet<string> = new Set(pureText.split(' '));

/** Those whose members are followed one by one. */
export const followedModules: ReadonlySet<string> = new Set([
  'fs',
  'fs/promises',
  'http',
  'https',
  'child_process',
  'sqlite',
]);

export const closedModules: ReadonlyMap<
  string,
  { readonly what: 'code' | 'socket' | 'program'; readonly message: string }
> = new Map([
  ['net', { what: 'socket', message: '`net` opens connections' }],
  ['tls', { what: 'socket', message: '`tls` opens connections' }],
  ['dgram', { what: 'socket', message: '`dgram` opens connections' }],
  ['dns', { what: 'socket', message: '`dns` asks for addresses of names' }],
  ['dns/promises', { what: 'socket', message: '`dns` asks for addresses of names' }],
  ['http2', { what: 'socket', message: '`http2` opens connections that are not followed' }],
  ['inspector', { what: 'code', message: '`inspector` runs text as code' }],
  ['inspector/promises', { what: 'code', message: '`inspector` runs text as code' }],
  ['cluster', { what: 'program', message: '`cluster` starts processes' }],
  ['worker_threads', { what: 'code', message: '`worker_threads` runs other files' }],
  ['vm', { what: 'code', message: '`vm` runs text as code' }],
  ['v8', { what: 'code', message: '`v8` loads objects that may run code' }],
  ['module', { what: 'code', message: '`module` changes how modules are found' }],
  ['repl', { what: 'code', message: '`repl` runs text as code' }],
  ['wasi', { what: 'code', message: '`wasi` runs other programs' }],
  ['trace_events', { what: 'code', message: '`trace_events` is not followed' }],
  ['domain', { what: 'code', message: '`domain` is not followed' }],
  ['sea', { what: 'code', message: '`sea` is not followed' }],
]);

/** Packages whose requests and files are followed. */
export const followedPackages: ReadonlySet<string> = new Set(
  'axios node-fetch cross-fetch isomorphic-fetch undici got ky form-data fs-extra dotenv ws execa qs'.split(' '),
);

/** Packages that compute: they reach no host and start no program by themselves, and open only the files they are given. */
export const computingPackages: ReadonlySet<string> = new Set(
  (
    'cheerio chalk commander yargs minimist mri meow cac arg lodash lodash-es underscore ramda dayjs date-fns moment luxon uuid nanoid marked ' +
    'markdown-it turndown showdown js-yaml yaml toml smol-toml zod ajv joi yup csv-parse csv-stringify papaparse xml2js fast-xml-parser ora ' +
    'kleur picocolors colors cli-table3 table inquirer prompts enquirer sharp pdf-lib pdf-parse docx exceljs xlsx jszip adm-zip archiver ' +
    'mime mime-types semver query-string he entities iconv-lite gray-matter handlebars mustache ejs nunjucks p-limit p-map p-retry async ' +
    'bluebird rxjs tslib ms bytes slugify string-width strip-ansi wrap-ansi boxen figlet jsonwebtoken bcryptjs crypto-js tweetnacl bn.js ' +
    'bignumber.js decimal.js big.js classnames deepmerge fast-glob glob globby minimatch picomatch micromatch fuse.js diff jsdiff htmlparser2 ' +
    'parse5 node-html-parser sanitize-html xss validator ical.js ics rss-parser-lite jsonpath jmespath svgo terser'
  ).split(' '),
);

export const readingMember = /^(?:readFile\w*|fromFile|load|open|createReadStream|parseFile|read)$/;
export const writingMember = /^(?:toFile|writeFile\w*|writeZip|save|createWriteStream|writeBuffer|extractAllTo)$/;

/** `@scope/name/inner` and `name/inner` are of the package `@scope/name` and `name`. */
export function packageOf(module: string): string {
  const parts = module.split('/');
  return parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
}
