import type { ApiKey } from '@console/shared-auth';
import { failWith, page, signInForTest, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import type { Import, ImportPlan, ImportResult } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImagesPage } from '../browser/images-page';
import { AddressBar, createId, stubWorkspace } from '../browser/testing';
import { sender } from './sending/sender';

const LIST = 'GET /recognition/v2/import/';
const CREATE = 'POST /recognition/v2/import/';
const ONE = 'GET /recognition/v2/import/{id}';
const FILES = 'POST /recognition/v2/import/{id}/files';
const PART = 'PUT /imports/{id}/files/{file}' as string as ApiKey;
const PLAN = 'POST /recognition/v2/import/{id}/plan';
const RUN = 'POST /recognition/v2/import/{id}/run';
const CANCEL = 'POST /recognition/v2/import/{id}/cancel';
const UNDO = 'POST /recognition/v2/import/{id}/undo';
const UNDOABLE = 'GET /recognition/v2/import/{id}/undo';
const ITEMS = 'GET /recognition/v2/import/{id}/items';
const PLACES = 'GET /recognition/v2/import-place/';

const id = createId(500);
const plan: ImportPlan = {
  format: 'voc',
  found: ['voc', 'pictures'],
  pictures: { new: 360, here: 4, unreadable: 1, missing: 0 },
  shapes: { boxes: 4888, polygons: 0, points: 0, labels: 0, outside: 7 },
  classes: [
    { key: 'd:RBC', of: 'detection', name: 'RBC', count: 4155, type: null, label: null, without_task: true },
    { key: 'd:Cup', of: 'detection', name: 'Cup', count: 361, type: null, label: createId(21), without_task: false },
    { key: 'd:Ink', of: 'detection', name: 'Ink', count: 2, type: null, label: null, without_task: true },
  ],
  notes: [{ reason: 'A box of no width', count: 2 }],
};
const result: ImportResult = {
  pictures: { added: 359, here: 4, failed: 1 },
  shapes: { boxes: 4880, polygons: 0, points: 0, labels: 0, same: 6 },
  labels_created: 1,
  declared: { images: 17, shapes: 33 },
  notes: [{ reason: 'Cut at the border', count: 7 }],
};
const createImport = (fields: Partial<Import> = {}): Import => ({
  id,
  workspace: testWorkspace.id,
  name: 'bccd.zip',
  state: 'planned',
  source: null,
  files: 1,
  bytes: 20,
  plan: null,
  choices: null,
  result: null,
  work: null,
  error: null,
  created: '2026-02-03T14:05:00.000Z',
  created_by: { id: createId(9), username: 'mara' },
  ...fields,
});
const createWork = (fields: Partial<NonNullable<Import['work']>> = {}) => ({
  ...{ id: createId(501), status: 'running' as const, done: 120, total: 364, per_second: 15.2, seconds_left: 16.1, cut_off: 0 },
  ...fields,
});

beforeEach(() => signInForTest());
afterEach(() => {
  sender.clear();
  jest.restoreAllMocks();
});

async function open(route: string, handlers: Parameters<typeof stubWorkspace>[0] = {}) {
  const stub = stubWorkspace({
    [LIST]: page([]),
    [PLACES]: { results: [] },
    [ITEMS]: ({ query }: StubRequest) =>
      page(
        query.outcome === 'unreadable'
          ? [{ number: 3, path: 'cut.jpg', outcome: 'unreadable', reason: 'The file ends too early.', image: null }]
          : [],
      ),
    [UNDOABLE]: { possible: true, worked_on: 0, images: [] },
    'GET /detection/v2/task/': page([{ id: createId(80), name: 'Cells' }]),
    ...handlers,
  });
  renderConsole(
    <>
      <ImagesPage />
      <AddressBar />
    </>,
    { route },
  );
  return stub;
}
const findDialog = async () => within(await screen.findByRole('dialog'));
const getAddress = () => screen.getByRole('status', { name: 'Address', hidden: true }).textContent;

