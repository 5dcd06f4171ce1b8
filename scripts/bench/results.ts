/** One line of the result. Without a target it is for information. */
export interface Result {
  readonly name: string;
  readonly measured: string;
  readonly target?: string;
  readonly met?: boolean;
}

export function ratio(name: string, ours: number, theirs: number, least: number, unit: string): Result {
  const factor = theirs / ours;
  const measured = `${factor.toFixed(2)} x  (${ours.toFixed(1)} against ${theirs.toFixed(1)} ${unit})`;
  return { name, measured, target: `>= ${least} x`, met: factor >= least };
}

export function beside(name: string, ours: number, theirs: number, unit: string): Result {
  return {
    name,
    measured: `${(theirs / ours).toFixed(2)} x  (${ours.toFixed(1)} against ${theirs.toFixed(1)} ${unit})`,
  };
}

export function atMost(name: string, value: number, most: number, unit: string): Result {
  return { name, measured: `${value.toFixed(2)} ${unit}`, target: `<= ${most} ${unit}`, met: value <= most };
}

export function resultLines(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const middle = Math.max(...results.map(({ measured }) => measured.length));
  return results
    .map(({ name, measured, target = '', met }) => {
      const mark = met === undefined ? '      ' : met ? 'ok    ' : 'MISSED';
      return `${mark}  ${name.padEnd(width)}  ${measured.padEnd(middle)}  ${target}`.trimEnd();
    })
    .join('\n');
}
