export type Operator = { readonly level: number; readonly side: 'left' | 'right' | 'none' };

/** jq's own precedence; a comparison or an assignment does not chain. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['|', { level: 1, side: 'right' }],
  [',', { level: 2, side: 'left' }],
  ['//', { level: 3, side: 'right' }],
  ['?//', { level: 3, side: 'right' }],
  ...['=', '|=', '+=', '-=', '*=', '/=', '%=', '//='].map((text) => [text, { level: 4, side: 'none' }] as const),
  ['or', { level: 5, side: 'left' }],
  ['and', { level: 6, side: 'left' }],
  ...['==', '!=', '<', '<=', '>', '>='].map((text) => [text, { level: 7, side: 'none' }] as const),
  ['+', { level: 8, side: 'left' }],
  ['-', { level: 8, side: 'left' }],
  ['*', { level: 9, side: 'left' }],
  ['/', { level: 9, side: 'left' }],
  ['%', { level: 9, side: 'left' }],
]);
