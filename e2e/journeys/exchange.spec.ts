import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { createImage } from '../support/images';
import { expect, test } from '../support/test';

const IMPORTS = '/recognition/v2/import/';
const VERSIONS = '/recognition/v2/dataset/';

/** Uses only the keyboard. */
const press = (button: Locator) => button.press('Enter');
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

interface Named {
  results: { id: string; name: string | null; state: string }[];
}

test('images are imported, versioned, exported and undone by keyboard', async ({ page, baseURL }) => {
  test.setTimeout(150_000);
  const api = await Api.signIn(baseURL ?? '', demo);
  const workspace = await api.findWorkspaceId('Demo');
  const [keep, drop] = [`Quince ${Date.now()}`, `Pear ${Date.now()}`];
  const coco = {
    images: [1, 2].map((id) => ({ id, file_name: `${keep} ${id}.png`, width: 80, height: 60 })),
    categories: [keep, drop].map((name, at) => ({ id: at + 1, name })),
    annotations: [1, 2].map((id) => ({ id, image_id: id, category_id: id, bbox: [5, 5, 20, 10] })),
  };
  const pictures = await Promise.all(
    coco.images.map(async ({ file_name: name }) => ({
      ...{ name, mimeType: 'image/png' },
      buffer: (await createImage(name, { width: 80, height: 60 })).buffer,
    })),
  );
  try {
    await openSignedIn(page, '/images');
    await press(page.getByRole('button', { name: 'Import' }));
    const imports = dialogOf(page, 'Import');
    const chooser = page.waitForEvent('filechooser');
    await press(imports.getByRole('button', { name: 'Choose files' }));
    const annotations = { name: 'fruit.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(coco)) };
    await (await chooser).setFiles([...pictures, annotations]);

    await expect(imports.getByText('This is what would happen', { exact: false })).toBeVisible();
    const pear = imports.getByRole('combobox', { name: `${drop} becomes` });
    await pear.focus();
    await page.keyboard.type('Skip');
    await page.keyboard.press('Enter');
    await expect(pear).toHaveValue('Skip');
    await expectAccessible(page, 'the plan', '[role=dialog]');
    await press(imports.getByRole('button', { name: 'Import', exact: true }));

    await expect(imports.getByText('The import is done.')).toBeVisible();
    await expect(imports.getByText('Pictures added')).toBeVisible();
    await expectAccessible(page, 'the report', '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Import' })).toBeFocused();

    // Create two versions of the imported images.
    await press(page.getByRole('button', { name: 'Select' }));
    const tiles = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
    await tiles
      .filter({ hasText: `${keep} 1` })
      .getByRole('link')
      .press(' ');
    await tiles
      .filter({ hasText: `${keep} 2` })
      .getByRole('link')
      .press(' ');
    await press(page.getByRole('button', { name: 'Versions' }));
    const versions = dialogOf(page, 'Dataset versions');
    for (const name of [`${keep} before`, `${keep} after`]) {
      await versions.getByRole('textbox', { name: 'Name of a new version' }).fill(name);
      await page.keyboard.press('Enter');
      await expect(versions.getByRole('row', { name }).getByText('Manual, 2 pictures')).toBeVisible();
    }
    await press(versions.getByRole('row', { name: `${keep} after` }).getByRole('button', { name: /Compare/ }));
    const compared = dialogOf(page, 'Compare versions');
    await expect(compared.getByText('Pictures unchanged')).toBeVisible();
    await expectAccessible(page, 'the comparison', '[role=dialog]');
    await press(compared.getByRole('button', { name: 'Back to the list' }));

    await press(versions.getByRole('row', { name: `${keep} after` }).getByRole('button', { name: /Export/ }));
    const out = dialogOf(page, `Export ${keep} after`);
    await out.getByRole('combobox', { name: 'Format' }).selectOption('Pascal VOC (XML)');
    await expect(out.getByText(/Polygons, points, labels of images and of objects are left out/)).toBeVisible();
    await expectAccessible(page, 'the export', '[role=dialog]');
    const download = page.waitForEvent('download');
    await press(out.getByRole('button', { name: 'Export' }));
    expect((await download).suggestedFilename()).toBe('export-voc.zip');
    await page.keyboard.press('Escape');

    await press(page.getByRole('button', { name: 'Import' }));
    await press(
      imports
        .getByRole('row', { name: new RegExp(keep) })
        .first()
        .getByRole('button', { name: /Open/ }),
    );
    const undo = imports.getByRole('button', { name: 'Undo the import' });
    await expect(undo).toBeEnabled();
    await press(undo);
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }));
    await expect(imports.getByText('The import was undone', { exact: false })).toBeVisible();
  } finally {
    for (const list of [IMPORTS, VERSIONS]) {
      const { results } = await api.requestOk<Named>('GET', `${list}?workspace=${workspace}`);
      for (const { id, name } of results) if (name?.includes(keep)) await api.request('DELETE', `${list}${id}`);
    }
  }
});
