import type { Bundle } from '../ir/bundle.ts';
import type { Dispatch } from './map-command.ts';
import { ownPrograms, primitiveTable } from './primitives/index.ts';
import type { ToolTable } from './tools/tool.ts';

/** Primitives, known programs and the bundle's own files, as one place to ask. */
export function dispatchFor(tools: ToolTable, bundle?: Bundle): Dispatch {
  return { primitives: primitiveTable(tools), ownPrograms, tools, ...(bundle === undefined ? {} : { bundle }) };
}
