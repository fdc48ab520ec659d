import type { Registry } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import {
  expectNotReloaded,
  expectNoJargon,
  expectFaultReported,
  expectRemoteWorks,
  navigateTo,
  openSignedIn,
  remoteNames,
  remotePages,
} from '../support/console';
import { FakeDeployment } from '../support/fake-deployment';
import { expect, LONG_RUN, test } from '../support/test';

const NOT_FOUND = { status: 404, body: 'not found' };

async function readActiveManifest(page: Page, name: string) {
  const registry = (await (await page.request.get('/registry.json')).json()) as Registry;
  const remote = registry.remotes[name];
  const manifest = remote?.active === undefined ? undefined : remote.versions[remote.active]?.manifest;
  if (!manifest) throw new Error(`${name} has no active version`);
  return manifest;
}

for (const name of remoteNames) {
  // The suite tests only the remote with the most pages and cards. The soak run tests all remotes.
  const testOptions = name === 'training' ? {} : LONG_RUN;
  test(`missing files of ${name} affect only its own cards and pages, and Retry recovers`, testOptions, async ({ page }) => {
    const manifest = await readActiveManifest(page, name);
    const pages = manifest.routes.flatMap(({ title, nav }) => (nav ? [{ title, label: nav.label }] : []));
    const deployment = await FakeDeployment.install(page);
    const remoteFilesUrl = new RegExp(`/remotes/${name}/`);
    const restoreFiles = await deployment.respondToFiles(remoteFilesUrl, NOT_FOUND);
    await openSignedIn(page);
    const main = page.getByRole('main');
    const alerts = main.getByRole('alert');
    await expect(page.getByRole('region', { name: 'API token' })).toBeVisible();
    await expect(alerts).toHaveCount(manifest.cards.length);
    for (const { title = manifest.title } of manifest.cards) {
      const alert = alerts.filter({ hasText: `${title} could not be loaded.` });
      await expectNoJargon(alert);
      await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
    }
    for (const { title, label } of pages) {
      await navigateTo(page, label);
      await expect(main.getByRole('heading', { level: 1, name: title })).toBeAttached();
      await expect(alerts).toContainText(`${manifest.title} could not be loaded.`);
      await expectNoJargon(alerts);
    }
    await expectFaultReported(page, { remote: name, version: manifest.version, kind: 'network' });
    for (const otherRemoteName of remoteNames.filter((remoteName) => remoteName !== name))
      await expectRemoteWorks(page, otherRemoteName);

    const { link, content } = remotePages[name];
    await navigateTo(page, link);
    // Wait for the error: the page retries once by itself and would recover without Retry.
    await expect(alerts).toContainText(`${manifest.title} could not be loaded.`);
    await restoreFiles();
    const restoreConnection = await deployment.respondToFiles(remoteFilesUrl, 'refused');
    const retryButton = alerts.getByRole('button', { name: 'Retry' });
    await retryButton.click();
    await expect(main.locator(':focus')).toHaveCount(1);
    await expectNoJargon(alerts);
    await restoreConnection();
    await retryButton.click();
    await expect(content(page).first()).toBeVisible();
    await navigateTo(page, 'Dashboard');
    await expect(main.getByRole('region').nth(manifest.cards.length)).toBeVisible();
    await expect(alerts).toHaveCount(0);
    await expectNotReloaded(page);
  });
}

test('the open page keeps working while no files are available, and everything recovers', LONG_RUN, async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  await openSignedIn(page, '/detection');
  await expect(remotePages.training.content(page)).toBeVisible();
  const restoreFiles = await deployment.respondToFiles(/\/remotes\//, 'refused');
  const header = page.getByRole('table', { name: 'Tasks' }).getByRole('columnheader', { name: 'Name' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', /ascending|descending/);
  for (const name of remoteNames) {
    const { link, content } = remotePages[name];
    await navigateTo(page, link);
    // Prefetched pages work, and all other pages show an error.
    await expect(content(page).or(page.getByRole('main').getByRole('alert')).first()).toBeVisible();
  }
  await restoreFiles();
  for (const name of remoteNames) await expectRemoteWorks(page, name);
  await expectNotReloaded(page);
});
