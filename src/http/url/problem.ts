/** Why a URL is refused. */
export interface UrlProblem {
  readonly kind: 'problem';
  readonly code: 'map/url-scheme' | 'map/url-noncanonical' | 'map/url-glob';
  readonly message: string;
}

export function noncanonical(message: string): UrlProblem {
  return { kind: 'problem', code: 'map/url-noncanonical', message };
}

export function wrongScheme(scheme: string): UrlProblem {
  return { kind: 'problem', code: 'map/url-scheme', message: `\`${scheme}\` is not http or https` };
}

export function isProblem(value: object): value is UrlProblem {
  return 'kind' in value && value.kind === 'problem';
}
