import type { ShellStatement } from '../../ir/shell-program.ts';
import { commandsOf } from '../../shell/walk.ts';
import { literalWord } from './setup-lines.ts';

/** What a command line says about its name. Only for naming: the mapper reads the words for real. */
export interface CommandRoute {
  readonly method?: string;
  readonly path?: string;
  /** `gh pr list`, `search query`. */
  readonly fallback: string;
}

const quiet: ReadonlySet<string> = new Set([
  'cd',
  'echo',
  'printf',
  'set',
  'export',
  'source',
  'mkdir',
  'cat',
  'sleep',
  'test',
  '[',
  'jq',
]);

export function commandRoute(statements: readonly ShellStatement[]): CommandRoute {
  const commands = commandsOf(statements).filter(({ words }) => words.length > 0);
  const told = commands.find(({ words }) => !quiet.has(words[0]?.text ?? '')) ?? commands[0];
  const words = (told?.words ?? []).map((word) => literalWord(word) ?? word.text.replace(/^["']|["']$/g, ''));
  const program = /[^/]*$/.exec(words[0] ?? '')?.[0] ?? '';
  if (program === 'curl' || program === 'wget') return httpRoute(words, program);
  const route = programRoute(program, words.slice(1));
  return { path: route, fallback: route };
}

function httpRoute(words: readonly string[], program: string): CommandRoute {
  const url = words.slice(1).find((word) => /^https?:\/\/|^\$\{?\w+\}?\/|^[\w-]+(?:\.[\w-]+)+\//.test(word));
  const option = words.findIndex((word) => /^(?:-X|--request|-[a-zA-Z]*X)$/.test(word));
  const glued = words.find((word) => /^-X[A-Z]+$/.test(word))?.slice(2);
  const sends = words.some((word) => /^(?:-d|--data(?:-raw|-binary|-urlencode)?|--json|-F|--form)$/.test(word));
  const reads = words.some((word) => /^(?:-G|--get)$/.test(word));
  const method = (option === -1 ? glued : words[option + 1]) ?? (sends && !reads ? 'POST' : 'GET');
  if (url === undefined) return { fallback: program };
  const path = url.replace(/^(?:https?:\/\/[^/?#]*|\$\{?\w+\}?|[\w.-]+)/, '').replace(/[?#].*$/, '');
  return { method, path, fallback: program };
}

const interpreters: ReadonlySet<string> = new Set([
  'python',
  'python3',
  'node',
  'bash',
  'sh',
  'zsh',
  'bun',
  'deno',
  'npx',
  'uv',
  'uvx',
  'tsx',
  'sudo',
  'run',
  'env',
  'pnpm',
  'npm',
  'exec',
  'go',
]);

/** The program or script and up to two plain words behind it. */
function programRoute(program: string, args: readonly string[]): string {
  const plain = args.filter((word) => !word.startsWith('-') && word.length < 60);
  const isRunner = interpreters.has(program) && plain.length > 0;
  const words = isRunner ? plain.filter((word, index) => index > 0 || word !== 'run') : [program, ...plain];
  const [subject = program, ...rest] = words;
  const name = (/[^/]*$/.exec(subject)?.[0] ?? subject)
    .replace(/\.(?:py|sh|js|mjs|ts|rb|pl)$/, '')
    .replace(/@[\w.-]+$/, '');
  const verbs = rest.slice(0, 2).filter((word) => /^[A-Za-z][\w-]{0,24}$/.test(word));
  return [name, ...verbs].join(' ');
}
