import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../ir/diagnostic.ts';
import type { ToolTable } from '../map/tools/tool.ts';
import { ownTools } from './load.ts';

export interface OwnTables {
  readonly table: ToolTable;
  /** Of files that do not count. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The shipped tables, those of the home in their place, and what a project forbids on top: it can only tighten. */
export function homeTools(home: string, workspace: string, shipped: ToolTable): OwnTables {
  const folders = [
    { folder: join(home, 'tools'), trust: 'home' },
    { folder: join(workspace, '.skillc', 'tools'), trust: 'project' },
  ] as const;
  let table = shipped;
  const diagnostics: Diagnostic[] = [];
  for (const { folder, trust } of folders) {
    if (!existsSync(folder)) continue;
    const own = ownTools(folder, trust, table);
    table = own.table;
    diagnostics.push(...own.diagnostics);
  }
  return { table, diagnostics };
}
