import type { CatalogueRow } from './row.ts';

/** Bytes, characters, YAML and JSON: what every format shares. */
export const dataCodes = {
  'limit/size': {
    severity: 'error',
    about: 'the source is larger than the limit',
    help: 'split the skill into smaller files',
  },
  'limit/depth': {
    severity: 'error',
    about: 'values are nested deeper than the limit',
    help: 'flatten the document',
  },
  'limit/nodes': {
    severity: 'error',
    about: 'the document has more nodes than the limit',
    help: 'split the document into smaller ones',
  },
  'limit/alias': {
    severity: 'error',
    about: 'YAML aliases expand beyond the limit, or refer to themselves',
    help: 'write the values out instead of using aliases',
  },
  'parse/encoding': { severity: 'error', about: 'the bytes are not UTF-8', help: 'save the file as UTF-8' },
  'parse/control-character': {
    severity: 'error',
    about: 'a NUL byte or a byte order mark inside the text',
    help: 'remove the character',
  },
  'parse/hidden-character': {
    severity: 'error',
    about: 'invisible or direction-changing characters where a reader cannot see them',
    help: 'remove the character; the reviewer must see what runs',
  },
  'parse/key-duplicate': {
    severity: 'error',
    about: 'the same key twice in one mapping',
    help: 'keep one of the two; readers disagree on which one counts',
  },
  'parse/key-reserved': {
    severity: 'error',
    about: 'a key that JavaScript objects reserve',
    help: 'rename the key',
  },
  'parse/tag-unknown': {
    severity: 'error',
    about: 'a YAML tag outside the core schema',
    help: 'remove the tag; only plain data is read',
  },
  'parse/syntax': { severity: 'error', about: 'the document does not parse' },
  'parse/format-unknown': {
    severity: 'error',
    about: 'no front end recognises the content',
    help: 'give a SKILL.md, a skill in YAML or JSON, or an OpenAPI document',
  },
  'parse/path-outside': { severity: 'error', about: 'a path that leaves the bundle' },
} as const satisfies Record<string, CatalogueRow>;
