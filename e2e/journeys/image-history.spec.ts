import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { loadPhotograph } from '../support/images';
import { expect, LONG_RUN, test } from '../support/test';

const OBJECTS_PATH = '/detection/v2/object/';

test('the history panel shows earlier shapes and restores a deleted object by keyboard', LONG_RUN, async ({ page }) => {
  const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  const workspace = await api.findWorkspaceId('Demo');
  const imageId = await api.uploadImage(workspace, (await loadPhotograph('fruits_nuts', 0)).buffer);
  try {
    const { results: labels } = await api.requestOk<{ results: { id: string; name: string }[] }>(
      'GET',
      `/detection/v2/label/?workspace=${workspace}&page_size=1`,
    );
    const label = labels[0]!;
    const object = await api.requestOk<{ id: string }>('POST', OBJECTS_PATH, {
      workspace,
      image: imageId,
      detection_label: label.id,
      data: [60, 60, 260, 220],
    });
    await api.requestOk('DELETE', `${OBJECTS_PATH}${object.id}`);
    await openSignedIn(page, `/image/${imageId}`);
    const { canvas } = new ImageScreen(page);
    await canvas.expectVisible();
    const layers = page.locator('main [role="application"] canvas');
    const layerCount = await layers.count();

    await page.keyboard.press('Shift+V');
    const panel = page.getByRole('complementary', { name: 'History' });
    await expect(panel.getByRole('heading', { name: 'History' })).toBeFocused();
    await expect(panel.getByRole('button', { name: new RegExp(`^Removed 1 object: ${label.name}`) })).toBeVisible();
    await page.keyboard.press(',');
    await expect(page.getByRole('group', { name: 'Legend' })).toContainText('(1 shape)');
    await expect(layers).toHaveCount(layerCount + 1);
    // Earlier shapes cannot be selected, so the test counts the painted pixels.
    const countPaintedPixels = () =>
      layers.nth(1).evaluate((element) => {
        const layer = element as HTMLCanvasElement;
        const { data } = layer.getContext('2d')!.getImageData(0, 0, layer.width, layer.height);
        return data.filter((value, index) => index % 4 === 3 && value > 0).length;
      });
    await expect.poll(countPaintedPixels).toBeGreaterThan(0);
    await page.keyboard.press('+');
    await expect.poll(countPaintedPixels).toBeGreaterThan(0);

    // The selected version survives a reload, because the URL contains it.
    await page.reload();
    await expect(page.getByRole('group', { name: 'Legend' })).toContainText('(1 shape)');
    await panel.getByRole('button', { name: 'Restore this version' }).press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText(/changes? back to the state of/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore this version' }).press('Enter');
    await expect(page.getByText('Restored an earlier version (1 row)', { exact: true })).toBeVisible();
    await expect.poll(async () => (await api.listObjects(imageId)).map((row) => row.id)).toEqual([object.id]);

    await panel.getByRole('button', { name: 'Close the history' }).press('Enter');
    await expect(panel).toBeHidden();
    await expect(layers).toHaveCount(layerCount);
    await page.getByRole('tab', { name: 'List of items' }).click();
    await page.getByRole('button', { name: `${label.name} 1`, exact: true }).press('Enter');
    await page.getByRole('button', { name: 'History of this shape' }).press('Enter');
    await expect(page.getByRole('heading', { name: `History of ${label.name} 1` })).toBeFocused();
    await expect(panel.getByRole('button', { name: /^(Removed|Added|Restored: Added) 1 object/ })).toHaveCount(3);
  } finally {
    await api.deleteImages([imageId]);
  }
});
