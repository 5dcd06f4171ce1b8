import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessibilityFaults, type BuiltConsole, buildConsole, openBrowser, overflow } from './browser.ts';
import { type WebHome, webHome } from './web-home.ts';

let browser: Browser;
let built: BuiltConsole;
let at: WebHome;
let page: Page;
let problems: string[];

beforeAll(async () => {
  [browser, built] = await Promise.all([openBrowser(), buildConsole()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  built?.remove();
});

beforeEach(async () => {
  at = await webHome({ consoleFolder: built.folder });
  problems = [];
});

afterEach(async () => {
  await page?.context().close();
  await at.close();
  expect(problems).toEqual([]);
});

async function open(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
  // Whatever the policy of the page forbids is said on its console.
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => problems.push(`a dialog: ${dialog.message()}`));
  await page.goto(at.web.consoleUrl());
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.evaluate(`location.hash = '${hash}'`);
  return page;
}

const approvals = async () =>
  (await at.api('/approvals')).body.approvals as { id: string; operation: string; state: string }[];
const approvalOf = async (operation: string) => {
  const found = (await approvals()).find((one) => one.operation === operation);
  if (found === undefined) throw new Error(`no approval of ${operation}`);
  return found;
};

describe('signing in', () => {
  test('a code works once, and is nowhere in the address afterwards', async () => {
    await at.run(['load', at.skill]);
    const address = at.web.consoleUrl();
    const context = await browser.newContext();
    page = await context.newPage();
    await page.goto(address);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(page.url()).toBe(`${at.web.url}/#/inbox`);
    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await other.getByRole('alert').waitFor();
    expect(await other.getByRole('alert').textContent()).toContain('used up');
    await other.context().close();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'skillc console' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});

describe('the inbox', () => {
  test('shows everything that a yes is bound to, with the lines it comes from', async () => {
    await at.run(['load', at.skill]);
    const { id } = await approvalOf('add');
    await open(`#/inbox/${id}`);
    await page.getByRole('heading', { name: 'demo.add' }).waitFor();
    const text = await page.locator('.detail').textContent();
    for (const part of ['sends POST', at.origin, 'pending', 'SKILL.md', 'network.http-fetch'])
      expect(text).toContain(part);
    expect(await page.locator('mark').allTextContents()).not.toEqual([]);
  });

  test('approves always, by mouse and by key', async () => {
    await at.run(['load', at.skill]);
    for (const [operation, answer] of [
      ['add', () => page.getByRole('button', { name: 'Approve: Always' }).click()],
      ['find', () => page.keyboard.press('3')],
    ] as const) {
      const { id } = await approvalOf(operation);
      await open(`#/inbox/${id}`);
      await page.getByRole('button', { name: 'Approve: Always' }).waitFor();
      // What cannot be chosen says why.
      expect(await page.getByRole('button', { name: 'Approve: Once' }).isDisabled()).toBe(true);
      expect(await page.getByText('answers to a call that waits').count()).toBe(1);
      await answer();
      await page.locator('.said', { hasText: 'approved' }).waitFor();
      const { body } = await at.api(`/approvals/${id}`);
      expect([body.state, body.grants.map((one: { scope: string }) => one.scope)]).toEqual(['approved', ['always']]);
      await page.context().close();
    }
  });

  test('approves for the session of the call that waits', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect();
    const waits = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 3 } });
    await open(`#/inbox/${waits.data.approval_id}`);
    await page.getByRole('button', { name: 'Approve: This session' }).waitFor();
    await page.keyboard.press('2');
    await page.locator('.said', { hasText: 'approved' }).waitFor();
    const again = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 4 } });
    expect(again.data.outcome).toBe('done');
  });

  test('approves once the call that waits, which then goes on', async () => {
    await at.run(['load', at.skill]);
    const agent = await at.connect();
    const waits = await agent.call('skill_execute', { capability: 'demo.add', params: { n: 3 } });
    await open(`#/inbox/${waits.data.approval_id}`);
    await page.getByRole('button', { name: 'Approve: Once' }).waitFor();
    expect(await page.getByText('answers to a call that waits').count()).toBe(0);
    await page.getByRole('button', { name: 'Approve: Once' }).click();
    await page.locator('.said', { hasText: 'approved' }).waitFor();
    const resumed = await agent.call('call_resume', { call_id: waits.data.call_id });
    expect([resumed.data.outcome, at.seen.length]).toEqual(['done', 1]);
  });

  test('denies with a reason, and takes an approval back', async () => {
    await at.run(['load', at.skill]);
    const { id } = await approvalOf('add');
    await open(`#/inbox/${id}`);
    await page.getByRole('button', { name: 'Approve: Always' }).click();
    await page.locator('.said', { hasText: 'approved' }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).waitFor();
    await page.keyboard.press('r');
    await page.locator('.said', { hasText: 'taken back' }).waitFor();
    await page.keyboard.press('d');
    await page.getByLabel('Why, for whoever asked').fill('not today');
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await page.locator('.said', { hasText: 'denied' }).waitFor();
    expect((await at.api(`/approvals/${id}`)).body.state).toBe('denied');
    const { body } = await at.api('/events?limit=5');
    const denial = body.events.find((one: { kind: string }) => one.kind === 'approval-denied');
    expect(denial.data.reason).toBe('not today');
  });

  test('shows a question the moment it is asked, and moves by j and k', async () => {
    await open('#/inbox');
    await page.getByText('No questions').waitFor();
    await at.run(['load', at.skill]);
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.card[aria-current]').waitFor();
    const first = await page.locator('.card[aria-current] .name').textContent();
    await page.keyboard.press('j');
    await page.locator('.card[aria-current] .name', { hasNotText: first ?? '' }).waitFor();
    await page.keyboard.press('k');
    await page.locator('.card[aria-current] .name', { hasText: first ?? '' }).waitFor();
  });

  test('a question that has changed since it was shown is not answered', async () => {
    await at.run(['load', at.skill]);
    const { id } = await approvalOf('add');
    await open(`#/inbox/${id}`);
    await page.route('**/approve', (route) => {
      const body = JSON.parse(route.request().postData() ?? '{}');
      void route.continue({ postData: JSON.stringify({ ...body, digest: `sha256:${'0'.repeat(64)}` }) });
    });
    await page.getByRole('button', { name: 'Approve: Always' }).click();
    await page.getByRole('alert').waitFor();
    expect((await at.api(`/approvals/${id}`)).body.state).toBe('pending');
    problems = problems.filter((one) => !one.includes('409') && !one.includes('400'));
  });

  test('tells what a new version can do beyond the approved one', async () => {
    await at.run(['load', at.skill]);
    const { id } = await approvalOf('add');
    const { digest } = (await at.api(`/approvals/${id}`)).body;
    await at.api(`/approvals/${id}/approve`, { digest, scope: 'always' });
    const { readFileSync, writeFileSync } = await import('node:fs');
    const file = `${at.skill}/SKILL.md`;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/items', '/others').replaceAll('/add', '/others'));
    await at.run(['load', at.skill]);
    const changed = await approvalOf('add');
    expect(changed.id).not.toBe(id);
    await open(`#/inbox/${changed.id}`);
    await page.locator('.difference').waitFor();
    const text = await page.locator('.difference').textContent();
    expect(text).toContain('new: sends POST');
    expect(text).toContain('/others');
  });
});

