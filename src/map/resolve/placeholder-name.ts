/** `<Your API key>` → `your_api_key`; `{userId}` keeps its letters. */
export function placeholderName(written: string): string {
  const inner = written.replace(/^[<{[:]+|[>}\]]+$/g, '').trim();
  const words = inner.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const name = /^[a-z]+([A-Z][a-z0-9]+)+$/.test(words) ? words : words.toLowerCase();
  const short = name.slice(0, 48).replace(/_+$/, '');
  return short === '' || /^[0-9]/.test(short) ? `value_${short}`.replace(/_$/, '') : short;
}
