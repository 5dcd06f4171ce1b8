import type { Terminal } from '../terminal.ts';

/** What every command has of the outside. */
export interface Edge {
  readonly terminal: Terminal;
  readonly finish: (code: number) => void;
  readonly colour: () => boolean;
}
