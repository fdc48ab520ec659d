import type { Locator, Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { type IsolatedBuild, testWithIsolatedBuild as test } from '../support/isolated-build';
import { createImage } from '../support/images';
import { expect } from '../support/test';
import { WriteBlocker } from '../support/write-blocker';
import { listPreviousVersions } from './previous-versions';

const before = listPreviousVersions().find(({ name }) => name === 'annotate');

interface Prepared {
  api: Api;
  image: string;
  /** Name of a recognition label. */
  label: string;
}

async function prepare(build: IsolatedBuild, name: string): Promise<Prepared> {
  const api = await Api.signIn(build.url, demo);
  const workspace = await api.findWorkspaceId('Demo');
  const image = await api.uploadImage(workspace, (await createImage(name, { width: 800, height: 500 })).buffer);
  const { results } = await api.requestOk<{ results: { name: string }[] }>(
    'GET',
    `/recognition/v2/label/?workspace=${workspace}`,
  );
  return { api, image, label: results[0]?.name ?? '' };
}

/** The button for TRAIN or TEST: in 1.0.0 its name is the action, in this release the state. */
function testSwitch(page: Page, { test: isTest }: { test: boolean }): Locator {
  const of100 = page.getByRole('button', { name: isTest ? 'TEST image: change to TRAIN' : 'TRAIN image: change to TEST' });
  return of100.or(page.getByRole('button', { name: 'TRAIN/TEST', pressed: isTest }));
}

/** Makes one write of each kind that both releases support, while nothing can be sent. */
async function workUnsent(page: Page, { image, label }: Prepared): Promise<void> {
  const writes = await WriteBlocker.install(page.context());
  await openSignedIn(page, `/image/${image}`);
  const screen = new ImageScreen(page);
  await screen.canvas.expectVisible();
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled();
  writes.block();
  await screen.drawBox(0.4);
  await page.getByRole('tab', { name: 'Recognition' }).first().click();
  await page.getByRole('combobox', { name: 'Add label' }).click();
  // 1.0.0 shows only the label name; this release adds kind and task.
  await page.getByRole('option', { name: new RegExp(`^${label}`) }).click();
  await testSwitch(page, { test: false }).click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(screen.saveState).toContainText(/^4 waiting/);
}

async function expectShown(page: Page, { label }: Prepared): Promise<void> {
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  await expect(testSwitch(page, { test: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Recognition' }).first().click();
  await expect(page.getByRole('button', { name: `Remove ${label}` })).toBeVisible();
}

async function expectSent(page: Page, { api, image, label }: Prepared): Promise<void> {
  // 1.0.0 shows Saved until the browser's store is loaded.
  await expect
    .poll(() => api.requestOk('GET', `/recognition/v2/training-image/${image}`), { timeout: 30_000 })
    .toMatchObject({ labels: [{ name: label }], test_image: true, verificationsCount: 1 });
  await expect(new ImageScreen(page).saveState).toHaveText('Saved', { timeout: 30_000 });
  expect(await api.listObjects(image)).toHaveLength(1);
}

if (before)
  for (const { title, wrote, sends } of [
    { title: `what ${before.version} has left is shown and sent by this release`, wrote: 'previous', sends: 'active' },
    { title: `what this release has left is sent by ${before.version} after a rollback`, wrote: 'active', sends: 'previous' },
  ] as const)
    test(title, async ({ build, page }) => {
      test.setTimeout(180_000);
      const active = await build.getActiveVersion('annotate');
      const versions = { previous: before.version, active };
      await before.publish(build);
      await before.serveFiles?.(page);
      try {
        const prepared = await prepare(build, `skew-${wrote}`);
        await build.runAction('annotate', 'activate', { version: versions[wrote] });
        await workUnsent(page, prepared);
        await build.runAction('annotate', 'activate', { version: versions[sends] });
        // A tab keeps its code until it is reloaded.
        const network = page.waitForRequest((request) => request.url().includes(`/annotate/${versions[sends]}/`));
        await page.reload();
        await network;
        if (sends === 'active') await expectShown(page, prepared);
        await page.context().unrouteAll();
        // After a reload it retries immediately.
        await page.reload();
        await expectSent(page, prepared);
      } finally {
        await build.runAction('annotate', 'activate', { version: active });
      }
    });
