export type { SplitUrl } from './url/split.ts';
export { splitUrl } from './url/split.ts';
