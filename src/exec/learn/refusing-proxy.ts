import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy that leads nowhere: it hears where a program wants to go, and says no. */
export interface RefusingProxy {
  readonly socket: string;
  readonly close: () => Promise<void>;
}

const no = 'skillc only watches: nothing is reached\n';

export async function refusingProxy(heard: (host: string) => void): Promise<RefusingProxy> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillc-watch-'));
  const socket = join(folder, 'proxy.sock');
  const server = createServer((request, response) => {
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined;
    if (url !== undefined) heard(url.host);
    response.writeHead(403, { 'content-type': 'text/plain' }).end(no);
  });
  server.on('connect', (request, client) => {
    if (/^[\w.[\]:-]{1,260}$/.test(request.url ?? '')) heard((request.url ?? '').replace(/:443$/, ''));
    client.on('error', () => undefined);
    client.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${no.length}\r\n\r\n${no}`);
  });
  server.on('clientError', (_, client) => client.destroy());
  await new Promise<void>((done) => server.listen(socket, done));
  return {
    socket,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
