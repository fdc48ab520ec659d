import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { testWithIsolatedBuild as test } from '../support/isolated-build';
import { createImage } from '../support/images';
import { expect, LONG_RUN } from '../support/test';
import { listPreviousVersions } from './previous-versions';

const BULK_URL = '**/detection/v2/object/bulk';
const OBJECT_URL = '**/detection/v2/object/';
const previousAnnotate = listPreviousVersions().find(({ name }) => name === 'annotate');

if (previousAnnotate)
  test('an older or newer release sends unsent changes exactly once', LONG_RUN, async ({ build, context }) => {
    test.setTimeout(180_000);
    const activeVersion = (await build.readRegistry()).remotes.annotate?.active ?? '';
    await previousAnnotate.publish(build);
    const api = await Api.signIn(build.url, demo);
    const workspace = await api.findWorkspaceId('Demo');
    const imageId = await api.uploadImage(workspace, (await createImage('unsent', { width: 1200, height: 800 })).buffer);
    const labels = await api.requestOk<{ results: { id: string }[] }>('GET', `/detection/v2/label/?workspace=${workspace}`);
    const items = [100, 300, 500].map((x) => ({
      op: 'create',
      image: imageId,
      detection_label: labels.results[0]?.id,
      data: [x, 100, x + 100, 200],
    }));
    await api.requestOk('POST', '/detection/v2/object/bulk', { workspace, items });
    const countObjects = async () => (await api.listObjects(imageId)).length;

    /** Opens the image with its item list in a new tab. */
    const openImage = async () => {
      const page = await context.newPage();
      await previousAnnotate.serveFiles?.(page);
      await openSignedIn(page, `/image/${imageId}`);
      await page.getByRole('tab', { name: 'List of items' }).click();
      return { page, saveState: page.getByRole('status', { name: 'Save state' }) };
    };

    await test.step('the active release loses the response to a bulk change', async () => {
      await context.route(BULK_URL, async (route) => {
        await route.fetch();
        await route.abort();
      });
      const { page, saveState } = await openImage();
      await page.getByRole('button', { name: 'Select all: Objects' }).click();
      await page.getByRole('button', { name: 'Duplicate selected shapes' }).click();
      await expect.poll(countObjects).toBe(6);
      await expect(saveState).toContainText('3 waiting');
      await page.close();
    });

    await build.runAction('annotate', 'activate', { version: previousAnnotate.version });
    await test.step('the previous release sends the changes one by one and leaves an unsent box', async () => {
      let createCount = 0;
      context.on('response', (response) => {
        if (response.request().method() === 'POST' && response.url().endsWith('/detection/v2/object/')) createCount += 1;
      });
      const { page, saveState } = await openImage();
      // Release 1.0.0 shows Saved before it has read the unsent changes.
      await expect.poll(() => createCount).toBe(3);
      await expect(saveState).toHaveText('Saved');
      expect(await countObjects()).toBe(6);
      await context.route(OBJECT_URL, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
      await page.getByRole('region', { name: 'Objects' }).getByRole('button').first().click();
      await page.keyboard.press('Control+v');
      await expect(saveState).toContainText('1 waiting');
      await page.close();
    });

    await build.runAction('annotate', 'activate', { version: activeVersion });
    await context.unroute(BULK_URL);
    await context.unroute(OBJECT_URL);
    const { page, saveState } = await openImage();
    await expect(saveState).toHaveText('Saved');
    await expect(page.getByRole('region', { name: 'Objects' }).getByRole('listitem')).toHaveCount(7);
    expect(await countObjects()).toBe(7);
  });
