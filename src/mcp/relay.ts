import { connect } from 'node:net';
import type { McpStreams } from './serve-mcp.ts';

/** Hands bytes on between two streams and a socket until one side is done. Rejects where nobody listens there. */
export function relay(path: string, { input, output }: McpStreams): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const fail = (error: Error) => reject(error);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      socket.on('error', () => socket.destroy());
      input.on('error', () => socket.end());
      output.on('error', () => socket.destroy());
      socket.once('close', () => resolve());
      input.pipe(socket);
      socket.pipe(output, { end: false });
    });
  });
}
