import type { Schema } from '../../ir/json.ts';
import { schemaOf } from '../../ir/schema-of.ts';
import { looseJson } from './loose-json.ts';
import type { SourceText } from './source-text.ts';

const announces = /\b(?:response|responds?|returns?|output|result|example answer|you(?:'ll| will) (?:get|receive))\b/i;
const asksInput = /\b(?:request body|payload|body:|config|configuration|input|params|parameters|save|write)\b/i;

/** Whether the text before a data block says that it shows an answer. */
export function announcesResponse(text: string): boolean {
  const tail = text.slice(-200);
  return announces.test(tail) && !asksInput.test(tail);
}

/** Whether the text before a data block says that it is what a request sends. */
export function announcesBody(text: string): boolean {
  return (
    /\b(?:body|payload|request|with json|send)\b/i.test(text.slice(-200)) &&
    !/\b(?:response|returns?)\b/i.test(text.slice(-80))
  );
}

export function responseSchema(sample: SourceText, source: string): Schema | undefined {
  if (sample.text.length > 64 * 1024 || !/^\s*[[{]/.test(sample.text)) return undefined;
  const read = looseJson(sample, source);
  return read === undefined ? undefined : schemaOf(read.value);
}
