import { failWith, page, signInForTest, testWorkspace } from '@console/shared-auth/testing';
import type { Dataset } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImagesPage } from '../browser/images-page';
import { AddressBar, createId, stubWorkspace } from '../browser/testing';

const LIST_VERSIONS = 'GET /recognition/v2/dataset/';
const CREATE_VERSION = 'POST /recognition/v2/dataset/';
const DELETE_VERSION = 'DELETE /recognition/v2/dataset/{id}';
const READ_CHANGES = 'GET /recognition/v2/dataset/{id}/changes';
const LIST_PICTURES = 'GET /recognition/v2/dataset/{id}/pictures';
const READ_COMPARISON = 'GET /history/v2/comparison/';
const LIST_COMPARED_IMAGES = 'GET /history/v2/comparison/image/';
const REQUEST_EXPORT = 'POST /recognition/v2/training-image/export';

const createDataset = (number: number, fields: Partial<Dataset> = {}): Dataset => ({
  id: createId(number),
  workspace: testWorkspace.id,
  name: `Round ${number}`,
  state: 'ready',
  error: null,
  pictures: 364,
  deleted: 0,
  training: null,
  created: '2026-02-03T14:05:00.000Z',
  created_by: { id: createId(9), username: 'mara' },
  ...fields,
});
const training = { domain: 'detection' as const, task: createId(70), task_name: 'Cells', model: createId(71), number: 2 };
const twoVersions = [createDataset(1, { deleted: 2 }), createDataset(2, { name: null, created_by: null, training })];

beforeEach(() => signInForTest());
afterEach(() => jest.restoreAllMocks());

async function openVersionsDialog(route = '/images?verified=1', handlers: Parameters<typeof stubWorkspace>[0] = {}) {
  const stub = stubWorkspace({ [LIST_VERSIONS]: page(twoVersions), ...handlers });
  renderConsole(
    <>
      <ImagesPage />
      <AddressBar />
    </>,
    { route },
  );
  if (!route.includes('versions=')) await userEvent.click(await screen.findByRole('button', { name: 'Versions' }));
  return { stub, dialog: within(await screen.findByRole('dialog')) };
}

test('a version is created from the listed images and appears next to training versions', async () => {
  const { stub, dialog } = await openVersionsDialog();
  expect(await dialog.findByRole('cell', { name: 'Round 1 Manual, 364 images' })).toBeVisible();
  expect(dialog.getByRole('cell', { name: /^Cells, .* Training of Cells, model 2, 364 images$/ })).toBeVisible();
  expect(dialog.getByText('3 images: all that match the filters of this list.')).toBeVisible();

  await userEvent.click(dialog.getByRole('button', { name: 'Create version' }));
  expect(await dialog.findByText('Enter at least 3 letters')).toBeVisible();
  expect(stub.getRequests(CREATE_VERSION)).toEqual([]);
  const newVersion = createDataset(3, { name: 'Before the fair', state: 'making', pictures: 0 });
  stub.addHandlers({ [CREATE_VERSION]: newVersion, [LIST_VERSIONS]: page([newVersion, ...twoVersions]) });
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name of a new version' }), 'Before the fair');
  await userEvent.click(dialog.getByRole('switch', { name: 'Only verified images' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create version' }));
  expect(await screen.findByText('Before the fair is being created.')).toBeVisible();
  expect(stub.getRequests(CREATE_VERSION)[0]?.body).toMatchObject({
    name: 'Before the fair',
    only_verified: true,
    filter: { verified: 1 },
  });
  const row = within(await dialog.findByRole('row', { name: /Before the fair/ }));
  expect(row.getByText('Manual, Being created')).toBeVisible();
  expect(row.getByRole('button', { name: /Export/ })).toHaveAttribute('aria-disabled', 'true');
  stub.addHandlers({ [LIST_VERSIONS]: page([{ ...newVersion, state: 'ready', pictures: 3 }, ...twoVersions]) });
  expect(await row.findByText('Manual, 3 images', {}, { timeout: 4000 })).toBeVisible();

  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Versions' })).toHaveFocus());
});

testInLongRun('selected images are exported and saved as a version instead of the list', async () => {
  const savedFiles: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedFiles.push(this.href);
  });
  const stub = stubWorkspace({
    [LIST_VERSIONS]: page([]),
    [REQUEST_EXPORT]: { address: 'http://localhost/api/exports/token', images: 2 },
    [CREATE_VERSION]: createDataset(3, { state: 'making' }),
  });
  renderConsole(<ImagesPage />, { route: '/images' });
  const list = within(await screen.findByRole('list', { name: 'Images' }));
  expect(list.queryByRole('checkbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Select' }));
  const [firstCheckbox, secondCheckbox] = list.getAllByRole('checkbox');
  await userEvent.click(firstCheckbox!);
  await userEvent.click(secondCheckbox!);
  expect(screen.getByText('2 selected')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  const exportDialog = within(await screen.findByRole('dialog'));
  expect(exportDialog.getByText('2 images: the current selection.')).toBeVisible();
  await userEvent.click(exportDialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(savedFiles).toHaveLength(1));
  const exportBody = stub.getRequests(REQUEST_EXPORT)[0]?.body as { images: string[] };
  expect(exportBody).not.toHaveProperty('filter');
  expect(exportBody.images).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Versions' }));
  const versionsDialog = within(await screen.findByRole('dialog'));
  expect(await versionsDialog.findByText('2 images: the current selection.')).toBeVisible();
  await userEvent.type(versionsDialog.getByRole('textbox', { name: 'Name of a new version' }), 'By hand');
  await userEvent.click(versionsDialog.getByRole('button', { name: 'Create version' }));
  await waitFor(() =>
    expect(stub.getRequests(CREATE_VERSION)[0]?.body).toEqual(
      expect.objectContaining({ name: 'By hand', images: exportBody.images }),
    ),
  );
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop selecting' }));
  expect(list.queryByRole('checkbox')).toBeNull();
});

testInLongRun('a version is exported by its id in the same formats as the list', async () => {
  const savedFiles: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedFiles.push(this.href);
  });
  const { stub, dialog } = await openVersionsDialog();
  stub.addHandlers({ [REQUEST_EXPORT]: { address: 'http://localhost/api/exports/token', images: 364 } });
  const row = within(await dialog.findByRole('row', { name: /Round 1/ }));
  await userEvent.click(row.getByRole('button', { name: /Export/ }));
  const exportDialog = within(await screen.findByRole('dialog', { name: 'Export Round 1' }));
  expect(
    exportDialog.getByText(/^364 images, as they were when this version was made\. 2 images have been deleted since/),
  ).toBeVisible();
  await userEvent.selectOptions(exportDialog.getByRole('combobox', { name: 'Format' }), 'Pascal VOC (XML)');
  await userEvent.click(exportDialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(savedFiles).toEqual(['http://localhost/api/exports/token']));
  const { body } = stub.getRequests(REQUEST_EXPORT)[0]!;
  expect(body).toMatchObject({ format: 'voc', version: createId(1) });
  expect(body).not.toHaveProperty('filter');
  expect(await screen.findByRole('dialog', { name: 'Dataset versions' })).toBeVisible();
});

