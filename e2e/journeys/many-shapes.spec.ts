import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { Canvas } from '../support/canvas';
import { openSignedIn } from '../support/console';
import { createImage } from '../support/images';
import { expect, LONG_RUN, test } from '../support/test';

const BULK_PATH = '/detection/v2/object/bulk';
/** Limits of the API. */
const ITEMS_PER_CALL = 1000;
const ITEMS_PER_PAGE = 500;

interface ObjectRow {
  id: string;
  meta_data: unknown;
  recognition_labels: { id: string }[];
}

const SCENES = [
  { count: 100, width: 1200, height: 800, maxRequests: 10, testOptions: {} },
  { count: 5000, width: 4000, height: 3000, maxRequests: 50, testOptions: LONG_RUN },
];

for (const { count, width, height, maxRequests, testOptions } of SCENES) {
  test(
    `${count} objects are deleted and restored with labels and groups in at most ${maxRequests} requests`,
    testOptions,
    async ({ page }) => {
      test.setTimeout(count > 1000 ? 900_000 : 180_000);
      const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
      const workspace = await api.findWorkspaceId('Demo');
      const file = await createImage('many-shapes', { width, height });
      const imageId = await api.uploadImage(workspace, file.buffer);
      const fetchFirst = async (path: string) =>
        (await api.requestOk<{ results: { id: string; name: string }[] }>('GET', path)).results[0]!;
      try {
        const label = await fetchFirst(`/detection/v2/label/?workspace=${workspace}&page_size=1`);
        const recognitionLabel = await fetchFirst(`/recognition/v2/label/?workspace=${workspace}&type=category&page_size=1`);
        const columns = Math.floor((width - 100) / 44);
        const items = Array.from({ length: count }, (_, index) => {
          const [x, y] = [(index % columns) * 44 + 60, Math.floor(index / columns) * 50 + 10];
          return { op: 'create', image: imageId, detection_label: label.id, data: [x, y, x + 30, y + 40], meta_data: { index } };
        });
        const results: { row: ObjectRow }[] = [];
        for (let startIndex = 0; startIndex < count; startIndex += ITEMS_PER_CALL) {
          const body = { workspace, items: items.slice(startIndex, startIndex + ITEMS_PER_CALL) };
          results.push(...(await api.requestOk<{ results: { row: ObjectRow }[] }>('POST', BULK_PATH, body)).results);
        }
        const [labelledObject] = results.map(({ row }) => row);
        await api.requestOk('POST', `/detection/v2/object/${labelledObject!.id}/add-label`, {
          workspace,
          label_id: recognitionLabel.id,
        });
        const group = await fetchFirst(`/similarity/training/v2/group/?workspace=${workspace}&page_size=1`);
        await api.requestOk('POST', `/similarity/training/v2/group/${group.id}/add-objects`, { objects: [labelledObject!.id] });
        const listGroupIds = async () =>
          (
            await api.requestOk<{ results: { id: string }[] }>(
              'GET',
              `/similarity/training/v2/group/?workspace=${workspace}&object=${labelledObject!.id}`,
            )
          ).results.map(({ id }) => id);
        const getPageUrl = (pageNumber: number) =>
          `/detection/v2/object/?image=${imageId}&page_size=${ITEMS_PER_PAGE}&page=${pageNumber}`;
        const listAllRows = async () => {
          const firstPage = await api.requestOk<{ count: number; results: ObjectRow[] }>('GET', getPageUrl(1));
          const allRows = [...firstPage.results];
          for (let pageNumber = 2; allRows.length < firstPage.count; pageNumber++) {
            allRows.push(...(await api.requestOk<{ results: ObjectRow[] }>('GET', getPageUrl(pageNumber))).results);
          }
          return allRows;
        };
        const listSortedObjects = async () =>
          (await listAllRows())
            .map(({ id, meta_data, recognition_labels }) => ({
              id,
              meta_data,
              labels: recognition_labels.map((label) => label.id),
            }))
            .sort((a, b) => a.id.localeCompare(b.id));
        const originalObjects = await listSortedObjects();
        expect(originalObjects).toHaveLength(count);

        const writeUrls: string[] = [];
        page.on('request', (request) => {
          if (request.method() !== 'GET' && request.url().includes('/detection/')) writeUrls.push(request.url());
        });
        const saveState = page.getByRole('status', { name: 'Save state' });
        const expectSaved = () => expect(saveState).toHaveText('Saved', { timeout: count > 1000 ? 120_000 : 15_000 });
        const counter = page.getByText(`Objects: ${count}`);
        await openSignedIn(page, `/image/${imageId}`);
        const canvas = new Canvas(page);
        await canvas.expectVisible();
        await expect(counter).toBeVisible();

        await test.step('Tab selects the next shape in the canvas and leaves the canvas after Esc', async () => {
          const canvasElement = page.getByRole('application');
          await canvasElement.focus();
          for (const position of [1, 2]) {
            await page.keyboard.press('Tab');
            await expect(page.getByText(`, ${position} of ${count}, `)).toBeAttached();
            await expect(canvasElement).toBeFocused();
          }
          await page.keyboard.press('Escape');
          await page.keyboard.press('Tab');
          await expect(canvasElement).not.toBeFocused();
        });

        await test.step('a list row stays under the pointer when its card opens and closes', async () => {
          await page.getByRole('tab', { name: 'List of items' }).click();
          const list = page.getByRole('region', { name: 'Objects', exact: true });
          const row = list.getByRole('button', { name: new RegExp(`^${label.name} 14\\b`) });
          const readScrollTop = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN);
          const originalScrollTop = await readScrollTop();
          await row.click();
          await expect(page.getByRole('region', { name: 'Object', exact: true }).getByRole('tablist')).toBeVisible();
          await expect.poll(readScrollTop).toBe(originalScrollTop);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('region', { name: 'Object', exact: true })).toBeHidden();
          await expect.poll(readScrollTop).toBe(originalScrollTop);
          // The list scrolls if the card would cover the selected row.
          const firstRow = list.getByRole('button', { name: new RegExp(`^${label.name} 1\\b`) });
          await firstRow.click();
          await expect(page.getByRole('region', { name: 'Object', exact: true }).getByRole('tablist')).toBeVisible();
          await expect(firstRow).toBeInViewport({ ratio: 1 });
          await page.keyboard.press('Escape');
        });

        await test.step('a marquee selects all shapes and Delete deletes them', async () => {
          await page.getByRole('radio', { name: 'Selection' }).click();
          // The clicks in the list have moved the image.
          await page.getByRole('button', { name: 'Fit to window' }).click();
          await page.keyboard.down('Shift');
          await canvas.drag([0.003, 0.003], [0.997, 0.997]);
          await page.keyboard.up('Shift');
          await expect(page.getByRole('heading', { name: `${count.toLocaleString('en')} objects selected` })).toBeVisible();
          await page.keyboard.press('Delete');
          await expect(page.getByText('Objects: 0')).toBeVisible();
          await expectSaved();
          await expect.poll(listSortedObjects).toEqual([]);
        });

        await test.step('undo restores deleted shapes after the deletion was sent', async () => {
          await page.getByRole('button', { name: 'Undo' }).click();
          await expect(counter).toBeVisible();
          await expectSaved();
          await expect.poll(listSortedObjects).toEqual(originalObjects);
          await expect.poll(listGroupIds).toEqual([group.id]);
        });

        // `annotation-document.test.ts` tests both operations without a browser.
        if (process.env.LONG) {
          await test.step('undo restores all shapes after Erase all', async () => {
            await page.getByRole('button', { name: 'Erase all' }).click();
            await page.getByRole('alertdialog').getByRole('button', { name: 'Erase all' }).click();
            await expect(page.getByText('Objects: 0')).toBeVisible();
            await expectSaved();
            await page.getByRole('button', { name: 'Undo' }).click();
            await expectSaved();
            await expect.poll(listSortedObjects).toEqual(originalObjects);
          });

          await test.step('duplicates of shapes are saved', async () => {
            await page.getByRole('button', { name: 'Duplicate selected shapes' }).click();
            await expect(page.getByText(`Objects: ${2 * count}`)).toBeVisible();
            await expectSaved();
            await page.reload();
            await expect(page.getByText(`Objects: ${2 * count}`)).toBeVisible();
          });
        }
        expect(writeUrls.length).toBeLessThanOrEqual(maxRequests);
        expect(new Set(writeUrls.map((url) => new URL(url).pathname))).toEqual(new Set([`/api${BULK_PATH}`]));
      } finally {
        await api.deleteImages([imageId]);
      }
    },
  );
}
