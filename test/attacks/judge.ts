import { type Bundle, type Compiled, compile, type Effect, mapCommand } from '../../src/index.ts';

/** `refused <code>`, `unknown` (sandbox, no network, no secret, a person is asked) or `mapped`. */
export function verdict(command: string): string {
  const answer = mapCommand(command);
  const codes = answer.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  if (answer.maps_to === null) return `refused ${codes.at(-1) ?? ''}`.trim();
  return answer.tier === 3 ? 'unknown' : 'mapped';
}

export function effectsOf(command: string): readonly string[] {
  return mapCommand(command).effects.map(showEffect);
}

export function showEffect({ kind, ...rest }: Effect): string {
  return [kind, ...Object.values(rest)].join(' ');
}

/** Origins that a command may reach, whatever else becomes of it. */
export function originsOf(command: string): readonly string[] {
  return mapCommand(command).effects.flatMap((effect) => (effect.kind === 'network' ? [effect.origin] : []));
}

/** A bundle of texts or bytes; the first file is the entry. */
export function bundle(files: Readonly<Record<string, string | Uint8Array>>): Bundle {
  const entries = Object.entries(files).map(([path, content]) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return [path, { path, bytes, digest: `sha256:${path}`, executable: path.endsWith('.sh') }] as const;
  });
  const entry = entries[0]?.[0] ?? 'SKILL.md';
  return { uri: entry, entry, directory: 'demo', digest: 'sha256:0', files: new Map(entries) };
}

export function compiled(files: Readonly<Record<string, string | Uint8Array>>): Compiled {
  return compile(bundle(files));
}

/** Codes of errors of the parser; `[]` means that the skill was loaded. */
export function loadErrors(files: Readonly<Record<string, string | Uint8Array>>): readonly string[] {
  const { skill, diagnostics } = compiled(files);
  return skill === undefined ? diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code) : [];
}

export function codes({ diagnostics }: Compiled): readonly string[] {
  return diagnostics.map(({ code }) => code);
}

export const head = '---\nname: demo\ndescription: A demonstration.\n---\n';

export function fence(...lines: readonly string[]): string {
  return `\`\`\`bash\n${lines.join('\n')}\n\`\`\`\n`;
}

/** The same fields in the four places where a skill can hold data. */
export function inEveryFormat(yaml: string, json: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    'front matter': { 'SKILL.md': `---\nname: demo\ndescription: A demonstration.\n${yaml}\n---\nText.\n` },
    yaml: { 'skill.yaml': `skill:\n  name: demo\noperations: []\n${yaml}\n` },
    json: { 'skill.json': `{"skill": {"name": "demo"}, "operations": [], ${json}}` },
    'openapi yaml': {
      'openapi.yaml': `openapi: 3.0.0\ninfo: {title: demo, version: '1'}\npaths: {}\n${yaml}\n`,
    },
    'openapi json': {
      'openapi.json': `{"openapi": "3.0.0", "info": {"title": "demo", "version": "1"}, "paths": {}, ${json}}`,
    },
  };
}
