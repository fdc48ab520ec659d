import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage } from '../support/images';
import { expect, LONG_RUN, test } from '../support/test';

const BOX_COUNT = 8;
const [FIRST_BOX_LEFT, BOX_WIDTH, BOX_HEIGHT] = [0.34, 0.04, 0.14];

test('boxes drawn edge to edge share exact edges, and the last one can be resized', LONG_RUN, async ({ page }) => {
  const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  const image = await createImage('adjacent-boxes', { width: 1000, height: 600 });
  const imageId = await api.uploadImage(await api.findWorkspaceId('Demo'), image.buffer);
  try {
    await openSignedIn(page, `/image/${imageId}`);
    const screen = new ImageScreen(page);
    const { canvas } = screen;
    await canvas.expectVisible();
    await page.getByRole('radio', { name: 'Draw objects' }).click();
    const getEdgeX = (index: number) => FIRST_BOX_LEFT + index * BOX_WIDTH;
    const listBoxes = async () =>
      (await api.listObjects(imageId)).map(({ data }) => data).sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!);
    const expectSharedEdges = async (row: number) => {
      await expect.poll(async () => (await listBoxes()).length).toBe((row + 1) * BOX_COUNT);
      const rowBoxes = (await listBoxes()).slice(row * BOX_COUNT);
      for (const [index, [x1, y1, , y2]] of rowBoxes.entries()) {
        expect([y1, y2]).toEqual([rowBoxes[0]![1], rowBoxes[0]![3]]);
        if (index > 0) expect(x1).toBe(rowBoxes[index - 1]![2]);
      }
    };

    for (let index = 0; index < BOX_COUNT; index++) {
      await canvas.drag([getEdgeX(index), 0.3], [getEdgeX(index + 1), 0.3 + BOX_HEIGHT]);
      // Only the first box asks for a label. The following boxes use the same label.
      if (index === 0) await screen.confirmFirstLabel('Shift+Enter');
    }
    await expectSharedEdges(0);

    await page.keyboard.press('Shift+B');
    for (let index = 0; index < BOX_COUNT; index++) {
      await canvas.click([getEdgeX(index), 0.5]);
      await canvas.click([getEdgeX(index + 1), 0.5 + BOX_HEIGHT]);
    }
    await expectSharedEdges(1);

    const lastBox = (await listBoxes()).at(-1)!;
    await page.keyboard.down('Control');
    await canvas.drag([getEdgeX(BOX_COUNT), 0.5 + BOX_HEIGHT], [getEdgeX(BOX_COUNT) + 0.02, 0.5 + BOX_HEIGHT]);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await listBoxes()).at(-1)![2]).toBeGreaterThan(lastBox[2]!);
    expect((await listBoxes()).at(-1)!.slice(0, 2)).toEqual(lastBox.slice(0, 2));
    expect(await listBoxes()).toHaveLength(2 * BOX_COUNT);
  } finally {
    await api.deleteImages([imageId]);
  }
});
