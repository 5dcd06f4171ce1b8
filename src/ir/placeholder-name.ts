const longest = 48;

/** A name for what an author writes as a stand-in: `<Your API key>` → `your_api_key`, `{petId}` → `pet_id`. */
export function placeholderName(written: string): string {
  const words = written
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
    .slice(0, longest)
    .replace(/_$/, '');
  if (words === '') return otherLetters(written);
  return /^[0-9]/.test(words) ? `value_${words}` : words;
}

/** Names are ASCII everywhere; two stand-ins of other letters must still be two inputs. */
function otherLetters(written: string): string {
  const letters = written.match(/[\p{L}\p{N}]/gu) ?? [];
  const codes = letters.map((letter) => letter.codePointAt(0)?.toString(16) ?? '').join('_');
  return codes === '' ? 'value' : `value_${codes}`.slice(0, longest).replace(/_$/, '');
}
