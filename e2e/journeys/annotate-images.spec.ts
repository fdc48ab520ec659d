import type { Page } from '@playwright/test';
import { expect, LONG_RUN, test } from '../support/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { Canvas } from '../support/canvas';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage, loadPhotograph } from '../support/images';

const getConsoleUrl = () => process.env.CONSOLE_URL ?? '';
let uploadedIds: string[] = [];

test.beforeEach(() => {
  uploadedIds = [];
});

test.afterEach(async () => {
  const api = await Api.signIn(getConsoleUrl(), demo);
  await api.deleteImages(uploadedIds);
});

async function readVerifiedCount(page: Page): Promise<number> {
  const card = page.getByRole('region', { name: 'Recognition' });
  await expect(card).toContainText(/\d+ \/ \d+/);
  return Number(/([\d,]+) \/ [\d,]+/.exec(await card.innerText())?.[1]?.replace(/,/g, ''));
}

test('images are uploaded, annotated, edited, verified and found by the Verified filter', async ({ page }) => {
  test.setTimeout(180_000);
  await openSignedIn(page);
  const originalVerifiedCount = await readVerifiedCount(page);

  const uploadResponses: Promise<{ id: string }>[] = [];
  page.on('response', (response) => {
    if (
      response.request().method() === 'POST' &&
      /\/training-image\/?$/.test(new URL(response.url()).pathname) &&
      response.status() === 201
    )
      uploadResponses.push(response.json());
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Images' }).click();
  const files = [
    await loadPhotograph('bccd/JPEGImages', 3),
    await createImage('large', { width: 2000, height: 1500 }),
    await createImage('rotated', { width: 600, height: 300, orientation: 6 }),
    await createImage('flat', { format: 'png' }),
  ];
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).click();
  await (await fileChooser).setFiles(files);
  await expect(page.getByText(`Uploaded ${files.length} files.`).first()).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => uploadResponses.length).toBe(files.length);
  uploadedIds = (await Promise.all(uploadResponses)).map(({ id }) => id);
  // The list is sorted by name, so the new images could be on any page.
  await page.getByRole('link', { name: 'Show them' }).click();
  for (const id of uploadedIds) await expect(page.locator(`a[href="/image/${id}"]`).getByRole('img').first()).toBeVisible();

  const api = await Api.signIn(getConsoleUrl(), demo);
  const sizes = await Promise.all(
    uploadedIds.map((id) =>
      api.requestOk<{ img_width: number; img_height: number }>('GET', `/recognition/v2/training-image/${id}`),
    ),
  );
  // EXIF orientation 6 rotates by 90°, so the upright image is 300 pixels wide.
  expect(sizes.map(({ img_width, img_height }) => `${img_width}x${img_height}`)).toEqual(
    expect.arrayContaining(['2000x1500', '300x600']),
  );
  const id = uploadedIds[sizes.findIndex(({ img_width }) => img_width === 2000)] ?? '';

  await page.locator(`a[href="/image/${id}"]`).first().click();
  const canvas = new Canvas(page);
  await canvas.expectVisible();
  await new ImageScreen(page).expectStableToolbar();
  await page.getByRole('radio', { name: 'Draw objects' }).click();
  await canvas.drag([0.35, 0.3], [0.55, 0.6]);
  const dialog = page.getByRole('alertdialog', { name: 'Select detection label!' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  const firstLabel = dialog.getByRole('option').nth(0);
  const labelName = (await firstLabel.getAttribute('title')) ?? '';
  await firstLabel.click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  const savedStatus = page.getByRole('status', { name: 'Save state' }).getByText('Saved');
  await expect(savedStatus).toBeVisible();

  await page.reload();
  await canvas.expectVisible();
  await page.getByRole('tab', { name: 'List of items' }).click();
  const objectRow = page.getByRole('region', { name: 'Objects' }).getByRole('button').first();
  await expect(objectRow).toHaveText(new RegExp(`^${labelName} 1`));
  const [createdBox] = await api.listObjects(id);
  expect(createdBox?.detection_label.name).toBe(labelName);

  // Change the label on the object card.
  await page.getByRole('radio', { name: 'Selection' }).click();
  await objectRow.click();
  const objectCard = page.getByRole('region', { name: 'Object', exact: true });
  const labelBox = objectCard.getByLabel('Label', { exact: true });
  await labelBox.click();
  // The name is followed by the shortcut key of the label.
  await expect(page.getByRole('option', { name: new RegExp(`^${labelName}`) })).toBeVisible();
  const labelNames = (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
  const otherLabel = labelNames.find((name) => name !== labelName) ?? '';
  await page.getByRole('option', { name: new RegExp(`^${otherLabel}`) }).click();
  await expect(objectCard.getByRole('heading', { level: 2 })).toHaveText(`Object: ${otherLabel}`);
  await expect.poll(async () => (await api.listObjects(id))[0]?.detection_label.name).toBe(otherLabel);

  // Move with the keyboard and undo.
  await canvas.element.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await api.listObjects(id))[0]?.data[0]).toBe((createdBox?.data[0] ?? 0) + 10);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await api.listObjects(id))[0]?.data).toEqual(createdBox?.data);

  // Delete and restore with undo.
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await api.listObjects(id)).length).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await api.listObjects(id)).length).toBe(1);

  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
  await expect(savedStatus).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Images' }).click();
  await page.getByRole('radio', { name: 'Verified', exact: true }).click();
  await expect(page.locator(`a[href="/image/${id}"]`).first()).toBeVisible();
  await expect(page.locator(`a[href="/image/${uploadedIds.find((uploadedId) => uploadedId !== id)}"]`)).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(() => readVerifiedCount(page)).toBe(originalVerifiedCount + 1);
});

