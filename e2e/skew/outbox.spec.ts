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

const previousAnnotate = listPreviousVersions().find(({ name }) => name === 'annotate');

interface TestData {
  api: Api;
  image: string;
  /** Name of a recognition label. */
  label: string;
}

async function createTestData(build: IsolatedBuild, name: string): Promise<TestData> {
  const api = await Api.signIn(build.url, demo);
  const workspace = await api.findWorkspaceId('Demo');
  const image = await api.uploadImage(workspace, (await createImage(name, { width: 800, height: 500 })).buffer);
  const { results } = await api.requestOk<{ results: { name: string }[] }>(
    'GET',
    `/recognition/v2/label/?workspace=${workspace}`,
  );
  return { api, image, label: results[0]?.name ?? '' };
}

/** Locates the TRAIN/TEST button. Release 1.0.0 labels the button with the action, and newer releases with the state. */
function findTestSwitch(page: Page, { test: isTest }: { test: boolean }): Locator {
  const switchButton = page.getByRole('button', { name: isTest ? 'TEST image: change to TRAIN' : 'TRAIN image: change to TEST' });
  return switchButton.or(page.getByRole('button', { name: 'TRAIN/TEST', pressed: isTest }));
}

/** Makes one change of each kind that both releases support, while the network blocks writes. */
async function createUnsentChanges(page: Page, { image, label }: TestData): Promise<void> {
  const writes = await WriteBlocker.install(page.context());
  await openSignedIn(page, `/image/${image}`);
  const screen = new ImageScreen(page);
  await screen.canvas.expectVisible();
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled();
  writes.block();
  await screen.drawBox(0.4);
  await page.getByRole('tab', { name: 'Recognition' }).first().click();
  await page.getByRole('combobox', { name: 'Add label' }).click();
  // Release 1.0.0 shows only the label name. This release adds kind and task.
  await page.getByRole('option', { name: new RegExp(`^${label}`) }).click();
  await findTestSwitch(page, { test: false }).click();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(screen.saveState).toContainText(/^4 waiting/);
}

async function expectChangesShown(page: Page, { label }: TestData): Promise<void> {
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  await expect(findTestSwitch(page, { test: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Recognition' }).first().click();
  await expect(page.getByRole('button', { name: `Remove ${label}` })).toBeVisible();
}

async function expectChangesSent(page: Page, { api, image, label }: TestData): Promise<void> {
  // Release 1.0.0 shows Saved before it has read the unsent changes, so check the server first.
  await expect
    .poll(() => api.requestOk('GET', `/recognition/v2/training-image/${image}`), { timeout: 30_000 })
    .toMatchObject({ labels: [{ name: label }], test_image: true, verificationsCount: 1 });
  await expect(new ImageScreen(page).saveState).toHaveText('Saved', { timeout: 30_000 });
  expect(await api.listObjects(image)).toHaveLength(1);
}

if (previousAnnotate)
  for (const { title, writer, sender } of [
    { title: `this release shows and sends unsent work of ${previousAnnotate.version}`, writer: 'previous', sender: 'active' },
    {
      title: `${previousAnnotate.version} sends unsent work of this release after a rollback`,
      writer: 'active',
      sender: 'previous',
    },
  ] as const)
    test(title, async ({ build, page }) => {
      test.setTimeout(180_000);
      const activeVersion = await build.getActiveVersion('annotate');
      const versions = { previous: previousAnnotate.version, active: activeVersion };
      await previousAnnotate.publish(build);
      await previousAnnotate.serveFiles?.(page);
      try {
        const testData = await createTestData(build, `skew-${writer}`);
        await build.runAction('annotate', 'activate', { version: versions[writer] });
        await createUnsentChanges(page, testData);
        await build.runAction('annotate', 'activate', { version: versions[sender] });
        // An open tab keeps its version until it is reloaded.
        const codeRequest = page.waitForRequest((request) => request.url().includes(`/annotate/${versions[sender]}/`));
        await page.reload();
        await codeRequest;
        if (sender === 'active') await expectChangesShown(page, testData);
        await page.context().unrouteAll();
        // The outbox retries immediately after a reload.
        await page.reload();
        await expectChangesSent(page, testData);
      } finally {
        await build.runAction('annotate', 'activate', { version: activeVersion });
      }
    });
