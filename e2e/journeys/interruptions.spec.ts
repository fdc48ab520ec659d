import { expect, test } from '../support/test';
import { demo, openConsole } from '../support/accounts';
import { Api } from '../support/api';
import { Canvas } from '../support/canvas';
import { ConsoleServer } from '../support/console-server';
import { createImage } from '../support/images';

test('no box is lost when the server is killed and the tab is closed', async ({ browser }) => {
  test.setTimeout(240_000);
  const server = await ConsoleServer.create();
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const api = await Api.signIn(server.url, demo);
    const image = await createImage('killed', { width: 1200, height: 800 });
    const id = await api.uploadImage(await api.findWorkspaceId('Demo'), image.buffer);
    const page = await context.newPage();
    await openConsole(page);
    await page.goto(`/image/${id}`);
    const canvas = new Canvas(page);
    await canvas.expectVisible();
    await page.getByRole('radio', { name: 'Draw objects' }).click();
    const drawBox = async (left: number) => {
      await canvas.drag([left, 0.3], [left + 0.06, 0.5]);
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alertdialog')).toBeHidden();
    };
    const saveState = page.getByRole('status', { name: 'Save state' });
    await drawBox(0.32);
    await expect(saveState).toHaveText('Saved');

    await server.kill();
    await drawBox(0.42);
    await drawBox(0.52);
    await expect(saveState).toContainText(/2 waiting/);
    await expect(page.getByRole('region', { name: 'Object', exact: true })).toBeVisible();
    await page.close();

    await server.start();
    // The next page that opens sends unsent work, whichever page it is.
    const newPage = await context.newPage();
    await newPage.goto('/');
    const newApi = await Api.signIn(server.url, demo);
    await expect.poll(async () => (await newApi.listObjects(id)).length, { timeout: 60_000 }).toBe(3);
    await newPage.goto(`/image/${id}`);
    await expect(newPage.getByRole('status', { name: 'Save state' })).toHaveText('Saved');
    await newPage.getByRole('tab', { name: 'List of items' }).click();
    await expect(newPage.getByRole('region', { name: 'Objects' }).getByRole('listitem')).toHaveCount(3);
  } finally {
    await context.close();
    await server.stopAndDelete();
  }
});
