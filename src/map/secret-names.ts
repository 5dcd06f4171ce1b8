const secretWords = new Set([
  'KEY',
  'TOKEN',
  'SECRET',
  'PASSWORD',
  'PAT',
  'JWT',
  'COOKIE',
  'APIKEY',
  'PASSPHRASE',
  'PASSWD',
]);

/** Tokens that page through results are no credentials. */
const harmlessBefore = new Set([
  'PAGE',
  'NEXT',
  'SYNC',
  'CONTINUATION',
  'CURSOR',
  'IDEMPOTENCY',
  'PRIMARY',
  'FOREIGN',
  'SORT',
  'PARTITION',
  'ISSUE',
  'GENERATE',
  'PROJECT',
]);

export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase());
}

/** A variable or placeholder name with KEY, TOKEN, SECRET … as a word of its own. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, at) => (secretWords.has(word) && !isNumbered(words, at)) || gluedPassword.test(word));
}

/** `TOKEN_ID` numbers a token of a chain or a list; the id of an access key goes with its secret. */
function isNumbered(words: readonly string[], at: number): boolean {
  return words[at] === 'TOKEN' && at === words.length - 2 && /^IDS?$/.test(words[at + 1] ?? '');
}

/** `PGPASSWORD`, `PROXYPASSWD`: the word is glued to another one. */
const gluedPassword = /.(?:PASSWORD|PASSWD|PASSPHRASE|APIKEY)$/;

/** A key or token by name that is no credential: `page_token`, `SORT_KEY`. */
export function isHarmlessName(name: string): boolean {
  return wordsOf(name).some((word) => harmlessBefore.has(word));
}

/** A name that says PASSWORD and not KEY or TOKEN, which may be other things as well. */
export function isPasswordName(name: string): boolean {
  return /(?:PASSWORD|PASSWD|PASSPHRASE)$/.test(wordsOf(name).at(-1) ?? '');
}

const credentialHeaderWords = new Set([
  'AUTHORIZATION',
  'AUTH',
  'APIKEY',
  'KEY',
  'TOKEN',
  'SECRET',
  'PASSWORD',
  'PASSPHRASE',
  'COOKIE',
  'JWT',
  'BEARER',
  'CREDENTIAL',
  'CREDENTIALS',
  'SESSION',
]);

export function isCredentialHeader(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => credentialHeaderWords.has(word)) && !words.some((word) => harmlessBefore.has(word));
}

const credentialFields = new Set([
  'KEY',
  'API_KEY',
  'APIKEY',
  'TOKEN',
  'ACCESS_TOKEN',
  'REFRESH_TOKEN',
  'AUTH_TOKEN',
  'BEARER_TOKEN',
  'ID_TOKEN',
  'AUTH',
  'SECRET',
  'CLIENT_SECRET',
  'APP_SECRET',
  'API_SECRET',
  'PASSWORD',
  'PASSWD',
  'PASSPHRASE',
  'PRIVATE_KEY',
  'SECRET_KEY',
  'ACCESS_KEY',
  'SUBSCRIPTION_KEY',
  'JWT',
  'API_TOKEN',
  'APP_KEY',
  'X_API_KEY',
  'BOT_TOKEN',
]);

/** Last words that say enough, whatever stands before them: `new_password`, `webhook_secret`. */
const credentialEndings = new Set(['PASSWORD', 'PASSWD', 'PASSPHRASE', 'SECRET', 'APIKEY', 'JWT']);

/** A query key or body member that names a credential: `api_key`, `user_api_key`, `new_password`. */
export function isCredentialField(name: string): boolean {
  const words = wordsOf(name);
  const named =
    credentialFields.has(words.join('_')) ||
    credentialEndings.has(words.at(-1) ?? '') ||
    (words.length > 2 && credentialFields.has(words.slice(-2).join('_')));
  return named && !words.some((word) => harmlessBefore.has(word));
}

/** Members whose literal value is a credential too, whatever it looks like (`key` alone may be anything). */
export function isPasswordField(name: string): boolean {
  const joined = wordsOf(name).join('_');
  return isCredentialField(name) && joined !== 'KEY' && joined !== 'AUTH' && joined !== 'TOKEN';
}

/** Looks like a real credential rather than a word. */
export function looksLikeCredential(value: string): boolean {
  return value.length >= 16 && /^[\w.+/=~-]+$/.test(value) && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}

/** Letters and digits mixed as in no word, number or name: `abc123`, `x9Kq02` (and not `oauth2`, `us-east-1`, `ABC-12`). */
export function looksRandom(value: string): boolean {
  if (!/^[\w.+/=~-]+$/.test(value)) return false;
  return value
    .split(/[^A-Za-z0-9]+/)
    .some((run) => run.length >= 6 && /[0-9]/.test(run) && /[A-Za-z]/.test(run) && !/^[A-Za-z]+[0-9]{1,2}$/.test(run));
}

/** Credentials that their issuers make recognisable, wherever they stand. */
export const issuedCredential =
  /(?<![A-Za-z0-9_-])(?:sk-[A-Za-z0-9_-]{20,256}|[sr]k_(?:live|test)_[A-Za-z0-9]{10,128}|gh[pousr]_[A-Za-z0-9]{20,128}|github_pat_\w{20,128}|glpat-[\w-]{16,128}|xox[abprs]-[\w-]{10,256}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,64}|hf_[A-Za-z0-9]{20,64}|npm_[A-Za-z0-9]{30,64}|SG\.[\w-]{16,64}\.[\w-]{16,64}|shpat_[0-9a-f]{20,64}|eyJ[\w-]{10,1024}\.eyJ[\w-]{10,4096}\.[\w-]{10,1024}|[0-9]{8,10}:AA[\w-]{30,64})/g;

/** A value that is nothing but such a credential. */
export function isIssuedCredential(value: string): boolean {
  return value.match(issuedCredential)?.[0] === value && !looksLikeStandIn(value);
}

/** A value that tells the reader to put in their own: `<team>`, `your-team`, `您的密钥`. */
export function asksForYours(value: string): boolean {
  return /^(?:<[^<>]+>$|your[-_ ]|[你您]的)/i.test(value);
}

/** A stand-in an author writes where a credential goes: `YOUR_API_KEY`, `sk-xxxx`, `<token>`, `...`, `your-token-here`. */
export function looksLikeStandIn(value: string): boolean {
  return (
    /your|[你您]的|x{3,}|\.{3}|…|<|\{|example|placeholder|insert|here$|changeme|\*{3}/i.test(value) ||
    (isSecretName(value) && /^[A-Za-z_-]+$/.test(value)) ||
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)
  );
}

/** A literal in a credential field that is a stand-in, looks real, or stands where only a password can. */
export function isCredentialText(field: string, value: string): boolean {
  if (looksLikeStandIn(value) || looksLikeCredential(value)) return true;
  if (isPasswordField(field)) return !/^(?:|true|false|null)$/.test(value);
  return wordsOf(field).join('_') !== 'KEY' && looksRandom(value);
}
