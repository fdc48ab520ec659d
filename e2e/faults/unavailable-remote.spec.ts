import type { Registry } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import {
  expectNotReloaded,
  expectPlainLanguage,
  expectFaultReported,
  expectRemoteWorks,
  navigateTo,
  openSignedIn,
  remoteNames,
  remotePages,
} from '../support/console';
import { FakeDeployment } from '../support/fake-deployment';
import { expect, LONG_RUN, test } from '../support/test';

const GONE = { status: 404, body: 'gone' };

async function liveManifest(page: Page, name: string) {
  const registry = (await (await page.request.get('/registry.json')).json()) as Registry;
  const remote = registry.remotes[name];
  const manifest = remote?.active === undefined ? undefined : remote.versions[remote.active]?.manifest;
  if (!manifest) throw new Error(`${name} has no live version`);
  return manifest;
}

for (const name of remoteNames) {
  // In the suite, only the remote with the most pages and cards is tested.
  const details = name === 'training' ? {} : LONG_RUN;
  test(
    `without the files of ${name} its cards and pages say so, everything else works, and Retry restoreFiles`,
    details,
    async ({ page }) => {
      const manifest = await liveManifest(page, name);
      const pages = manifest.routes.flatMap(({ title, nav }) => (nav ? [{ title, label: nav.label }] : []));
      const deployment = await FakeDeployment.install(page);
      const files = new RegExp(`/remotes/${name}/`);
      const undo = await deployment.respondToFiles(files, GONE);
      await openSignedIn(page);
      const main = page.getByRole('main');
      const alerts = main.getByRole('alert');
      await expect(page.getByRole('region', { name: 'API token' })).toBeVisible();
      await expect(alerts).toHaveCount(manifest.cards.length);
      for (const { title = manifest.title } of manifest.cards) {
        const alert = alerts.filter({ hasText: `${title} could not be loaded.` });
        await expectPlainLanguage(alert);
        await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
      }
      for (const { title, label } of pages) {
        await navigateTo(page, label);
        await expect(main.getByRole('heading', { level: 1, name: title })).toBeAttached();
        await expect(alerts).toContainText(`${manifest.title} could not be loaded.`);
        await expectPlainLanguage(alerts);
      }
      await expectFaultReported(page, { remote: name, version: manifest.version, kind: 'network' });
      for (const other of remoteNames.filter((each) => each !== name)) await expectRemoteWorks(page, other);

      const { link, content } = remotePages[name];
      await navigateTo(page, link);
      await undo();
      const undoRefusal = await deployment.respondToFiles(files, 'refused');
      const retry = alerts.getByRole('button', { name: 'Retry' });
      await retry.click();
      await expect(main.locator(':focus')).toHaveCount(1);
      await expectPlainLanguage(alerts);
      await undoRefusal();
      await retry.click();
      await expect(content(page).first()).toBeVisible();
      await navigateTo(page, 'Dashboard');
      await expect(main.getByRole('region').nth(manifest.cards.length)).toBeVisible();
      await expect(alerts).toHaveCount(0);
      await expectNotReloaded(page);
    },
  );
}

test('the open page keeps working while no files are available, and everything recovers', async ({ page }) => {
  const deployment = await FakeDeployment.install(page);
  await openSignedIn(page, '/detection');
  await expect(remotePages.training.content(page)).toBeVisible();
  const undo = await deployment.respondToFiles(/\/remotes\//, 'refused');
  const header = page.getByRole('table', { name: 'Tasks' }).getByRole('columnheader', { name: 'Name' });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', /ascending|descending/);
  for (const name of remoteNames) {
    const { link, content } = remotePages[name];
    await navigateTo(page, link);
    // Prefetched pages work; the others show an error.
    await expect(content(page).or(page.getByRole('main').getByRole('alert')).first()).toBeVisible();
  }
  await undo();
  for (const name of remoteNames) await expectRemoteWorks(page, name);
  await expectNotReloaded(page);
});