test('a box is moved and resized, and a polygon and a point are drawn', LONG_RUN, async ({ page }) => {
  const api = await Api.signIn(getConsoleUrl(), demo);
  const image = await createImage('shapes', { width: 1000, height: 600 });
  const id = await api.uploadImage(await api.findWorkspaceId('Demo'), image.buffer);
  uploadedIds = [id];
  await openSignedIn(page, `/image/${id}`);
  const screen = new ImageScreen(page);
  const { canvas } = screen;
  await canvas.expectVisible();

  await page.getByRole('radio', { name: 'Draw objects' }).click();
  await canvas.drag([0.4, 0.35], [0.5, 0.5]);
  await screen.confirmFirstLabel();
  await expect.poll(async () => (await api.listObjects(id)).length).toBe(1);
  const originalBox = (await api.listObjects(id))[0]?.data ?? [];

  await page.getByRole('radio', { name: 'Selection' }).click();
  await canvas.drag([0.45, 0.42], [0.5, 0.47]);
  await expect.poll(async () => (await api.listObjects(id))[0]?.data[0]).not.toBe(originalBox[0]);
  const movedBox = (await api.listObjects(id))[0]?.data ?? [];
  expect((movedBox[2] ?? 0) - (movedBox[0] ?? 0)).toBe((originalBox[2] ?? 0) - (originalBox[0] ?? 0));

  await canvas.drag([0.55, 0.55], [0.6, 0.62]);
  await expect.poll(async () => (await api.listObjects(id))[0]?.data[2]).not.toBe(movedBox[2]);
  expect((await api.listObjects(id))[0]?.data.slice(0, 2)).toEqual(movedBox.slice(0, 2));

  await page.getByRole('radio', { name: 'Draw polygons' }).click();
  for (const position of [
    [0.3, 0.3],
    [0.36, 0.3],
    [0.36, 0.4],
  ] as [number, number][])
    await canvas.click(position);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Select segmentation label!' })).toBeVisible();
  await screen.confirmFirstLabel();
  const listPolygons = async () =>
    (await api.requestOk<{ results: { data: number[] }[] }>('GET', `/segmentation/v2/polygon/?image=${id}`)).results;
  await expect.poll(async () => (await listPolygons()).length).toBe(1);
  expect((await listPolygons())[0]?.data).toHaveLength(6);

  await page.getByRole('radio', { name: 'Draw points' }).click();
  await canvas.click([0.33, 0.6]);
  await page.getByLabel('Enter name of point').fill('  corner ');
  await page.keyboard.press('Enter');
  const listPoints = async () =>
    (await api.requestOk<{ results: { name: string }[] }>('GET', `/annotate/v2/point/?image=${id}`)).results;
  await expect.poll(async () => (await listPoints())[0]?.name).toBe('corner');
});

test('the upload reports duplicate and invalid images', LONG_RUN, async ({ page }) => {
  const api = await Api.signIn(getConsoleUrl(), demo);
  const imageFile = await createImage('twice');
  const id = await api.uploadImage(await api.findWorkspaceId('Demo'), imageFile.buffer);
  uploadedIds = [id];
  await openSignedIn(page, '/images');
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).click();
  await (
    await fileChooser
  ).setFiles([imageFile, { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: imageFile.buffer.subarray(0, 900) }]);
  await expect(page.getByText('Already in this workspace.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
});
