import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Puts the MCP server of a build and the packages it greets clients with into one file: an agent starts it for every session and waits for the
 * answer. What a tool needs later (`src/host`, `src/index.ts`) stays as it is and is loaded when it is asked for.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = resolve(process.argv[2] ?? join(root, 'dist'));

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: join(dist, 'mcp', 'serve-mcp.js'),
    outDir: join(dist, 'mcp'),
    emptyOutDir: false,
    minify: true,
    target: 'node24',
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      external: (id) => id.startsWith('node:') || /(?:host|\.\.|dist)\/index\.js$/.test(id),
      output: { entryFileNames: 'serve-mcp.js', format: 'es' },
    },
  },
});
