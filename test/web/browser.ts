import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export async function openBrowser(): Promise<Browser> {
  const executablePath = places.find(existsSync);
  if (executablePath === undefined) throw new Error('no Chromium: run `apt-get install chromium`');
  // As root, which test machines often are, its own sandbox does not start.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export interface BuiltConsole {
  readonly folder: string;
  readonly remove: () => void;
}

/** The console as `npm run build:console` makes it, in a folder of its own. */
export async function buildConsole(): Promise<BuiltConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'skillc-console-'));
  const configFile = fileURLToPath(new URL('../../src/web/console/vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'warn', build: { outDir: folder } });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe calls serious or worse, as `rule: element`. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // The page's own policy lets no script in; the tester's world is another one.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: put there by the script above
    const { violations } = await (globalThis as any).axe.run();
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** How many pixels stick out to the right. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
