import type { Registry } from '@console/shared-contract/federation';
import type { Browser, Page } from '@playwright/test';
import { expectFaultReported, expectRemoteWorks, getFaults, openSignedIn, remotePages } from '../support/console';
import { ConsoleServer } from '../support/console-server';
import { DevServer } from '../support/dev-server';
import { createFakeRemote } from '../support/fake-remote';
import { expect, test } from '../support/test';

const strip = (page: Page, words: RegExp) => page.getByRole('group').filter({ hasText: words });

let developer: DevServer;
test.beforeAll(async () => {
  developer = await DevServer.start(createFakeRemote());
});
test.afterAll(() => developer.stop());

test.describe('overrides', () => {
  let server: ConsoleServer;
  test.beforeAll(async () => {
    server = await ConsoleServer.create({ ALLOW_OVERRIDES: 'on' });
  });
  test.afterAll(() => server.stopAndDelete());

  /** Opens a separate browser context on the server. */
  async function open(browser: Browser, path: string): Promise<Page> {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await openSignedIn(page, path);
    return page;
  }

  test('load a remote from a development server until Reset', async ({ browser }) => {
    const page = await open(browser, '/');
    await page.goto(`/probe?override=probe@${developer.url}`);
    const asked = page.getByRole('dialog', { name: 'Load part of the console from another server?' });
    await expect(asked).toContainText(developer.url);
    await expect(asked.getByRole('button', { name: 'Load', exact: true })).toBeDisabled();
    await asked.getByRole('button', { name: "Don't load" }).click();
    await expect(page.getByText("This page doesn't exist. Check the URL.")).toBeVisible();
    expect(developer.requests).toEqual([]);
    await page.goto(`/probe?override=probe@${developer.url}`);
    await asked.getByRole('checkbox').check();
    await asked.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByText('The probe works')).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/probe`);
    await expect(strip(page, new RegExp(`probe runs from ${developer.url}`))).toBeVisible();
    await page.reload();
    await expect(page.getByText('The probe works')).toBeVisible();
    await expectRemoteWorks(page, 'catalogue');
    await page.goto('/probe');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText("This page doesn't exist. Check the URL.")).toBeVisible();
    await expect(strip(page, /probe/)).toHaveCount(0);
    await page.context().close();
  });

  test('load a published version in this tab only', async ({ browser }) => {
    const page = await open(browser, '/');
    const registry = (await (await page.request.get('/registry.json')).json()) as Registry;
    const version = registry.remotes.catalogue?.active ?? '';
    await page.goto(`/products?override=catalogue@${version}`);
    await expect(strip(page, /catalogue uses version/)).toContainText(version);
    await expect(remotePages.catalogue.content(page)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/products');
    await expect(remotePages.catalogue.content(other)).toBeVisible();
    await expect(strip(other, /catalogue uses/)).toHaveCount(0);
    await page.context().close();
  });

  test('show an error for an unreachable server until Reset', async ({ browser }) => {
    const page = await open(browser, '/config.json');
    const ran: string[] = [];
    page.on('request', (request) => request.url().includes('/remotes/catalogue/') && ran.push(request.url()));
    // Nothing listens on port 9.
    await page.evaluate(() => sessionStorage.setItem('console.overrides', JSON.stringify(['catalogue@http://localhost:9'])));
    await page.goto('/products');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('the override');
    await expect(strip(page, /catalogue couldn't be loaded from http:\/\/localhost:9/)).toBeVisible();
    await expectFaultReported(page, { kind: 'network', remote: 'catalogue', override: 'http://localhost:9' });
    await expectRemoteWorks(page, 'training');
    expect(ran).toEqual([]);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expectRemoteWorks(page, 'catalogue');
    await page.context().close();
  });

  test('reject URLs of other machines with a message', async ({ browser }) => {
    const page = await open(browser, '/products?override=catalogue@https://example.com');
    await expect(strip(page, /is not a valid override.*http:\/\/localhost/)).toBeVisible();
    await expect(remotePages.catalogue.content(page)).toBeVisible();
    await page.context().close();
  });
});

test('a forged override has no visible effect where overrides are not allowed', async ({ page }) => {
  const before = developer.requests.length;
  await openSignedIn(page, `/products?override=catalogue@${developer.url}&override=probe@${developer.url}`);
  await expect(remotePages.catalogue.content(page)).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByText(/override/i)).toHaveCount(0);
  await expectFaultReported(page, { kind: 'override', remote: 'catalogue', override: developer.url });
  expect(developer.requests.length).toBe(before);
  await page.reload();
  await expect(remotePages.catalogue.content(page)).toBeVisible();
  expect(await getFaults(page)).toEqual([]);
});

test('safe mode loads nothing of a remote and can be turned off', async ({ page }) => {
  const ran: string[] = [];
  page.on('request', (request) => request.url().includes('/remotes/catalogue/') && ran.push(request.url()));
  await openSignedIn(page, '/products?disable-remotes=catalogue');
  await expect(page.getByRole('main').getByText(/switched off in this tab/)).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await expectRemoteWorks(page, 'training');
  expect(ran).toEqual([]);
  expect(await getFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expectRemoteWorks(page, 'catalogue');
});
