import { createRequire } from 'node:module';

/**
 * The analysis of scripts, loaded when the first script is met: a skill without any, or a single command, must not pay for it. A plain
 * import would; a dynamic one could not be waited for here.
 */
export function loadAnalyse(): typeof import('../../analyse/index.ts') {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return createRequire(import.meta.url)(`../../analyse/index.${ending}`) as typeof import('../../analyse/index.ts');
}
