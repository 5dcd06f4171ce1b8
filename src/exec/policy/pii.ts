/** Classes of personal data that the text holds, by name: the data itself goes nowhere. */
export function personalData(text: string): readonly PiiClass[] {
  const views = spellings(text);
  return classes.filter((name) => views.some((view) => detectors[name](view)));
}

export type PiiClass = 'card' | 'email' | 'phone';

const classes: readonly PiiClass[] = ['card', 'email', 'phone'];

/** Repeats are bounded so that no text takes more than linear time. */
const email = /[\p{L}\p{N}._%+'-]@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}/u;
const phone =
  /(?<![\p{L}\p{N}])(?:(?:\+|00)[1-9][0-9]{0,2}(?:[ ./()-]{0,2}[0-9]){6,12}|\(?[2-9][0-9]{2}\)?[ .-]{1,2}[0-9]{3}[ .-][0-9]{4})(?![\p{L}\p{N}])/u;
const cardLike = /(?<![0-9])[0-9](?:[ .-]?[0-9]){12,18}(?![0-9])/g;

const detectors: Readonly<Record<PiiClass, (text: string) => boolean>> = {
  email: (text) => email.test(text),
  phone: (text) => phone.test(text),
  card: (text) => (text.match(cardLike) ?? []).some((found) => luhn(found.replace(/[^0-9]/g, ''))),
};

function luhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0 && !/^0+$/.test(digits);
}

/** The same text as forms, JSON and odd characters would spell it. */
function spellings(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
  const percent = plain.replaceAll('+', ' ').replace(/%([0-7][0-9a-fA-F])/g, (_, hex: string) => charOf(hex));
  const escaped = plain.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => charOf(hex));
  const kept = plain.replace(/%([0-7][0-9a-fA-F])/g, (_, hex: string) => charOf(hex));
  return [...new Set([plain, percent, kept, escaped])];
}

function charOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