test('a manual version is deleted after confirmation, a version used by a model is not', async () => {
  const { stub, dialog } = await openVersionsDialog();
  const trainingRow = within(await dialog.findByRole('row', { name: /Training of Cells/ }));
  expect(trainingRow.getByRole('button', { name: /Delete/ })).toHaveAttribute('aria-disabled', 'true');
  stub.addHandlers({ [DELETE_VERSION]: failWith(500, 'The disk is full.') });
  const deleteFirstVersion = async () => {
    const row = within(await screen.findByRole('row', { name: /Round 1/ }));
    await userEvent.click(row.getByRole('button', { name: /Delete/ }));
    const confirmationDialog = within(await screen.findByRole('alertdialog', { name: 'Delete Round 1?' }));
    await userEvent.click(confirmationDialog.getByRole('button', { name: 'Delete' }));
  };
  await deleteFirstVersion();
  expect(await screen.findByText('Unable to delete the version!')).toBeVisible();
  stub.addHandlers({ [DELETE_VERSION]: undefined, [LIST_VERSIONS]: page([twoVersions[1]]) });
  await deleteFirstVersion();
  await waitFor(() => expect(screen.queryByRole('row', { name: /Round 1/ })).toBeNull());
  expect(stub.getRequests(DELETE_VERSION).map(({ params }) => params)).toEqual([{ id: createId(1) }, { id: createId(1) }]);
});

