import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage } from '../support/images';
import { expect, test } from '../support/test';

test('no box is lost when the server is killed and the tab is closed', async ({ context, consoleServer }) => {
  test.setTimeout(240_000);
  const api = await Api.signIn(consoleServer.url, demo);
  const file = await createImage('killed', { width: 1200, height: 800 });
  const imageId = await api.uploadImage(await api.findWorkspaceId('Demo'), file.buffer);
  try {
    const page = await context.newPage();
    await openSignedIn(page, `/image/${imageId}`);
    const screen = new ImageScreen(page);
    await screen.canvas.expectVisible();
    await screen.drawBox(0.32);
    await expect.poll(async () => (await api.listObjects(imageId)).length).toBe(1);
    await expect(screen.saveState).toHaveText('Saved');

    await consoleServer.kill();
    await screen.drawBox(0.42);
    await screen.drawBox(0.52);
    await expect(screen.saveState).toContainText(/2 waiting/);
    await expect(page.getByRole('region', { name: 'Object', exact: true })).toBeVisible();
    await page.close();

    await consoleServer.start();
    // Every console page sends the unsent changes when it opens.
    const newPage = await context.newPage();
    await newPage.goto('/');
    await expect.poll(async () => (await api.listObjects(imageId)).length, { timeout: 60_000 }).toBe(3);
    await newPage.goto(`/image/${imageId}`);
    const newScreen = new ImageScreen(newPage);
    await expect(newScreen.saveState).toHaveText('Saved');
    await newScreen.expectBoxes(3);
  } finally {
    if (!consoleServer.isRunning) await consoleServer.start();
    await api.deleteImages([imageId]);
  }
});
