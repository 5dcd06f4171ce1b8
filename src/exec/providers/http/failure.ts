/** An expected failure on its way to the result. Its message holds no query, no header and no secret. */
export class HttpFailure extends Error {
  readonly code: string;
  /** What curl exits with. */
  readonly exitCode: number;
  readonly remedy?: string;

  constructor(code: string, message: string, exitCode: number, remedy?: string) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
    if (remedy !== undefined) this.remedy = remedy;
  }
}

const certificateErrors = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
]);

const afterConnect: { readonly [code: string]: readonly [code: string, message: string, exitCode: number] } = {
  UND_ERR_HEADERS_OVERFLOW: ['limit/headers', 'The head of the answer is too long', 56],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['network/cut-off', 'The answer ended before its stated length', 18],
  ECONNRESET: ['network/reset', 'The server reset the connection', 56],
  EPIPE: ['network/reset', 'The server reset the connection', 55],
};

/** A port of ours that failed: its own typed failure (`io/outside-grant`), or this one. Its message may name what is not ours to tell. */
export function portFailure(error: unknown, code: string, message: string, exitCode: number): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const own = codeOf(error);
  return /^[a-z]+\/[a-z-]+$/.test(own)
    ? new HttpFailure(own, message, exitCode)
    : new HttpFailure(code, message, exitCode);
}

/** Socket and parser errors by code only: their own messages may quote what was sent or received. */
export function transportFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const code = codeOf(error);
  const known = afterConnect[code];
  if (known !== undefined) return new HttpFailure(...known);
  if (error instanceof Error && error.name === 'HTTPParserError')
    return new HttpFailure('network/bad-answer', 'The answer is not valid HTTP/1.1', 1);
  if (code === 'UND_ERR_SOCKET' || code === 'UND_ERR_INFO') {
    return new HttpFailure('network/closed', 'The server closed the connection without a whole answer', 52);
  }
  if (isTlsError(code)) return new HttpFailure('tls/failed', 'The encrypted connection broke', 56);
  return new HttpFailure('network/failed', 'The connection failed', 56);
}

export function connectFailure(error: unknown, origin: string): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const code = codeOf(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') {
    return new HttpFailure('tls/wrong-host', `The certificate is not for ${origin}`, 60);
  }
  if (certificateErrors.has(code)) {
    return new HttpFailure('tls/untrusted', `The certificate of ${origin} is not trusted (${code})`, 60);
  }
  if (isTlsError(code)) return new HttpFailure('tls/failed', `No encrypted connection to ${origin}`, 35);
  if (code === 'ETIMEDOUT') return new HttpFailure('network/connect-timeout', `No connection to ${origin} in time`, 28);
  return new HttpFailure('network/connect', `No connection to ${origin}${code === '' ? '' : ` (${code})`}`, 7);
}

function isTlsError(code: string): boolean {
  return code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO';
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
