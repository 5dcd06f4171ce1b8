import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `npm run build:console` puts them, in a checkout and in a package alike. */
export const consoleFolder = fileURLToPath(new URL('../../dist/console/', import.meta.url));

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

interface ConsoleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly isPage: boolean;
}

/** Read once: what is handed out is what was there when the server began, and a path can lead nowhere else. */
export function consoleFiles(folder: string = consoleFolder): (path: string) => Response | undefined {
  const files = new Map<string, ConsoleFile>();
  if (existsSync(folder)) collect(folder, '', files);
  const page = files.get('/index.html');
  if (page === undefined) return (path) => (path === '/' ? missing() : undefined);
  return (path) => {
    const file = files.get(path) ?? (extname(path) === '' ? page : undefined);
    if (file === undefined) return undefined;
    // Names of assets hold a digest of them; the page that names them is always asked for anew.
    const caching = file.isPage ? 'no-store' : 'public, max-age=31536000, immutable';
    return new Response(file.bytes, { headers: { 'Content-Type': file.type, 'Cache-Control': caching } });
  };
}

function collect(folder: string, under: string, files: Map<string, ConsoleFile>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${under}/${entry.name}`;
    const type = types[extname(entry.name)];
    if (entry.isDirectory()) collect(join(folder, entry.name), path, files);
    else if (entry.isFile() && type !== undefined) {
      const bytes = new Uint8Array(readFileSync(join(folder, entry.name)));
      files.set(path, { bytes, type, isPage: !path.startsWith('/assets/') });
    }
  }
}

function missing(): Response {
  const text =
    'the console is not built: run `npm run build:console` in the checkout of skillc, then start `skillc serve` again\n';
  return new Response(text, { status: 503, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
