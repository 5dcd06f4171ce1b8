const maxLength = 48;

/** Headings and comments that say where a command stands, not what it does. Compared as slugs. */
const genericTitles: ReadonlySet<string> = new Set([
  'usage',
  'basic_usage',
  'how_to_use',
  'use',
  'using',
  'example',
  'examples',
  'example_usage',
  'usage_example',
  'usage_examples',
  'example_command',
  'example_commands',
  'example_request',
  'example_requests',
  'request',
  'requests',
  'response',
  'responses',
  'returns',
  'output',
  'outputs',
  'input',
  'inputs',
  'quick_start',
  'quickstart',
  'quick_start_guide',
  'quick_reference',
  'quick_examples',
  'quick_example',
  'getting_started',
  'installation',
  'install',
  'setup',
  'set_up',
  'configuration',
  'configure',
  'config',
  'prerequisites',
  'requirements',
  'overview',
  'introduction',
  'about',
  'command',
  'commands',
  'cli',
  'cli_usage',
  'cli_commands',
  'cli_reference',
  'curl',
  'bash',
  'shell',
  'api',
  'api_usage',
  'api_reference',
  'api_endpoints',
  'api_examples',
  'endpoint',
  'endpoints',
  'operation',
  'operations',
  'reference',
  'instructions',
  'steps',
  'step',
  'workflow',
  'workflows',
  'common_commands',
  'common_operations',
  'common_tasks',
  'common_patterns',
  'core_commands',
  'core_operations',
  'available_commands',
  'basic',
  'basics',
  'basic_commands',
  'basic_operations',
  'basic_example',
  'advanced',
  'advanced_usage',
  'options',
  'parameters',
  'params',
  'notes',
  'note',
  'tips',
  'script',
  'scripts',
  'tools',
  'test',
  'testing',
  'try_it',
  'run',
  'or',
  'and',
  'then',
  'also',
  'alternatively',
  'alternative',
  'good',
  'bad',
  'right',
  'wrong',
  'correct',
  'incorrect',
  'do',
  'don_t',
  'dont',
  'yes',
  'no',
  'todo',
  'optional',
  'required',
  'method',
  'methods',
  'details',
  'description',
  'troubleshooting',
  'authentication',
  'auth',
  'e_g',
  'eg',
  'for_example',
  'first',
  'next',
  'finally',
]);

/** What is known about an operation when it is named, best titles first. */
export interface NameHint {
  /** `operationId` or `name` where the format has one; else the comment above the command, then headings. */
  readonly titles: readonly string[];
  readonly method?: string;
  /** `/users/{id}`. */
  readonly path?: string;
  /** When nothing else makes a slug, e.g. the program's name. */
  readonly fallback: string;
}

/** A snake_case ASCII slug of at most 48 characters; empty when the text has no ASCII letter or digit. */
/** Letters of the Latin alphabet that Unicode does not take apart. */
const inAscii: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
]);

export function operationSlug(text: string): string {
  const words = text
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[ßæœøłđð]/gi, (letter) => inAscii.get(letter.toLowerCase()) ?? letter)
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim();
  return shorten(
    (words.includes(' ') && !isIdentifier(text) ? words : splitCamel(words)).toLowerCase().replaceAll(' ', '_'),
  );
}

/** `get_users_id` of `GET /users/{id}`. */
export function methodAndPathSlug(method: string | undefined, path: string | undefined): string {
  return operationSlug(`${method ?? ''} ${path ?? ''}`.toLowerCase());
}

export function isGenericTitle(title: string): boolean {
  const slug = operationSlug(withoutOrdinal(title));
  return slug === '' || genericTitles.has(slug) || /^(?:step|example|option|method|phase|part)_[0-9a-z]$/.test(slug);
}

/** One unique name for each hint, in order: an earlier operation keeps the plain name. */
export function nameOperations(hints: readonly NameHint[]): readonly string[] {
  const taken = new Set<string>();
  return hints.map((hint) => {
    const name = freeName(hint, taken);
    taken.add(name);
    return name;
  });
}

function freeName(hint: NameHint, taken: ReadonlySet<string>): string {
  const route = methodAndPathSlug(hint.method, hint.path);
  const title = hint.titles.find((candidate) => !isGenericTitle(candidate));
  const plain = (title === undefined ? route : titleSlug(title)) || operationSlug(hint.fallback) || 'run';
  if (!taken.has(plain)) return plain;
  const longer = route === '' || route === plain ? plain : joined(plain, route);
  return taken.has(longer) ? numbered(longer, taken) : longer;
}

function titleSlug(title: string): string {
  return operationSlug(withoutOrdinal(title));
}

/** `1. Search`, `2) Search`, `Step 3: Search`, `3.1 Search` → `Search`. */
function withoutOrdinal(title: string): string {
  const rest = title.replace(/^\s{0,8}(?:step\s{1,4})?\d{1,3}(?:\.\d{1,3}){0,3}\s{0,4}[.):\-–—]?\s{1,8}/i, '');
  return rest.trim() === '' ? title : rest;
}

/** Room is shared so that the route, which tells the two apart, is never cut away whole. */
function joined(title: string, route: string): string {
  const tail = shorten(route, 30);
  return `${shorten(title, maxLength - tail.length - 1)}_${tail}`;
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) {
    const suffix = `_${n}`;
    const candidate = shorten(name, maxLength - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Cuts at a word's end where there is one in the second half. */
function shorten(slug: string, length: number = maxLength): string {
  if (slug.length <= length) return slug;
  const cut = slug.lastIndexOf('_', length);
  return slug.slice(0, cut > length / 2 ? cut : length).replace(/_$/, '');
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z0-9_.-]{1,200}$/.test(text);
}

/** `listPets` → `list Pets`, `getHTTPStatus` → `get HTTP Status`. */
function splitCamel(words: string): string {
  return words.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
}
