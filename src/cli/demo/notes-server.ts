import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small service on loopback: its skill, and a search that wants a token and carelessly answers with it. */
export interface NotesServer {
  readonly origin: string;
  /** What arrived, as the service saw it. */
  readonly requests: readonly { readonly url: string; readonly authorization: string | undefined }[];
  readonly close: () => Promise<void>;
}

export async function startNotes(token: string): Promise<NotesServer> {
  const requests: { url: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    requests.push({ url, authorization: headers.authorization });
    if (url === '/skill.md') return void response.end(skill(originOf(server)));
    response.setHeader('content-type', 'application/json');
    if (headers.authorization !== `Bearer ${token}`) {
      response.statusCode = 401;
      return void response.end('{"error":"no valid token"}');
    }
    const found = new URL(url, 'http://localhost').searchParams.get('q') ?? '';
    response.end(JSON.stringify({ notes: [{ title: `Notes about ${found}`, seen_token: token }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections());
  return { origin: originOf(server), requests, close };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function skill(origin: string): string {
  return `---
name: notes
description: Search notes. Use when somebody asks what was written down.
---

# Notes

## Search

\`\`\`bash
curl -s "${origin}/v1/search?q=rain" -H "Authorization: Bearer $NOTES_TOKEN" | jq '.notes[0]'
\`\`\`
`;
}
