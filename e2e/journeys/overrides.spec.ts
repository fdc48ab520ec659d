import type { Registry } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import { expectFaultReported, expectRemoteWorks, getFaults, openSignedIn, remotePages } from '../support/console';
import { DevServer } from '../support/dev-server';
import { createFakeRemote } from '../support/fake-remote';
import { testWithIsolatedBuild } from '../support/isolated-build';
import { expect, LONG_RUN, test } from '../support/test';

const findBanner = (page: Page, text: RegExp) => page.getByRole('group').filter({ hasText: text });

let devServer: DevServer;
test.beforeAll(async () => {
  devServer = await DevServer.start(createFakeRemote());
});
test.afterAll(() => devServer.stop());

testWithIsolatedBuild.describe('overrides', () => {
  testWithIsolatedBuild('load a remote from a development server until Reset', LONG_RUN, async ({ page }) => {
    await openSignedIn(page, '/config.json');
    await page.goto(`/probe?override=probe@${devServer.url}`);
    const dialog = page.getByRole('dialog', { name: 'Load part of the console from another server?' });
    await expect(dialog).toContainText(devServer.url);
    await expect(dialog.getByRole('button', { name: 'Load', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: "Don't load" }).click();
    await expect(page.getByText("This page doesn't exist. Check the URL.")).toBeVisible();
    expect(devServer.requests).toEqual([]);
    await page.goto(`/probe?override=probe@${devServer.url}`);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByText('The probe works')).toBeVisible();
    await expect(page).toHaveURL('/probe');
    await expect(findBanner(page, new RegExp(`probe runs from ${devServer.url}`))).toBeVisible();
    await page.reload();
    await expect(page.getByText('The probe works')).toBeVisible();
    await expectRemoteWorks(page, 'catalogue');
    await page.goto('/probe');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText("This page doesn't exist. Check the URL.")).toBeVisible();
    await expect(findBanner(page, /probe/)).toHaveCount(0);
  });

  // Runs only in the long run, because `skew/overrides.spec.ts` loads a published version.
  testWithIsolatedBuild('load a published version in this tab only', LONG_RUN, async ({ page }) => {
    await openSignedIn(page, '/config.json');
    const registry = (await (await page.request.get('/registry.json')).json()) as Registry;
    const version = registry.remotes.catalogue?.active ?? '';
    await page.goto(`/products?override=catalogue@${version}`);
    await expect(findBanner(page, /catalogue uses version/)).toContainText(version);
    await expect(remotePages.catalogue.content(page)).toBeVisible();
    const otherTab = await page.context().newPage();
    await otherTab.goto('/products');
    await expect(remotePages.catalogue.content(otherTab)).toBeVisible();
    await expect(findBanner(otherTab, /catalogue uses/)).toHaveCount(0);
  });

  // Runs only in the long run, because `overrides.test.tsx` of the host covers this case.
  testWithIsolatedBuild('show an error for an unreachable server until Reset', LONG_RUN, async ({ page }) => {
    await openSignedIn(page, '/config.json');
    const remoteRequests: string[] = [];
    page.on('request', (request) => request.url().includes('/remotes/catalogue/') && remoteRequests.push(request.url()));
    // Nothing listens on port 9.
    await page.evaluate(() => sessionStorage.setItem('console.overrides', JSON.stringify(['catalogue@http://localhost:9'])));
    await page.goto('/products');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('the override');
    await expect(findBanner(page, /catalogue couldn't be loaded from http:\/\/localhost:9/)).toBeVisible();
    await expectFaultReported(page, { kind: 'network', remote: 'catalogue', override: 'http://localhost:9' });
    await expectRemoteWorks(page, 'training');
    expect(remoteRequests).toEqual([]);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expectRemoteWorks(page, 'catalogue');
  });

  // Runs only in the long run, because `overrides.test.tsx` of the host covers this case.
  testWithIsolatedBuild('reject URLs of other computers with a message', LONG_RUN, async ({ page }) => {
    await openSignedIn(page, '/products?override=catalogue@https://example.com');
    await expect(findBanner(page, /is not a valid override.*http:\/\/localhost/)).toBeVisible();
    await expect(remotePages.catalogue.content(page)).toBeVisible();
  });
});

test('an override is ignored and reported where overrides are not allowed', async ({ page }) => {
  const requestCount = devServer.requests.length;
  await openSignedIn(page, `/products?override=catalogue@${devServer.url}&override=probe@${devServer.url}`);
  await expect(remotePages.catalogue.content(page)).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByText(/override/i)).toHaveCount(0);
  await expectFaultReported(page, { kind: 'override', remote: 'catalogue', override: devServer.url });
  expect(devServer.requests.length).toBe(requestCount);
  await page.reload();
  await expect(remotePages.catalogue.content(page)).toBeVisible();
  expect(await getFaults(page)).toEqual([]);
});

// Runs only in the long run, because `overrides.test.tsx` of the host covers this case.
test('safe mode does not load the disabled remote until it is turned on again', LONG_RUN, async ({ page }) => {
  const remoteRequests: string[] = [];
  page.on('request', (request) => request.url().includes('/remotes/catalogue/') && remoteRequests.push(request.url()));
  await openSignedIn(page, '/products?disable-remotes=catalogue');
  await expect(page.getByRole('main').getByText(/switched off in this tab/)).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await expectRemoteWorks(page, 'training');
  expect(remoteRequests).toEqual([]);
  expect(await getFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expectRemoteWorks(page, 'catalogue');
});