describe('strings of a skill are text', () => {
  const evil = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  const skill = (origin: string) => `---
name: sly
description: '${evil} \u202Egnp.exe'
---
# Sly

## ${evil}

\`\`\`bash
curl -s "${origin}/v1/${'a'.repeat(3_000)}?q=<b>bold</b>" -H 'X-Note: ${evil}'
\`\`\`
`;

  test('markup, directions and 3,000 letters are shown as they are', async () => {
    await at.run(['load', at.write('sly', skill(at.origin))]);
    const [approval] = await approvals();
    await open(`#/inbox/${approval?.id}`);
    await page.locator('.approval h1').waitFor();
    const text = await page.locator('.detail').textContent();
    expect(text).toContain('a'.repeat(3_000));
    expect(text).toContain('<script>alert(2)</script>');
    expect(await page.locator('main img, main script, main b:not(.name b):not(.changed b)').count()).toBe(0);
    expect(await page.evaluate('document.body.innerText.includes("\\u202E")')).toBe(false);
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
    await page.evaluate("location.hash = '#/skills/sly'");
    await page.locator('.capability').first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

describe('skills, budgets and the chain', () => {
  test('an HTTP request is followed back to the line of the skill', async () => {
    await at.run(['load', at.skill]);
    await at.run(['approve', (await approvalOf('add')).id, '--scope', 'always']);
    await open('#/chain');
    await page.locator('.timeline > li').first().waitFor();
    await at.run(['execute', 'demo.add', '--params', '{"n": 5}']);
    await page.locator('.timeline > li[data-kind="call-done"]').waitFor();
    expect(await page.locator('.timeline > li[data-kind="call-intent"] .requests').textContent()).toContain(
      `POST ${at.origin}`,
    );
    await page.locator('.timeline > li[data-kind="call-done"] a').first().click();
    await page.getByRole('heading', { name: /^Why evt_/ }).waitFor();
    await page.locator('.source mark').first().waitFor();
    expect(await page.locator('.source').textContent()).toContain('curl');
    expect(await page.locator('.graph .node').count()).toBeGreaterThanOrEqual(3);
    expect(await page.locator('.graph .edge').count()).toBeGreaterThanOrEqual(2);
    await page.getByRole('link', { name: /^apr_/ }).click();
    await page.getByRole('heading', { name: 'demo.add' }).waitFor();
  });

  test('budgets are bars with their amounts, skills show their manifests', async () => {
    await at.run(['load', at.skill]);
    await at.run(['approve', (await approvalOf('add')).id, '--scope', 'always']);
    await at.run(['execute', 'demo.add', '--params', '{"n": 5}']);
    await open('#/budgets');
    const calls = page.locator('.scope', { hasText: 'session:default' }).locator('.bar', { hasText: 'calls' });
    await calls.waitFor();
    expect(await calls.locator('.amount').textContent()).toBe('1 of 1,000');
    expect(await calls.locator('meter').getAttribute('value')).toBe('1');
    await page.keyboard.press('s');
    await page.getByRole('link', { name: /demo/ }).first().click();
    await page.locator('.capability', { hasText: 'demo.add' }).locator('.effects').waitFor();
  });
});

describe('for everybody', () => {
  test.each(['light', 'dark'] as const)('axe finds nothing serious on any page, %s', async (colorScheme) => {
    await at.run(['load', at.skill]);
    await at.run(['approve', (await approvalOf('add')).id, '--scope', 'always']);
    await at.run(['execute', 'demo.add', '--params', '{"n": 5}']);
    const { id } = await approvalOf('find');
    await open('#/inbox', { colorScheme });
    const pages = ['inbox', `inbox/${id}`, 'skills', 'skills/demo', 'budgets', 'chain', 'chain/evt_3'];
    for (const hash of pages) {
      await page.evaluate(`location.hash = '#/${hash}'`);
      await page.locator('h1:visible').first().waitFor();
      await page.locator('.waiting').first().waitFor({ state: 'hidden' });
      expect({ hash, faults: await accessibilityFaults(page) }).toEqual({ hash, faults: [] });
    }
  });

  test('every page fits 400 pixels', async () => {
    await at.run(['load', at.skill]);
    const { id } = await approvalOf('add');
    await open('#/inbox', { viewport: { width: 400, height: 800 } });
    for (const hash of ['inbox', `inbox/${id}`, 'skills', 'skills/demo', 'budgets', 'chain', 'chain/evt_1']) {
      await page.evaluate(`location.hash = '#/${hash}'`);
      await page.locator('h1:visible').first().waitFor();
      expect({ hash, overflow: await overflow(page) }).toEqual({ hash, overflow: 0 });
    }
  });

  test('a page is reached and answered by keyboard alone', async () => {
    await at.run(['load', at.skill]);
    await open('#/inbox');
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.locator('.approval h1').waitFor();
    await page.keyboard.press('3');
    await page.locator('.said', { hasText: 'approved' }).waitFor();
  });
});
