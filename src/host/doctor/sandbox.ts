import { existsSync } from 'node:fs';
import { openSandboxes } from '../../exec/sandbox/open.ts';
import { broken, good, type HealthFinding, notice } from './finding.ts';

/** What was measured of each back end by a run of its own. Without one for processes no script and no tool runs. */
export async function sandboxHealth(home: string): Promise<readonly HealthFinding[]> {
  const sandboxes = openSandboxes(existsSync(home) ? { home } : {});
  try {
    const states = await sandboxes.list();
    const processes = states.filter((state) => state.runs === 'programs');
    const hasOne = processes.some(({ kind }) => kind === 'usable');
    return states.map((state) => {
      if (state.kind === 'usable') {
        const { backend, class: strength, holds } = state.isolation;
        return good('sandbox', `${backend}: ${strength}, holds ${holds.join(', ')}`);
      }
      const found = `${state.backend}: ${state.message}`;
      const isNeeded = state.runs === 'programs' && !hasOne;
      return isNeeded ? broken('sandbox', found, state.remedy) : notice('sandbox', found, state.remedy);
    });
  } finally {
    await sandboxes.close();
  }
}
