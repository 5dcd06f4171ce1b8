export { analyse } from './analyse.ts';
export { parseDependencies, scriptMetadata } from './dependencies.ts';
