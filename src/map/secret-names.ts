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
  return wordsOf(name).some((word) => secretWords.has(word));
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

/** A query key or body member that names a credential. */
export function isCredentialField(name: string): boolean {
  const words = wordsOf(name);
  return credentialFields.has(words.join('_')) && !words.some((word) => harmlessBefore.has(word));
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

/** A stand-in an author writes where a credential goes: `YOUR_API_KEY`, `sk-xxxx`, `<token>`, `...`, `your-token-here`. */
export function looksLikeStandIn(value: string): boolean {
  return (
    /your|x{3,}|\.{3}|…|<|\{|example|placeholder|insert|here$|changeme|\*{3}/i.test(value) ||
    (isSecretName(value) && /^[A-Za-z_-]+$/.test(value)) ||
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)
  );
}

/** A literal in a credential field that is a stand-in, looks real, or stands where only a password can. */
export function isCredentialText(field: string, value: string): boolean {
  return looksLikeStandIn(value) || looksLikeCredential(value) || (isPasswordField(field) && value !== '');
}
