/** Under which names this server may be asked. A name that only resolves to it is not among them: that is how a foreign page gets in. */
export interface Places {
  /** `127.0.0.1:7455`, `localhost:7455` … */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

export function placesOf(port: number, names: readonly string[]): Places {
  const all = ['127.0.0.1', 'localhost', '[::1]', ...names];
  const hosts = new Set(all.map((name) => `${name.toLowerCase()}:${port}`));
  return { hosts, origins: new Set([...hosts].map((host) => `http://${host}`)) };
}

export function isOurHost(host: string | undefined, { hosts }: Places): boolean {
  return host !== undefined && hosts.has(host.toLowerCase());
}

/** A program sends none; a browser cannot leave it out where it matters. */
export function isOurOrigin(origin: string | undefined, { origins }: Places): boolean {
  return origin === undefined || origins.has(origin.toLowerCase());
}
