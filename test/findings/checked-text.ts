import { compile, type Diagnostic } from '../../src/index.ts';
import { sha256 } from '../../src/ir/digest.ts';

/** The findings of a skill with one block, or with a body of its own. */
export function checkedText(
  block: string,
  { fields = '', body }: { readonly fields?: string; readonly body?: string } = {},
): readonly Diagnostic[] {
  const head = `---\nname: sample\ndescription: A sample.\n${fields === '' ? '' : `${fields}\n`}---\n# Sample\n\n## Do it\n\n`;
  const bytes = Buffer.from(`${head}${body ?? `\`\`\`bash\n${block}\n\`\`\``}\n`);
  const digest = sha256(bytes);
  const file = { path: 'SKILL.md', bytes, digest, executable: false };
  return compile({ uri: 'sample', entry: 'SKILL.md', digest, files: new Map([['SKILL.md', file]]) }).diagnostics;
}
