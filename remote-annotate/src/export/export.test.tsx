import { failWith, page, signInForTest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImagesPage } from '../browser/images-page';
import { IMAGES, stubWorkspace } from '../browser/testing';

const REQUEST_EXPORT = 'POST /recognition/v2/training-image/export';
const DOWNLOAD_URL = 'http://localhost/api/exports/token';

let savedFiles: string[];
beforeEach(() => {
  signInForTest();
  savedFiles = [];
  // jsdom does not implement navigation.
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedFiles.push(this.href);
  });
});
afterEach(() => jest.restoreAllMocks());

async function openExportDialog(route = '/images') {
  const stub = stubWorkspace({ [REQUEST_EXPORT]: { address: DOWNLOAD_URL, images: 3 } });
  renderConsole(<ImagesPage />, { route });
  await screen.findByRole('list', { name: 'Images' });
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  return { stub, dialog: within(await screen.findByRole('dialog', { name: 'Export images' })) };
}

test('exports the listed images after it shows the limits of the selected format', async () => {
  const { stub, dialog } = await openExportDialog('/images?verified=1');
  expect(dialog.getByText('3 images: all that match the filters of this list.')).toBeVisible();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'YOLO (Ultralytics)');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Shapes' }), 'Polygons and masks');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Split' }), 'Separate TEST images');
  await userEvent.click(dialog.getByRole('switch', { name: 'With the image files' }));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'Pascal VOC (XML)');
  expect(
    dialog.getByText(/^Boxes with their labels, truncated, occluded, difficult and pose, and masks as PNG files\. Rotated boxes/),
  ).toBeVisible();
  expect(dialog.queryByRole('combobox', { name: 'Shapes' })).toBeNull();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'YOLO (Ultralytics)');
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('The export is being downloaded.')).toBeVisible();
  expect(savedFiles).toEqual([DOWNLOAD_URL]);
  expect(stub.getRequests(REQUEST_EXPORT)[0]?.body).toMatchObject({
    format: 'yolo',
    shapes: 'polygons',
    pictures: false,
    only_verified: false,
    split: { by: 'test' },
    filter: { verified: 1 },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Export' })).toHaveFocus();
});

testInLongRun('split percentages that do not total 100 show errors and block the export', async () => {
  const { stub, dialog } = await openExportDialog();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Split' }), 'Random, by percentage');
  const trainField = dialog.getByRole('textbox', { name: 'Train %' });
  await userEvent.clear(trainField);
  await userEvent.type(trainField, '70');
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }));
  expect((await dialog.findAllByText('The percentages total 90. They must total 100.')).length).toBeGreaterThan(0);
  expect(stub.getRequests(REQUEST_EXPORT)).toEqual([]);
  await userEvent.clear(trainField);
  await userEvent.type(trainField, '80');
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(savedFiles).toEqual([DOWNLOAD_URL]));
  expect(stub.getRequests(REQUEST_EXPORT)[0]?.body).toMatchObject({
    split: { by: 'shares', train: 80, val: 10, test: 10, seed: 1 },
  });
});

test('an error is shown in the dialog and keeps the selected options', async () => {
  const { stub, dialog } = await openExportDialog();
  stub.addHandlers({ [REQUEST_EXPORT]: failWith(503, 'Other exports are being written.') });
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Format' }), 'CSV (labels and values)');
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await dialog.findByText(/Unable to export the images!/)).toBeVisible();
  expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveDisplayValue('CSV (labels and values)');
  expect(savedFiles).toEqual([]);
});

test('the export is offered for images, but not for objects or empty lists', async () => {
  stubWorkspace({ [IMAGES]: page([], 0) });
  renderConsole(<ImagesPage />, { route: '/images?verified=1' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(screen.getByRole('radio', { name: 'Objects' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Export' })).toBeNull());
});
