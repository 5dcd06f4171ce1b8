import { type Bundle, compile, type Diagnostic } from '../../src/index.ts';
import { sha256 } from '../../src/ir/digest.ts';

interface Written {
  readonly fields?: string;
  /** In the place of the block. */
  readonly body?: string;
}

/** A skill with one block, or with a body of its own. */
export function skillOf(block: string, { fields = '', body }: Written = {}): Bundle {
  const head = `---\nname: sample\ndescription: A sample.\n${fields === '' ? '' : `${fields}\n`}---\n# Sample\n\n## Do it\n\n`;
  const bytes = Buffer.from(`${head}${body ?? `\`\`\`bash\n${block}\n\`\`\``}\n`);
  const digest = sha256(bytes);
  const file = { path: 'SKILL.md', bytes, digest, executable: false };
  return { uri: 'sample', entry: 'SKILL.md', digest, files: new Map([['SKILL.md', file]]) };
}

export function checkedText(block: string, written: Written = {}): readonly Diagnostic[] {
  return compile(skillOf(block, written)).diagnostics;
}
