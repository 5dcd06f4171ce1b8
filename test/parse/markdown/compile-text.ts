import type { Bundle, SnapshotFile } from '../../../src/ir/bundle.ts';
import type { Operation, Skill } from '../../../src/ir/skill.ts';
import { showText } from '../../../src/ir/text.ts';
import { type ParsedMarkdown, parseMarkdown } from '../../../src/parse/markdown/index.ts';

export function bundleOf(directory = 'demo', files: Readonly<Record<string, string>> = {}): Bundle {
  const entries = Object.entries(files).map(([path, content]): [string, SnapshotFile] => [
    path,
    { path, bytes: new TextEncoder().encode(content), digest: 'sha256:0', executable: false },
  ]);
  return { uri: 'demo/SKILL.md', entry: 'SKILL.md', directory, digest: 'sha256:0', files: new Map(entries) };
}

export const head = '---\nname: demo\ndescription: A demonstration.\n---\n';

/** Parses a body under plain frontmatter. */
export function parseBody(body: string, files: Readonly<Record<string, string>> = {}): ParsedMarkdown {
  return parseMarkdown(head + body, bundleOf('demo', files));
}

export function skillOf(parsed: ParsedMarkdown): Skill {
  if (parsed.skill === undefined) throw new Error(JSON.stringify(parsed.diagnostics));
  return parsed.skill;
}

export function codesOf(parsed: ParsedMarkdown): readonly string[] {
  return parsed.diagnostics.map(({ code }) => code);
}

/** What a test compares: a name and what it runs. */
export function summary(operation: Operation): readonly [string, string] {
  const { body } = operation;
  switch (body.kind) {
    case 'shell':
      return [operation.name, body.program.text];
    case 'http':
      return [operation.name, `${showText(body.request.method)} ${showText(body.request.url)}`];
    case 'script':
      return [operation.name, body.source];
  }
}

export function operationsOf(body: string): readonly (readonly [string, string])[] {
  return skillOf(parseBody(body)).operations.map(summary);
}

export function fence(tag: string, ...lines: readonly string[]): string {
  return `\`\`\`${tag}\n${lines.join('\n')}\n\`\`\`\n\n`;
}
