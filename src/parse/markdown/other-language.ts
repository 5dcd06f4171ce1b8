/** Words of a line that are no shell but a line of Python, JavaScript, TOML or a query of PubMed. */
export function isOtherLanguage(words: readonly string[]): boolean {
  return isPython(words) || isScript(words) || isSetting(words) || isSearchQuery(words);
}

/** Modules of Python's own library. `import NAME` is a program of ImageMagick too; with these names nobody calls it. */
const modules = /^(?:argparse|asyncio|base64|csv|datetime|hashlib|json|logging|math|os|random|re|subprocess|sys|time)$/;

/** `import time`, `from pathlib import Path`. */
function isPython(words: readonly string[]): boolean {
  const [first, second = '', third] = words;
  if (first === 'import') return words.length === 2 && modules.test(second);
  return first === 'from' && third === 'import' && words.length > 3;
}

/** `const NAME = …`, `import { a } from "./b.js"`. */
function isScript(words: readonly string[]): boolean {
  const [first, second = '', third] = words;
  if (first === 'const') return /^[A-Za-z_$][\w$]*$/.test(second) && third === '=' && words.length > 3;
  return first === 'import' && second === '{' && words.at(-2) === 'from' && /^["'].*["']$/.test(words.at(-1) ?? '');
}

/** `name = "value"`: to bash a program `name`, which no author means; with these names it would do something to `value`. */
function isSetting(words: readonly string[]): boolean {
  const [name = '', sign, value = ''] = words;
  const isValue = /^(?:["'[{]|-?\d|(?:true|false)$)/.test(value);
  return sign === '=' && isValue && /^[A-Za-z][\w.-]*$/.test(name) && !actsOnWords.test(name);
}

const actsOnWords =
  /^(?:shred|srm|trash|unlink|rmdir|truncate|wipefs|mkfs[\w.]*|at|crontab|install|touch|aria2c|axel)$/;

/** `"Smith AB"[Author] AND cancer[Title]`, and a line of it that goes on. */
function isSearchQuery(words: readonly string[]): boolean {
  const [first = ''] = words;
  if (!words.some((word) => /^(?:AND|OR|NOT)$/.test(word))) return false;
  return /^(?:AND|OR|NOT)$/.test(first) || /^"[^"$`\\/]*"\[[A-Z]/.test(first);
}

/**
 * A line that bash would not read, and that says by itself what it is: an item of a list, a field, a call of Python or
 * JavaScript, the end of an object, a step of a search.
 */
export function isUnreadText(line: string): boolean {
  return unreadText.some((form) => form.test(line.slice(0, 1000)));
}

const unreadText: readonly RegExp[] = [
  /^\s*(?:[-*•–—]|\d{1,3}[.)])\s+[^-\s]/,
  /^\s*[A-Z][A-Za-z]*:\s+[A-Z]/,
  /^\s*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\([^()]*\);?\s*(?:#.*|\/\/.*)?$/,
  /^\s*[\]})]+[,;]?\s*$/,
  /^\s*\|\s*(?:stats|eventstats|streamstats|timechart|chart|eval|where|search|table|fields|rex|rename|dedup|transaction|lookup|bin|bucket|sort|head|top|rare|spath|mvexpand|append|extend|project|summarize|take|order|distinct|count|limit|filter|parse|display) /,
];
