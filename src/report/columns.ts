const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/;
const picture = /^\p{Emoji_Presentation}|^\p{Extended_Pictographic}\uFE0F/u;
const marks = /^[\p{Mn}\p{Me}]+$/u;

/** How many columns a terminal gives a text that `visible` has made. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    columns += marks.test(segment) ? 0 : wide.test(segment) || picture.test(segment) ? 2 : 1;
  }
  return columns;
}