test('an archive upload resumes after a lost response and a lost connection', async () => {
  const file = new File(['01234567890123456789'], 'bccd.zip', { type: 'application/zip' });
  const answers = [failWith(0), { received: 20 }];
  const plans = [failWith(0), createImport({ state: 'reading' })];
  const stub = await open('/images', {
    [CREATE]: createImport({ state: 'collecting', files: 0 }),
    [ONE]: createImport({ state: 'collecting' }),
    [FILES]: { files: [{ id: createId(502), path: 'bccd.zip', size: 20, received: 8 }] },
    [PART]: () => answers.shift(),
    [PLAN]: () => plans.shift(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  const importDialog = await findDialog();
  expect(await importDialog.findByText('Nothing has been imported yet.')).toBeVisible();
  await userEvent.upload(importDialog.getByTestId('import-files'), file);
  expect(await importDialog.findByText('No connection. Sending resumes when you are back online.')).toBeVisible();
  expect(importDialog.getByRole('progressbar', { name: 'Sending the files' })).toBeVisible();
  await waitFor(() => expect(getAddress()).toBe(`/images?import=${id}`));
  fireEvent(window, new Event('online'));
  // The server has all chunks, then the connection is lost again.
  await waitFor(() => expect(stub.getRequests(PLAN)).toHaveLength(1));
  expect(await importDialog.findByText('No connection. Sending resumes when you are back online.')).toBeVisible();
  stub.addHandlers({ [ONE]: createImport({ plan }) });
  fireEvent(window, new Event('online'));
  expect(await importDialog.findByText(/This is what would happen/)).toBeVisible();
  expect(stub.getRequests(CREATE)[0]?.body).toMatchObject({ name: 'bccd.zip' });
  expect(stub.getRequests(FILES)[0]?.body).toMatchObject({ files: [{ path: 'bccd.zip', size: 20 }] });
  // Chunks that the server already has are not sent again.
  expect(stub.getRequests(PART).map(({ query }) => query)).toEqual([{ offset: 8 }, { offset: 8 }]);
  expect(stub.getRequests(PART)[0]?.headers['Content-Type']).toBe('application/octet-stream');
  expect(stub.getRequests(PLAN)).toHaveLength(2);
});

test('the plan shows the expected result and runs with the selected labels and tasks', async () => {
  const stub = await open(`/images?import=${id}`, { [ONE]: createImport({ plan }), [RUN]: createImport({ state: 'running' }) });
  const view = await findDialog();
  expect((await view.findByText('Already here')).nextSibling).toHaveTextContent('4');
  expect(view.getByText('A box of no width (2)')).toBeVisible();
  expect(await view.findByText('The file ends too early.')).toBeVisible();
  const cup = within(await view.findByRole('row', { name: /Cup/ }));
  expect(cup.getByRole('combobox', { name: 'Cup becomes' })).toHaveValue('Cup');
  const rbc = view.getByRole('combobox', { name: 'RBC becomes' });
  expect(rbc).toHaveValue('New label: RBC');
  await userEvent.click(cup.getByRole('combobox', { name: 'Cup becomes' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Plate' }));
  expect(view.getByText('2 labels are in no task, so nobody can annotate with them yet.')).toBeVisible();
  await userEvent.click(view.getByRole('combobox', { name: 'Ink becomes' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Skip' }));
  await userEvent.selectOptions(view.getByRole('combobox', { name: 'Shapes outside their image' }), 'Skip them');
  expect(view.getByText('1 label is in no task, so nobody can annotate with them yet.')).toBeVisible();
  await userEvent.click(view.getByRole('combobox', { name: 'Task for boxes' }));
  await userEvent.click(await screen.findByRole('option', { name: 'New task: bccd.zip' }));
  stub.addHandlers({ [ONE]: createImport({ plan, state: 'running', work: createWork() }) });
  await userEvent.click(view.getByRole('button', { name: 'Import' }));
  expect(await view.findByText('120 of 364, 15 a second, 17 s left')).toBeVisible();
  expect(view.getByRole('group', { name: 'bccd.zip' })).toHaveFocus();
  expect(stub.getRequests(RUN)[0]?.body).toMatchObject({
    classes: [
      { key: 'd:Cup', label: createId(22) },
      { key: 'd:Ink', label: 'leave_out' },
    ],
    tasks: { detection: { name: 'bccd.zip' } },
    outside: 'skip',
  });
});

test('declared verifications are adopted only if the user selects it', async () => {
  const declared = { images: 360, shapes: 4888, confirmations: 12 };
  const stub = await open(`/images?import=${id}`, {
    [ONE]: createImport({ plan: { ...plan, classes: [], declared } }),
    [RUN]: createImport({ state: 'running' }),
  });
  const view = await findDialog();
  expect(await view.findByRole('heading', { name: 'Declared by the files' })).toBeVisible();
  expect(view.getByText(/never counts as work of a user/)).toBeVisible();
  const adopt = view.getByRole('checkbox', { name: /^Verify in my name .* \(12 images and groups\)$/ });
  expect(adopt).not.toBeChecked();
  await userEvent.click(adopt);
  await userEvent.click(view.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(stub.getRequests(RUN)[0]?.body).toMatchObject({ adopt_confirmations: true }));
});

test('a running import opens by URL, can be cancelled and can be resumed', async () => {
  const stub = await open(`/images?import=${id}`, {
    [ONE]: createImport({ plan, state: 'running', work: createWork() }),
    [CANCEL]: createImport(),
  });
  const view = await findDialog();
  expect(await view.findByRole('progressbar', { name: 'Importing' })).toBeVisible();
  const choices = { classes: [], tasks: {}, outside: 'clamp' as const, adopt_confirmations: false };
  stub.addHandlers({ [ONE]: createImport({ plan, state: 'cancelled', choices, result }) });
  await userEvent.click(view.getByRole('button', { name: 'Cancel' }));
  expect(await view.findByText('The import was cancelled. Images that were already imported are kept.')).toBeVisible();
  // Its labels have been created and can no longer be changed.
  expect(view.queryByText(/Nothing has been changed yet/)).toBeNull();
  expect(view.queryByRole('combobox', { name: /becomes|Task for|Read as/ })).toBeNull();
  expect(view.getByRole('button', { name: 'Resume' })).toBeEnabled();
  expect(stub.getRequests(CANCEL)).toHaveLength(1);
});

test('the report shows failures, and an undo after confirmation loads the image list again', async () => {
  const images = 'GET /recognition/v2/training-image/';
  const stub = await open(`/images?import=${id}`, {
    [ONE]: createImport({ plan, state: 'done', result }),
    [UNDO]: createImport(),
  });
  const view = await findDialog();
  expect(await view.findByText('The import is done.')).toBeVisible();
  expect(view.getByText('Images added').nextSibling).toHaveTextContent('359');
  expect(view.getByText('Cut at the border (7)')).toBeVisible();
  expect(view.getByText(/^Declared users and dates were stored/)).toBeVisible();
  expect(view.getByText('Shapes').nextSibling).toHaveTextContent('33');
  expect(await view.findByText('cut.jpg')).toBeVisible();
  await waitFor(() => expect(view.getByRole('button', { name: 'Undo the import' })).toBeEnabled());
  await userEvent.click(view.getByRole('button', { name: 'Undo the import' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo bccd.zip?' }));
  // The undo is finished before the dialog could show that it runs.
  stub.addHandlers({ [ONE]: createImport({ plan, state: 'undone', result }) });
  const loads = stub.getRequests(images).length;
  await userEvent.click(question.getByRole('button', { name: 'Undo the import' }));
  expect(await screen.findByText(/^The import was undone/)).toBeVisible();
  expect(stub.getRequests(UNDO)).toHaveLength(1);
  await waitFor(() => expect(stub.getRequests(images).length).toBeGreaterThan(loads));
});

test('an import with edited images cannot be undone and shows why', async () => {
  await open(`/images?import=${id}`, {
    [ONE]: createImport({ plan, state: 'done', result }),
    [UNDOABLE]: { possible: false, worked_on: 3, images: [createId(1)] },
  });
  const view = await findDialog();
  expect(await view.findByText(/3 of its images were edited afterwards/)).toBeVisible();
  expect(view.getByRole('button', { name: 'Undo the import' })).toHaveAttribute('aria-disabled', 'true');
});

test('after a reload the user is asked to select the same files', async () => {
  const stub = await open(`/images?import=${id}`, {
    [ONE]: createImport({ state: 'collecting' }),
    [FILES]: { files: [{ id: createId(502), path: 'bccd.zip', size: 20, received: 20 }] },
    [PLAN]: createImport({ state: 'reading' }),
  });
  const view = await findDialog();
  expect(await view.findByText('Some files have not been sent.')).toBeVisible();
  stub.addHandlers({ [ONE]: createImport({ plan }) });
  await userEvent.upload(view.getByTestId('import-files'), new File(['01234567890123456789'], 'bccd.zip'));
  expect(await view.findByText(/This is what would happen/)).toBeVisible();
  expect(stub.getRequests(PART)).toEqual([]);
});

test('a dropped archive starts an import and dropped images are uploaded', async () => {
  const UPLOAD = 'POST /recognition/v2/training-image/';
  const stub = await open('/images', {
    [CREATE]: createImport({ state: 'collecting' }),
    [ONE]: createImport({ state: 'collecting' }),
    [FILES]: { files: [{ id: createId(502), path: 'a.zip', size: 1, received: 0 }] },
    [PART]: { received: 1 },
    [PLAN]: createImport({ state: 'reading' }),
    [UPLOAD]: { id: createId(2) },
  });
  const drop = async (file: File) => {
    const list = await screen.findByRole('list', { name: 'Images' });
    fireEvent.dragEnter(list, { dataTransfer: { files: [], items: [], types: ['Files'] } });
    expect(screen.getByText('Drop pictures to upload them, a folder or an archive to import it')).toBeVisible();
    const event = createEvent.drop(list, { dataTransfer: { files: [file], items: [], types: ['Files'] } });
    fireEvent(list, event);
  };
  await drop(new File(['a'], 'a.jpg', { type: 'image/jpeg' }));
  await waitFor(() => expect(stub.getRequests(UPLOAD)).toHaveLength(1));
  expect(stub.getRequests(CREATE)).toEqual([]);
  await drop(new File(['b'], 'a.zip', { type: 'application/zip' }));
  expect(await screen.findByRole('dialog', { name: 'Import' })).toBeVisible();
  await waitFor(() => expect(stub.getRequests(PLAN)).toHaveLength(1));
  expect(stub.getRequests(CREATE)[0]?.body).toMatchObject({ name: 'a.zip' });
  expect(stub.getRequests(UPLOAD)).toHaveLength(1);
});

test('an empty workspace offers the import next to the upload', async () => {
  await open('/images', { 'GET /recognition/v2/training-image/': page([], 0) });
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('dialog', { name: 'Import' })).toBeVisible();
});

test('a past import can be opened and deleted from the list after confirmation', async () => {
  const FORGET = 'DELETE /recognition/v2/import/{id}';
  const stub = await open('/images?import=list', {
    [LIST]: page([
      createImport({ plan, state: 'done', result }),
      createImport({ id: createId(502), name: 'cells.zip', state: 'reading', work: createWork({ cut_off: 1 }) }),
    ]),
    [ONE]: createImport({ plan, state: 'done', result }),
    [FORGET]: undefined,
  });
  const list = await findDialog();
  expect(await list.findByText('Reading again from the start')).toBeVisible();
  const pastRow = within(await list.findByRole('row', { name: /bccd\.zip/ }));
  expect(pastRow.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['bccd.zip Done, 363 images', expect.stringMatching(/ mara$/)]),
  );
  await userEvent.click(pastRow.getByRole('button', { name: /Open/ }));
  expect(await screen.findByText('The import is done.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  const reloadedRow = await screen.findByRole('row', { name: /bccd\.zip/ });
  // The focus stays in the dialog although the pressed button was removed.
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  await userEvent.click(within(reloadedRow).getByRole('button', { name: /Remove/ }));
  stub.addHandlers({ [LIST]: page([]) });
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove bccd.zip?' }));
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Nothing has been imported yet.')).toBeVisible();
  expect(stub.getRequests(FORGET).map(({ params }) => params)).toEqual([{ id }]);
});

test('changing the conversion of outlines reads the files again and updates the plan', async () => {
  const ofPolygons = { ...plan, shapes: { ...plan.shapes, boxes: 0, polygons: 80 } };
  const stub = await open(`/images?import=${id}`, {
    [ONE]: createImport({ plan: ofPolygons }),
    [PLAN]: createImport({ state: 'reading' }),
  });
  const view = await findDialog();
  const outlines = await view.findByRole('combobox', { name: 'Outlines become' });
  stub.addHandlers({ [ONE]: createImport({ state: 'reading', work: createWork({ done: 3 }) }) });
  await userEvent.selectOptions(outlines, 'The boxes around them');
  expect(await view.findByRole('progressbar', { name: 'Reading the files' })).toBeVisible();
  stub.addHandlers({ [ONE]: createImport({ plan: { ...plan, outlines: 'boxes', shapes: { ...plan.shapes, boxes: 80 } } }) });
  expect(await view.findByRole('combobox', { name: 'Outlines become' }, { timeout: 4000 })).toHaveDisplayValue(
    'The boxes around them',
  );
  expect(stub.getRequests(PLAN).map(({ body }) => body)).toMatchObject([{ format: 'voc', outlines: 'boxes' }]);
});

it('shows that reading restarted, but only while the files are read', async () => {
  const reading = createImport({
    state: 'reading',
    work: createWork({ done: 0, total: null, per_second: null, seconds_left: null, cut_off: 1 }),
  });
  const stub = await open(`/images?import=${id}`, { [ONE]: reading });
  const view = await findDialog();
  expect(await view.findByText(/^Reading was interrupted, .*\. It has started again\.$/)).toBeVisible();
  // Without a total, a count of 0 gives no information and is hidden.
  expect(view.queryByText('0')).toBeNull();
  stub.addHandlers({ [ONE]: createImport({ plan, state: 'running', work: createWork({ cut_off: 1 }) }) });
  expect(await view.findByRole('progressbar', { name: 'Importing' }, { timeout: 4000 })).toBeVisible();
  expect(view.queryByText(/started again/)).not.toBeInTheDocument();
});

it('shows groups, jobs and products of a console-format import in plan and report', async () => {
  const withGroups = { ...plan, format: 'console' as const, groups: { new: 17, here: 24 }, jobs: { new: 18, here: 25 } };
  const finalResult = { ...result, groups_created: 41, jobs_created: 42, products: { created: 12, pictures: 31 } };
  const withAll = { ...withGroups, products: { new: 12, here: 3 } };
  const stub = await open(`/images?import=${id}`, { [ONE]: createImport({ plan: withAll }) });
  const view = await findDialog();
  expect(await view.findByRole('heading', { name: 'Products' })).toBeVisible();
  for (const heading of ['Groups', 'Jobs']) expect(view.getByRole('heading', { name: heading })).toBeVisible();
  for (const count of ['17', '24', '18', '25', '12']) expect(view.getByText(count)).toBeVisible();
  stub.addHandlers({
    [RUN]: createImport(),
    [ONE]: createImport({ plan: withAll, state: 'done', result: finalResult }),
  });
  await userEvent.click(view.getByRole('button', { name: 'Import' }));
  expect(await view.findByText('Products created')).toBeVisible();
  for (const text of ['31', 'Groups created', '41', 'Jobs created', '42']) expect(view.getByText(text)).toBeVisible();
});
