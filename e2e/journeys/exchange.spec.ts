import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { createImage } from '../support/images';
import { expect, LONG_RUN, test, WITH_ANIMATIONS } from '../support/test';

// Covers dialogs and lists while they are animated.
test.use(WITH_ANIMATIONS);

const IMPORTS_PATH = '/recognition/v2/import/';
const VERSIONS_PATH = '/recognition/v2/dataset/';

/** Activates a button with the keyboard. */
const pressEnter = (button: Locator) => button.press('Enter');
const findDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

interface ExchangeList {
  results: { id: string; name: string | null; state: string }[];
}

let api: Api;
let workspace: string;
/** A new label whose name is part of the names of all rows of a test. */
let importedLabel: string;
let uploadedIds: string[];

test.beforeEach(async ({ baseURL }) => {
  test.setTimeout(120_000);
  api = await Api.signIn(baseURL ?? '', demo);
  workspace = await api.findWorkspaceId('Demo');
  importedLabel = `Quince ${Date.now()}`;
  uploadedIds = [];
});

test.afterEach(async () => {
  await api.deleteImages(uploadedIds);
  for (const list of [IMPORTS_PATH, VERSIONS_PATH]) {
    const { results } = await api.requestOk<ExchangeList>('GET', `${list}?workspace=${workspace}`);
    for (const { id, name } of results) if (name?.includes(importedLabel)) await api.request('DELETE', `${list}${id}`);
  }
});

test('images are imported and the import is undone by keyboard', async ({ page }) => {
  const skippedLabel = `Pear ${Date.now()}`;
  const cocoFile = {
    images: [1, 2].map((id) => ({ id, file_name: `${importedLabel} ${id}.png`, width: 80, height: 60 })),
    categories: [importedLabel, skippedLabel].map((name, index) => ({ id: index + 1, name })),
    annotations: [1, 2].map((id) => ({ id, image_id: id, category_id: id, bbox: [5, 5, 20, 10] })),
  };
  const images = await Promise.all(
    cocoFile.images.map(async ({ file_name: name }) => ({
      name,
      mimeType: 'image/png',
      buffer: (await createImage(name, { width: 80, height: 60 })).buffer,
    })),
  );
  await openSignedIn(page, '/images');
  await pressEnter(page.getByRole('button', { name: 'Import' }));
  const importDialog = findDialog(page, 'Import');
  const fileChooser = page.waitForEvent('filechooser');
  await pressEnter(importDialog.getByRole('button', { name: 'Choose files' }));
  const annotationsFile = { name: 'fruit.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(cocoFile)) };
  await (await fileChooser).setFiles([...images, annotationsFile]);

  await expect(importDialog.getByText('This is what would happen', { exact: false })).toBeVisible();
  const skippedChoice = importDialog.getByRole('combobox', { name: `${skippedLabel} becomes` });
  await skippedChoice.focus();
  await page.keyboard.type('Skip');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveText(['Skip']);
  // Enter selects the active option, which changes after the list was filtered.
  await expect(skippedChoice).toHaveAttribute('aria-activedescendant', (await options.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(skippedChoice).toHaveValue('Skip');
  await expectAccessible(page, 'the import preview', '[role=dialog]');
  await pressEnter(importDialog.getByRole('button', { name: 'Import', exact: true }));

  await expect(importDialog.getByText('The import is done.')).toBeVisible();
  await expect(importDialog.getByText('Images added')).toBeVisible();
  await expectAccessible(page, 'the import report', '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Import' })).toBeFocused();

  await pressEnter(page.getByRole('button', { name: 'Import' }));
  await pressEnter(
    importDialog
      .getByRole('row', { name: new RegExp(importedLabel) })
      .first()
      .getByRole('button', { name: /Open/ }),
  );
  const undoButton = importDialog.getByRole('button', { name: 'Undo the import' });
  await expect(undoButton).toBeEnabled();
  await pressEnter(undoButton);
  await pressEnter(page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }));
  await expect(importDialog.getByText('The import was undone', { exact: false })).toBeVisible();
});

test('images are versioned, compared and exported by keyboard', LONG_RUN, async ({ page }) => {
  for (const number of [1, 2])
    uploadedIds.push(await api.uploadImage(workspace, (await createImage('version')).buffer, `${importedLabel} ${number}.jpg`));
  await openSignedIn(page, '/images');
  // The list only renders the tiles in view.
  await page.getByRole('searchbox', { name: 'File name' }).fill(importedLabel);
  await pressEnter(page.getByRole('button', { name: 'Select' }));
  const tiles = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
  await tiles
    .filter({ hasText: `${importedLabel} 1` })
    .getByRole('link')
    .press(' ');
  await tiles
    .filter({ hasText: `${importedLabel} 2` })
    .getByRole('link')
    .press(' ');
  await pressEnter(page.getByRole('button', { name: 'Versions' }));
  const versionDialog = findDialog(page, 'Dataset versions');
  for (const name of [`${importedLabel} before`, `${importedLabel} after`]) {
    await versionDialog.getByRole('textbox', { name: 'Name of a new version' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(versionDialog.getByRole('row', { name }).getByText('Manual, 2 images')).toBeVisible();
  }
  await pressEnter(versionDialog.getByRole('row', { name: `${importedLabel} after` }).getByRole('button', { name: /Compare/ }));
  const compareDialog = findDialog(page, 'Compare versions');
  await expect(compareDialog.getByText('Images unchanged')).toBeVisible();
  await expectAccessible(page, 'the version comparison', '[role=dialog]');
  await pressEnter(compareDialog.getByRole('button', { name: 'Back to the list' }));

  await pressEnter(versionDialog.getByRole('row', { name: `${importedLabel} after` }).getByRole('button', { name: /Export/ }));
  const exportDialog = findDialog(page, `Export ${importedLabel} after`);
  await exportDialog.getByRole('combobox', { name: 'Format' }).selectOption('Pascal VOC (XML)');
  await expect(
    exportDialog.getByText(/Polygons, skeletons, points, other attributes, labels of images and of objects are left out/),
  ).toBeVisible();
  await expectAccessible(page, 'the export dialog', '[role=dialog]');
  const download = page.waitForEvent('download');
  await pressEnter(exportDialog.getByRole('button', { name: 'Export' }));
  expect((await download).suggestedFilename()).toBe('export-voc.zip');
  await page.keyboard.press('Escape');
  await expect(exportDialog).toBeHidden();
});
