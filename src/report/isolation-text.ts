import type { MeasuredIsolation } from '../ir/isolation.ts';

/** `process by bubblewrap, which holds files, network, pids …` */
export function isolationText({ backend, class: strength, holds }: MeasuredIsolation): string {
  return `${strength} by ${backend}, which holds ${holds.join(', ')}`;
}
