import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { testWithIsolatedBuild as test } from '../support/isolated-build';
import { createImage } from '../support/images';
import { expect } from '../support/test';
import { listPreviousVersions } from './previous-versions';

const BULK = '**/detection/v2/object/bulk';
const SINGLE = '**/detection/v2/object/';
const previous = listPreviousVersions().find(({ name }) => name === 'annotate');

test('unsent strokes of one release are sent once by another release, in both directions', async ({ build, context }) => {
  test.skip(!previous, 'no previous version of annotate is kept');
  test.setTimeout(180_000);
  const active = (await build.readRegistry()).remotes.annotate?.active ?? '';
  await previous!.publish(build);
  const api = await Api.signIn(build.url, demo);
  const workspace = await api.findWorkspaceId('Demo');
  const image = await api.uploadImage(workspace, (await createImage('unsent', { width: 1200, height: 800 })).buffer);
  const labels = await api.requestOk<{ results: { id: string }[] }>('GET', `/detection/v2/label/?workspace=${workspace}`);
  const items = [100, 300, 500].map((x) => ({
    op: 'create',
    image,
    detection_label: labels.results[0]?.id,
    data: [x, 100, x + 100, 200],
  }));
  await api.requestOk('POST', '/detection/v2/object/bulk', { workspace, items });
  const count = async () => (await api.listObjects(image)).length;

  /** Opens the image with its item list in a new tab. */
  const open = async () => {
    const page = await context.newPage();
    await previous!.serveFiles?.(page);
    await openSignedIn(page, `/image/${image}`);
    await page.getByRole('tab', { name: 'List of items' }).click();
    return { page, state: page.getByRole('status', { name: 'Save state' }) };
  };

  await test.step('the response to a group change is lost', async () => {
    await context.route(BULK, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const { page, state } = await open();
    await page.getByRole('button', { name: 'Select all: Objects' }).click();
    await page.getByRole('button', { name: 'Duplicate selected shapes' }).click();
    await expect.poll(count).toBe(6);
    await expect(state).toContainText('3 waiting');
    await page.close();
  });

  await build.runAction('annotate', 'activate', { version: previous!.version });
  await test.step('the previous release sends the changes one by one and leaves an unsent stroke', async () => {
    const { page, state } = await open();
    await expect(state).toHaveText('Saved');
    expect(await count()).toBe(6);
    await context.route(SINGLE, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.getByRole('region', { name: 'Objects' }).getByRole('button').first().click();
    await page.keyboard.press('Control+v');
    await expect(state).toContainText('1 waiting');
    await page.close();
  });

  await build.runAction('annotate', 'activate', { version: active });
  await context.unroute(BULK);
  await context.unroute(SINGLE);
  const { page, state } = await open();
  await expect(state).toHaveText('Saved');
  await expect(page.getByRole('region', { name: 'Objects' }).getByRole('listitem')).toHaveCount(7);
  expect(await count()).toBe(7);
});
