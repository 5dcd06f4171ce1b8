// A small JSON answer from another process, so that client and server do not share a thread.
import { createServer } from 'node:http';

const body = JSON.stringify({
  items: [
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
  ],
  total: 2,
});
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
process.on('disconnect', () => process.exit(0));
