import { expect, LONG_RUN, test } from '../support/test';
import { colleague, demo } from '../support/accounts';
import { Api } from '../support/api';
import { Canvas } from '../support/canvas';
import { openSignedIn } from '../support/console';
import { createImage } from '../support/images';

const ORIGINAL_BOX = [100, 100, 200, 200];
const COLLEAGUE_BOX = [300, 100, 400, 200];

for (const { choice, expected, testOptions } of [
  { choice: 'Keep mine', expected: [110, 100, 210, 200], testOptions: {} },
  { choice: 'Use theirs', expected: COLLEAGUE_BOX, testOptions: LONG_RUN },
]) {
  test(`"${choice}" resolves a conflict with another user who moved the same box`, testOptions, async ({ page }) => {
    const url = process.env.CONSOLE_URL ?? '';
    const api = await Api.signIn(url, demo);
    const workspace = await api.findWorkspaceId('Demo');
    const imageId = await api.uploadImage(workspace, (await createImage('conflict', { width: 800, height: 500 })).buffer);
    try {
      const labels = await api.requestOk<{ results: { id: string }[] }>('GET', `/detection/v2/label/?workspace=${workspace}`);
      const box = await api.requestOk<{ id: string }>('POST', '/detection/v2/object/', {
        image: imageId,
        detection_label: labels.results[0]?.id,
        data: ORIGINAL_BOX,
      });
      await openSignedIn(page, `/image/${imageId}`);
      const canvas = new Canvas(page);
      await canvas.expectVisible();
      await page.getByRole('tab', { name: 'List of items' }).click();
      await page.getByRole('region', { name: 'Objects' }).getByRole('button').first().click();

      const colleagueApi = await Api.signIn(url, colleague);
      await colleagueApi.requestOk('PUT', `/detection/v2/object/${box.id}/`, { data: COLLEAGUE_BOX });
      await canvas.element.focus();
      await page.keyboard.press('Shift+ArrowRight');
      const saveState = page.getByRole('status', { name: 'Save state' });
      await saveState.getByRole('button', { name: '1 change needs your decision' }).click();
      await expect(page.getByText(/ 1: .+ moved or resized it in the meantime\. You moved or resized it\./)).toBeVisible();
      await page.getByRole('button', { name: choice }).click();
      await expect(saveState).toHaveText('Saved');
      // The button disappears, and the focus returns to the canvas.
      await expect(canvas.element).toBeFocused();
      expect((await api.listObjects(imageId))[0]?.data).toEqual(expected);
    } finally {
      await api.deleteImages([imageId]);
    }
  });
}
