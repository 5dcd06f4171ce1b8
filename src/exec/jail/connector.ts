import { type JailFile, mcpSocket } from './jail-arguments.ts';

/** Hands standard input and output on to the server outside. It needs nothing but Node, so that nothing of skillc is shown. */
const script = `'use strict';
const [verb] = process.argv.slice(2);
if (verb !== 'mcp') {
  console.error('skillc: in a jail there is only \`skillc mcp\`; everything else is done outside, by a person');
  process.exit(2);
}
const socket = require('node:net').connect(${JSON.stringify(mcpSocket)});
socket.on('error', (error) => {
  console.error('skillc: the server outside does not answer: ' + error.message);
  process.exit(1);
});
process.stdout.on('error', () => process.exit(0));
process.stdin.pipe(socket);
socket.pipe(process.stdout, { end: false });
socket.on('close', () => process.exit(0));
`;

/** `skillc mcp`, as agents are configured to start it, is this in a jail. */
export function connectorFiles(node: string): readonly JailFile[] {
  const quoted = `'${node.replaceAll("'", "'\\\\''")}'`;
  return [
    { at: '/run/skillc/connect.cjs', text: script },
    {
      at: '/run/skillc/bin/skillc',
      text: `#!/bin/sh\nexec ${quoted} /run/skillc/connect.cjs "$@"\n`,
      executable: true,
    },
  ];
}
