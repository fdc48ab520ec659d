import { demo, openConsole } from '../support/accounts';
import { Api } from '../support/api';
import { Canvas } from '../support/canvas';
import { createImage } from '../support/images';
import { expect, LONG_RUN, test } from '../support/test';

const BULK = '/detection/v2/object/bulk';
/** Maximum size of a bulk call and of a page of the list. */
const ITEMS_PER_CALL = 1000;
const ITEMS_PER_PAGE = 500;

interface Row {
  id: string;
  meta_data: unknown;
  recognition_labels: { id: string }[];
}

const SCENES = [
  { count: 300, width: 1200, height: 800, writes: 10, details: {} },
  { count: 5000, width: 4000, height: 3000, writes: 50, details: LONG_RUN },
];

for (const { count, width, height, writes: mostWrites, details } of SCENES) {
  test(
    `${count} objects are relabelled, erased and brought back by a handful of requests, with all that hung on them`,
    details,
    async ({ page }) => {
      test.setTimeout(count > 1000 ? 900_000 : 180_000);
      const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
      const workspace = await api.findWorkspaceId('Demo');
      const picture = await createImage('many-shapes', { width, height });
      const image = await api.uploadImage(workspace, picture.buffer);
      const first = async (path: string) =>
        (await api.requestOk<{ results: { id: string; name: string }[] }>('GET', path)).results[0]!;
      try {
        const label = await first(`/detection/v2/label/?workspace=${workspace}&page_size=1`);
        const tag = await first(`/recognition/v2/label/?workspace=${workspace}&type=category&page_size=1`);
        const columns = Math.floor((width - 100) / 44);
        const items = Array.from({ length: count }, (_, index) => {
          const [x, y] = [(index % columns) * 44 + 60, Math.floor(index / columns) * 50 + 10];
          return { op: 'create', image, detection_label: label.id, data: [x, y, x + 30, y + 40], meta_data: { index } };
        });
        const results: { row: Row }[] = [];
        for (let from = 0; from < count; from += ITEMS_PER_CALL) {
          const sent = { workspace, items: items.slice(from, from + ITEMS_PER_CALL) };
          results.push(...(await api.requestOk<{ results: { row: Row }[] }>('POST', BULK, sent)).results);
        }
        const [tagged] = results.map(({ row }) => row);
        await api.requestOk('POST', `/detection/v2/object/${tagged!.id}/add-label`, { workspace, label_id: tag.id });
        const group = await first(`/similarity/training/v2/group/?workspace=${workspace}&page_size=1`);
        await api.requestOk('POST', `/similarity/training/v2/group/${group.id}/add-objects`, { objects: [tagged!.id] });
        const groupsOfTagged = async () =>
          (
            await api.requestOk<{ results: { id: string }[] }>(
              'GET',
              `/similarity/training/v2/group/?workspace=${workspace}&object=${tagged!.id}`,
            )
          ).results.map(({ id }) => id);
        const rowsPage = (number: number) => `/detection/v2/object/?image=${image}&page_size=${ITEMS_PER_PAGE}&page=${number}`;
        const allRows = async () => {
          const first = await api.requestOk<{ count: number; results: Row[] }>('GET', rowsPage(1));
          const all = [...first.results];
          for (let number = 2; all.length < first.count; number++) {
            all.push(...(await api.requestOk<{ results: Row[] }>('GET', rowsPage(number))).results);
          }
          return all;
        };
        const rows = async () =>
          (await allRows())
            .map(({ id, meta_data, recognition_labels }) => ({
              id,
              meta_data,
              labels: recognition_labels.map((each) => each.id),
            }))
            .sort((a, b) => a.id.localeCompare(b.id));
        const before = await rows();
        expect(before).toHaveLength(count);

        const writes: string[] = [];
        page.on('request', (request) => {
          if (request.method() !== 'GET' && request.url().includes('/detection/')) writes.push(request.url());
        });
        const state = page.getByRole('status', { name: 'Save state' });
        const saved = () => expect(state).toHaveText('Saved', { timeout: count > 1000 ? 120_000 : 15_000 });
        const counter = page.getByText(`Objects: ${count}`);
        await openConsole(page);
        await page.goto(`/image/${image}`);
        const canvas = new Canvas(page);
        await canvas.expectVisible();
        await expect(counter).toBeVisible();

        await test.step('Tab selects the next shape in the canvas and leaves the canvas after Esc', async () => {
          const application = page.getByRole('application');
          await application.focus();
          for (const place of [1, 2]) {
            await page.keyboard.press('Tab');
            await expect(page.getByText(`, ${place} of ${count}, `)).toBeAttached();
            await expect(application).toBeFocused();
          }
          await page.keyboard.press('Escape');
          await page.keyboard.press('Tab');
          await expect(application).not.toBeFocused();
        });

        await test.step('a row stays under the pointer when its card opens and closes', async () => {
          await page.getByRole('tab', { name: 'List of items' }).click();
          const list = page.getByRole('region', { name: 'Objects', exact: true });
          const row = list.getByRole('button', { name: new RegExp(`^${label.name} 12\\b`) });
          const y = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN);
          const at = await y();
          await row.click();
          await expect(page.getByRole('region', { name: 'Object', exact: true }).getByRole('tablist')).toBeVisible();
          await expect.poll(y).toBe(at);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('region', { name: 'Object', exact: true })).toBeHidden();
          await expect.poll(y).toBe(at);
          // Rows covered by the card scroll below it.
          const first = list.getByRole('button', { name: new RegExp(`^${label.name} 1\\b`) });
          await first.click();
          await expect(page.getByRole('region', { name: 'Object', exact: true }).getByRole('tablist')).toBeVisible();
          await expect(first).toBeInViewport({ ratio: 1 });
          await page.keyboard.press('Escape');
        });

        await test.step('a marquee selects all shapes and Delete deletes them', async () => {
          await page.getByRole('radio', { name: 'Selection' }).click();
          await page.keyboard.down('Shift');
          await canvas.drag([0.003, 0.003], [0.997, 0.997]);
          await page.keyboard.up('Shift');
          await expect(page.getByRole('heading', { name: `${count.toLocaleString('en')} objects selected` })).toBeVisible();
          await page.keyboard.press('Delete');
          await expect(page.getByText('Objects: 0')).toBeVisible();
          await saved();
          expect(await rows()).toEqual([]);
        });

        await test.step('undo restores everything after it was sent', async () => {
          await page.getByRole('button', { name: 'Undo' }).click();
          await expect(counter).toBeVisible();
          await saved();
          await expect.poll(rows).toEqual(before);
          expect(await groupsOfTagged()).toEqual([group.id]);
        });

        await test.step('erasing everything can be undone', async () => {
          await page.getByRole('button', { name: 'Erase all' }).click();
          await page.getByRole('alertdialog').getByRole('button', { name: 'Erase all' }).click();
          await expect(page.getByText('Objects: 0')).toBeVisible();
          await saved();
          await page.getByRole('button', { name: 'Undo' }).click();
          await saved();
          await expect.poll(rows).toEqual(before);
        });

        await test.step('pasting saves the copies', async () => {
          await page.getByRole('button', { name: 'Duplicate selected shapes' }).click();
          await expect(page.getByText(`Objects: ${2 * count}`)).toBeVisible();
          await saved();
          await page.reload();
          await expect(page.getByText(`Objects: ${2 * count}`)).toBeVisible();
        });
        expect(writes.length).toBeLessThanOrEqual(mostWrites);
        expect(new Set(writes.map((url) => new URL(url).pathname))).toEqual(new Set([`/api${BULK}`]));
      } finally {
        await api.deleteImages([image]);
      }
    },
  );
}
