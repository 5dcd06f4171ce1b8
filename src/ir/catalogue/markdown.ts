import type { CatalogueRow } from './row.ts';

/** Frontmatter and Markdown structure. */
export const markdownCodes = {
  'parse/frontmatter-missing': {
    severity: 'warning',
    deviation: true,
    about: 'a Markdown skill that does not start with frontmatter',
    help: 'begin the file with `---`, `name`, `description` and `---`',
  },
  'parse/frontmatter-unclosed': {
    severity: 'warning',
    deviation: true,
    about: 'frontmatter without its closing `---`; it is read as text',
    help: 'put `---` on a line of its own behind the last field',
  },
  'parse/frontmatter-shape': {
    severity: 'warning',
    deviation: true,
    about: 'frontmatter that is empty, or a list or text instead of fields',
    help: 'write one `field: value` a line',
  },
  'parse/frontmatter-repaired': {
    severity: 'warning',
    deviation: true,
    about: 'frontmatter that YAML refuses, read leniently',
    help: 'quote values that hold a colon or begin with a special character',
  },
  'parse/frontmatter-flow': {
    severity: 'info',
    deviation: true,
    about: '`{…}` or `[…]` in frontmatter, which the AgentSkills reference refuses',
    help: 'write maps and lists one item a line',
  },
  'parse/frontmatter-anchor': {
    severity: 'info',
    deviation: true,
    about: 'an anchor, alias or tag in frontmatter, which the AgentSkills reference refuses',
    help: 'write the value out',
  },
  'parse/frontmatter-dashes': {
    severity: 'info',
    deviation: true,
    about: '`---` inside a value, where the AgentSkills reference ends the frontmatter',
    help: 'leave the three dashes out of the value',
  },
  'parse/field-unknown': {
    severity: 'info',
    deviation: true,
    about: 'a top-level field outside the AgentSkills format',
    help: 'put it under `metadata`',
  },
  'parse/field-type': {
    severity: 'info',
    deviation: true,
    about: 'a field whose value is not of the type the format asks for',
  },
  'parse/power-ignored': {
    severity: 'warning',
    about: 'a field that asks for permissions; a skill cannot grant itself anything',
    help: 'remove the field; approval and policy decide',
  },
  'parse/name-missing': {
    severity: 'warning',
    deviation: true,
    about: 'no `name`; the directory or the title stands in',
    help: 'add `name:` to the frontmatter',
  },
  'parse/name-form': {
    severity: 'info',
    deviation: true,
    about: 'a name that is not 1 to 64 lower-case letters, digits and single hyphens',
    help: 'use a name like `issue-tracker`',
  },
  'parse/name-directory': {
    severity: 'info',
    deviation: true,
    about: 'a name that differs from the directory',
    help: 'give both the same name',
  },
  'parse/name-reserved': {
    severity: 'warning',
    about: 'a name that core capabilities use',
    help: 'load it with `--as` and another id',
  },
  'parse/description-missing': {
    severity: 'warning',
    deviation: true,
    about: 'no `description`; the first paragraph stands in',
    help: 'add `description:` to the frontmatter',
  },
  'parse/description-length': {
    severity: 'info',
    deviation: true,
    about: 'a description of more than 1,024 characters',
    help: 'say what the skill does and when to use it in fewer words',
  },
  'parse/compatibility-length': {
    severity: 'info',
    deviation: true,
    about: '`compatibility` of more than 500 characters',
    help: 'shorten it',
  },
  'parse/hidden-text': {
    severity: 'warning',
    about:
      'text that readers do not see as it is: an HTML comment that holds a command, or letters whose direction is turned around; it is never run',
    help: 'show the command in a code block, or remove the comment or the characters',
  },
  'parse/load-command': {
    severity: 'warning',
    about: 'a command marked to run while the skill is loaded; it is never run',
    help: 'show the command in a code block, so that it becomes an operation',
  },
  'parse/link-in-command': {
    severity: 'warning',
    about: 'a Markdown link in a command, whose text is its address: read as that address',
    help: 'write the address alone; a shell knows no links',
  },
  'parse/fence-unclosed': {
    severity: 'warning',
    about: 'a code fence without an end; everything behind it is inside',
    help: 'close the fence with the same number of backticks',
  },
  'parse/request-unread': {
    severity: 'warning',
    about: 'a `METHOD /path` block that is not read in full',
    help: 'write the request line, one `Name: value` header a line, then the body as JSON',
  },
  'parse/operation-missing': {
    severity: 'info',
    about: 'a skill without any command or request: it is instructions only',
  },
} as const satisfies Record<string, CatalogueRow>;
