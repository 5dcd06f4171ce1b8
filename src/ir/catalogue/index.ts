import { commandCodes } from './command.ts';
import { dataCodes } from './data.ts';
import { effectCodes } from './effect.ts';
import { httpCodes } from './http.ts';
import { markdownCodes } from './markdown.ts';
import { openapiCodes } from './openapi.ts';
import { planCodes } from './plan.ts';
import { shellCodes } from './shell.ts';
import { sourceCodes } from './source.ts';
import { toolCodes } from './tool.ts';

export type { CatalogueRow } from './row.ts';

/** Every code there is, in the order of the pipeline. */
export const catalogue = {
  ...sourceCodes,
  ...dataCodes,
  ...markdownCodes,
  ...openapiCodes,
  ...shellCodes,
  ...commandCodes,
  ...httpCodes,
  ...toolCodes,
  ...planCodes,
  ...effectCodes,
} as const;

export type DiagnosticCode = keyof typeof catalogue;
