import { demo, openConsole } from '../support/accounts';
import { Api } from '../support/api';
import { Canvas } from '../support/canvas';
import { createImage } from '../support/images';
import { expect, test } from '../support/test';

const COUNT = 8;
const [LEFT, WIDTH, HEIGHT] = [0.34, 0.04, 0.14];

test('boxes drawn edge to edge stay exact, and the last one is adjustable', async ({ page }) => {
  const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  const picture = await createImage('shelf', { width: 1000, height: 600 });
  const id = await api.uploadImage(await api.findWorkspaceId('Demo'), picture.buffer);
  try {
    await openConsole(page);
    await page.goto(`/image/${id}`);
    const canvas = new Canvas(page);
    await canvas.expectVisible();
    await page.getByRole('radio', { name: 'Draw objects' }).click();
    const edge = (index: number) => LEFT + index * WIDTH;
    const boxes = async () => (await api.listObjects(id)).map(({ data }) => data).sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!);
    const expectShelf = async (row: number) => {
      await expect.poll(async () => (await boxes()).length).toBe((row + 1) * COUNT);
      const shelf = (await boxes()).slice(row * COUNT);
      for (const [index, [x1, y1, , y2]] of shelf.entries()) {
        expect([y1, y2]).toEqual([shelf[0]![1], shelf[0]![3]]);
        if (index > 0) expect(x1).toBe(shelf[index - 1]![2]);
      }
    };

    for (let index = 0; index < COUNT; index++) {
      await canvas.drag([edge(index), 0.3], [edge(index + 1), 0.3 + HEIGHT]);
      if (index > 0) continue;
      // The first label is kept for the boxes that follow.
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+Enter');
      await expect(page.getByRole('alertdialog')).toBeHidden();
    }
    await expectShelf(0);

    await page.keyboard.press('Shift+B');
    for (let index = 0; index < COUNT; index++) {
      await canvas.click([edge(index), 0.5]);
      await canvas.click([edge(index + 1), 0.5 + HEIGHT]);
    }
    await expectShelf(1);

    const before = (await boxes()).at(-1)!;
    await page.keyboard.down('Control');
    await canvas.drag([edge(COUNT), 0.5 + HEIGHT], [edge(COUNT) + 0.02, 0.5 + HEIGHT]);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await boxes()).at(-1)![2]).toBeGreaterThan(before[2]!);
    expect((await boxes()).at(-1)!.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(await boxes()).toHaveLength(2 * COUNT);
  } finally {
    await api.deleteImages([id]);
  }
});
