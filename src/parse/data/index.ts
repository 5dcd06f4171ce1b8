export { asBoolean, asList, asNumber, asString, asStrings, entriesOf, entryOf, get, toJson } from './fields.ts';
export { hiddenInData } from './hidden.ts';
export { type DataLimits, openapiLimits, skillLimits } from './limits.ts';
export type {
  BooleanNode,
  DataNode,
  ListNode,
  MapEntry,
  MapNode,
  NullNode,
  NumberNode,
  ScalarNode,
  StringNode,
} from './node.ts';
export { type DataDocument, readJson } from './read-json.ts';
export { readYaml } from './read-yaml.ts';
