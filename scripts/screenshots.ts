import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole, openBrowser } from '../test/web/browser.ts';
import { webHome } from '../test/web/web-home.ts';

// npm run screenshots: the pictures of docs/console.md, made from the real server in a real browser.
const folder = join(import.meta.dirname, '..', 'docs', 'screenshots');
mkdirSync(folder, { recursive: true });
const [browser, built] = await Promise.all([openBrowser(), buildConsole()]);
const at = await webHome({ consoleFolder: built.folder });
try {
  const weather = join(at.root, 'weather');
  cpSync(join(import.meta.dirname, '..', 'fixtures', 'demo', 'weather'), weather, { recursive: true });
  await at.run(['load', weather]);
  await at.run(['load', at.skill]);
  const { body } = await at.api('/approvals');
  const idOf = (operation: string): string =>
    body.approvals.find((one: { readonly operation: string }) => one.operation === operation).id;
  await at.run(['approve', idOf('add'), '--scope', 'always']);
  for (const n of [1, 2, 3]) await at.run(['execute', 'demo.add', '--params', JSON.stringify({ n })]);
  const events = (await at.api('/events?limit=20')).body.events as { readonly kind: string; readonly id: string }[];
  const done = events.find(({ kind }) => kind === 'call-done')?.id ?? '';
  const pictures = [
    ['inbox-light', `#/inbox/${idOf('current_weather')}`, 'light', 1280, 860],
    ['inbox-dark', `#/inbox/${idOf('summarise_a_week')}`, 'dark', 1280, 860],
    ['chain-light', `#/chain/${done}`, 'light', 1280, 860],
    ['budgets-dark', '#/budgets', 'dark', 1280, 620],
    ['inbox-narrow', `#/inbox/${idOf('send_a_report')}`, 'light', 400, 800],
  ] as const;
  for (const [name, hash, colorScheme, width, height] of pictures) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height } });
    const page = await context.newPage();
    await page.goto(at.web.consoleUrl());
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.evaluate(`location.hash = '${hash}'`);
    await page.locator('.waiting').first().waitFor({ state: 'hidden' });
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
} finally {
  await at.close();
  await browser.close();
  built.remove();
}