test('a comparison opens by URL and shows counts, labels and changed images', async () => {
  const imageCounts = { added: 1, removed: 2, changed: 25, same: 336 };
  const label = {
    of: 'detection',
    id: createId(21),
    name: 'Cup',
    before: 900,
    after: 905,
    added: 8,
    removed: 3,
    changed: 12,
    changed_attributes: 4,
  };
  const createImageRow = (number: number, deleted = false) => ({
    image: createId(number),
    name: `cell-${number}.jpg`,
    width: 640,
    height: 480,
    test: false,
    deleted,
    change: 'changed',
  });
  const { stub, dialog } = await openVersionsDialog(`/images?versions=${createId(1)}`, {
    [READ_CHANGES]: { before: twoVersions[1], after: twoVersions[0], pictures: imageCounts, labels: [label] },
    [LIST_PICTURES]: page([createImageRow(100), createImageRow(101)], 25),
  });
  const row = within(await dialog.findByRole('row', { name: /Cup/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'Cup Box, 900 then 905, attributes changed: 4',
    ...['8', '3', '12'],
  ]);
  expect(dialog.getByText('Images unchanged').nextSibling).toHaveTextContent('336');
  expect(dialog.getByText(/Only the labels of the training’s task are compared/)).toBeVisible();
  const link = await dialog.findByRole('link', { name: 'cell-100.jpg' });
  expect(link).toHaveAttribute('href', `/image/${createId(100)}`);
  expect(stub.getRequests(LIST_PICTURES)[0]).toMatchObject({ query: { since: createId(2), change: 'changed', page: 1 } });

  stub.addHandlers({ [LIST_PICTURES]: page([createImageRow(102, true)], 2) });
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Show images that were' }), 'Removed (2)');
  expect(await dialog.findByText(/cell-102\.jpg, deleted since/)).toBeVisible();
  expect(dialog.queryByRole('link', { name: 'cell-102.jpg' })).toBeNull();

  await userEvent.click(dialog.getByRole('button', { name: 'Back to the list' }));
  expect(await screen.findByRole('dialog', { name: 'Dataset versions' })).toBeVisible();
});

test('comparing two dates lists the changed images and opens them in the image browser', async () => {
  const imageCounts = { added: 1, removed: 1, changed: 2, same: 300 };
  const label = { of: 'detection', id: createId(21), name: 'Cup', before: 9, after: 10, added: 1, removed: 0, changed: 2 };
  const imageRow = {
    image: createId(100),
    name: 'a.jpg',
    width: 640,
    height: 480,
    test: false,
    deleted: false,
    change: 'changed',
  };
  const changes = {
    since: '2026-02-01T00:00:00.000Z',
    until: '2026-02-03T00:00:00.000Z',
    pictures: imageCounts,
    labels: [label],
  };
  const { stub, dialog } = await openVersionsDialog('/images?verified=1', {
    [READ_COMPARISON]: changes,
    [LIST_COMPARED_IMAGES]: page([imageRow], 2),
  });
  await userEvent.click(dialog.getByRole('button', { name: 'What changed since' }));
  const comparison = within(await screen.findByRole('dialog', { name: 'What changed since' }));
  expect(comparison.getByText('Choose the first day of the period.')).toBeVisible();
  fireEvent.change(comparison.getByLabelText('From'), { target: { value: '2026-02-02' } });
  fireEvent.change(comparison.getByLabelText('To'), { target: { value: '2026-02-01' } });
  expect(comparison.getByText('Enter a day that is not before the first day.')).toBeVisible();
  fireEvent.change(comparison.getByLabelText('To'), { target: { value: '2026-02-03' } });
  const row = within(await comparison.findByRole('row', { name: /Cup/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Cup Box, 9 then 10', '1', '0', '2']);
  expect(stub.getRequests(READ_COMPARISON).at(-1)).toMatchObject({
    query: { since: new Date('2026-02-02T00:00:00').toISOString(), until: new Date('2026-02-03T23:59:59.999').toISOString() },
  });
  expect(await comparison.findByRole('link', { name: 'a.jpg' })).toBeVisible();
  const link = comparison.getByRole('link', { name: 'Open the 3 added or changed images' });
  expect(link).toHaveAttribute('href', '/images?changed-from=2026-02-02&changed-to=2026-02-03');
});

test('a comparison with a training opens by URL, and the training can be changed', async () => {
  const imageCounts = { added: 0, removed: 0, changed: 0, same: 40 };
  const changes = { since: '2026-02-01T00:00:00.000Z', until: '2026-02-03T00:00:00.000Z', pictures: imageCounts, labels: [] };
  const { stub, dialog } = await openVersionsDialog(`/images?versions=training&since=${createId(2)}`, {
    [READ_COMPARISON]: changes,
    [LIST_COMPARED_IMAGES]: page([]),
  });
  expect(await dialog.findByText('No annotations changed.')).toBeVisible();
  expect(stub.getRequests(READ_COMPARISON)[0]).toMatchObject({ query: { training: createId(2) } });
  expect(dialog.queryByRole('link', { name: /Open the/ })).toBeNull();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Compare' }), 'Two dates');
  expect(await screen.findByText('Choose the first day of the period.')).toBeVisible();
});

test('the image list shows the filter by changes, which the user can remove', async () => {
  const stub = stubWorkspace({});
  renderConsole(<ImagesPage />, { route: '/images?changed-from=2026-02-02&changed-to=2026-02-03' });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the filter: Changed from 2026-02-02 to 2026-02-03' }));
  const LIST_IMAGES = 'GET /recognition/v2/training-image/';
  await waitFor(() => expect(stub.getRequests(LIST_IMAGES).at(-1)?.query).not.toHaveProperty('changed_since'));
  expect(stub.getRequests(LIST_IMAGES)[0]?.query).toHaveProperty('changed_since');
});
