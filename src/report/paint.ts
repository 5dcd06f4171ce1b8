/** Colours as functions, so that renderers stay pure: the edge decides whether they do anything. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const as = (open: number, close: number) => (text: string) =>
  text === '' ? '' : `\u001B[${open}m${text}\u001B[${close}m`;
const same = (text: string) => text;

export const colours: Paint = {
  bold: as(1, 22),
  dim: as(2, 22),
  red: as(31, 39),
  yellow: as(33, 39),
  green: as(32, 39),
  blue: as(34, 39),
  cyan: as(36, 39),
};

export const noColours: Paint = {
  bold: same,
  dim: same,
  red: same,
  yellow: same,
  green: same,
  blue: same,
  cyan: same,
};
