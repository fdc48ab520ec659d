import { announce, consoleQueryClient } from '@console/shared-auth';
import { failWith, page, signInForTest, stubApi, testUser, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import type { DetectionTask } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bottle, shelf } from '../tasks-and-labels/testing';
import { DetectionPage } from './detection-page';

const trainable: DetectionTask = { ...shelf, detection_labels: [{ id: 'l1', name: 'Bottle', color: '#2f80ed' }] };
const cup = { ...bottle, id: 'l2', name: 'Cup', color: '#3cb44b', objects_count: 0 };

beforeEach(() => signInForTest());

function renderPage({ tasks = [shelf], labels = [bottle, cup] } = {}) {
  const stub = stubApi({ 'GET /detection/v2/task/': page(tasks), 'GET /detection/v2/label/': page(labels) });
  renderConsole(<DetectionPage />);
  return stub;
}

const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));
const expectVisible = async (text: string) => expect((await screen.findAllByText(text))[0]).toBeVisible();

test('shows tasks with their last training and mean average precision, and labels with their counts', async () => {
  renderPage();
  const tasks = await findRow(/Shelf products/);
  expect(tasks.getByText('Trained')).toBeVisible();
  expect(tasks.getByText('0.812')).toBeVisible();
  const labels = await findRow(/Bottle/);
  expect(labels.getByText('12')).toBeVisible();
});

test('shows empty states without tasks and labels', async () => {
  renderPage({ tasks: [], labels: [] });
  expect(await screen.findByText('No detection tasks yet.')).toBeVisible();
  expect(await screen.findByText('No detection labels yet.')).toBeVisible();
});

test('the labels list shows the first page without a count while loading the others', async () => {
  let resolveSecondPage: (response: unknown) => void = () => undefined;
  const many = Array.from({ length: 30 }, (_, at) => ({ ...bottle, id: `m${at}`, name: `Label ${10 + at}` }));
  const stub = stubApi({
    'GET /detection/v2/task/': page([shelf]),
    'GET /detection/v2/label/': ({ query }: StubRequest) =>
      query.page === undefined
        ? { count: 60, next: '/api/detection/v2/label/?page=2', previous: null, results: many }
        : new Promise((resolve) => (resolveSecondPage = resolve)),
  });
  renderConsole(<DetectionPage />);
  expect(await screen.findByRole('row', { name: /Label 10/ })).toBeVisible();
  const getSection = () => screen.getByRole('region', { name: 'Labels' });
  expect(within(getSection()).getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(within(getSection()).getByRole('heading')).toHaveTextContent(/^Labels$/);
  // No match in the first page does not mean that there is no match.
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search labels' }), 'Zebra');
  expect(within(getSection()).queryByText('No matches.')).not.toBeInTheDocument();
  await waitFor(() => expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(2));
  resolveSecondPage({ count: 60, next: null, previous: null, results: [{ ...bottle, id: 'z', name: 'Zebra' }] });
  expect(await screen.findByRole('row', { name: /Zebra/ })).toBeVisible();
  expect(within(getSection()).getByRole('heading')).toHaveTextContent('Labels31');
  expect(within(getSection()).getByRole('table')).toHaveAttribute('aria-busy', 'false');
});

test('Retry reloads only the table that failed', async () => {
  const stub = stubApi({ 'GET /detection/v2/task/': failWith(403, 'No'), 'GET /detection/v2/label/': page([bottle]) });
  renderConsole(<DetectionPage />);
  await screen.findByRole('alert');
  expect(await screen.findByText('Bottle')).toBeVisible();
  stub.addHandlers({ 'GET /detection/v2/task/': page([shelf]) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /Shelf products/ })).toBeVisible();
});

test('a new label needs a name of two letters and gets an unused colour', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  await screen.findByText('Bottle');
  stub.addHandlers({
    'POST /detection/v2/label/': () => {
      stub.addHandlers({ 'GET /detection/v2/label/': page([bottle, cup, { ...bottle, id: 'l3', name: 'Can' }]) });
      return { ...bottle, id: 'l3', name: 'Can' };
    },
  });
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await findDialog()).getByLabelText(/^Name/), ' C {Enter}');
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  expect(stub.getRequests('POST /detection/v2/label/')).toHaveLength(0);
  await user.type((await findDialog()).getByLabelText(/^Name/), '{Backspace}an{Enter}');
  await expectVisible('Label was successfuly created!');
  expect(stub.getRequests('POST /detection/v2/label/')[0]?.body).toMatchObject({ name: 'Can', color: '#e6194b' });
  expect(await screen.findByRole('row', { name: /Can/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('creating, updating, deleting and assigning labels does not refetch the list of labels', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  const LABELS = 'GET /detection/v2/label/';
  stub.addHandlers({
    'POST /detection/v2/label/': { ...bottle, id: 'l3', name: 'Can', tasks_count: 0 },
    'PUT /detection/v2/label/{id}': { ...cup, name: 'Beaker' },
    'DELETE /detection/v2/label/{id}': undefined,
    'POST /detection/v2/task/{id}/add-label': { ...shelf, detection_labels: [{ id: 'l3', name: 'Can', color: '#111111' }] },
    'GET /detection/v2/label/{id}': { ...bottle, id: 'l3', name: 'Can', tasks_count: 77 },
  });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await findDialog()).getByLabelText(/^Name/), 'Can{Enter}');
  expect(await screen.findByRole('row', { name: /Can/ })).toBeVisible();
  await user.click((await findRow(/Cup/)).getByRole('button', { name: 'Edit' }));
  await user.clear((await findDialog()).getByLabelText(/^Name/));
  await user.type((await findDialog()).getByLabelText(/^Name/), 'Beaker{Enter}');
  expect(await screen.findByRole('row', { name: /Beaker/ })).toBeVisible();
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bottle/ })).not.toBeInTheDocument());
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: /Shelf products/ }));
  await user.click(within(screen.getByRole('group', { name: 'To Add' })).getByRole('button', { name: 'Can' }));
  expect(await (await findRow(/Can/)).findByText('77')).toBeVisible();
  expect(stub.getRequests(LABELS)).toHaveLength(1);
});

test('a conflict is shown in the dialog and the next save uses the new version', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  stub.addHandlers({
    'PUT /detection/v2/label/{id}': () => {
      stub.addHandlers({ 'GET /detection/v2/label/': page([{ ...bottle, version: 5 }, cup]) });
      return failWith(409, 'This was changed by someone else in the meantime.');
    },
  });
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Edit' }));
  const name = (await findDialog()).getByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Jar{Enter}');
  expect(await screen.findByText('Unable to update label! This was changed by someone else in the meantime.')).toBeVisible();
  expect(name).toHaveValue('Jar');
  await waitFor(() => expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(2));
  stub.addHandlers({ 'PUT /detection/v2/label/{id}': { ...bottle, name: 'Jar' } });
  await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
  await expectVisible('Updated!');
  expect(stub.getRequests('PUT /detection/v2/label/{id}').map(({ body }) => body)).toMatchObject([
    { name: 'Jar', color: '#2f80ed', version: 4 },
    { name: 'Jar', color: '#2f80ed', version: 5 },
  ]);
});

test('creating a task only asks for a name', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  stub.addHandlers({ 'POST /detection/v2/task/': shelf });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New task' }));
  expect((await findDialog()).queryByRole('slider')).not.toBeInTheDocument();
  await user.type((await findDialog()).getByLabelText(/^Name/), 'Caps{Enter}');
  await expectVisible('Task was successfuly created!');
  expect(stub.getRequests('POST /detection/v2/task/')[0]?.body).toEqual({ workspace: expect.any(String), name: 'Caps' });
});

test('editing the image size of a task keeps its other training parameters', async () => {
  const user = userEvent.setup();
  const stub = renderPage({ tasks: [{ ...shelf, training_params: { 'detection-model': { input_size: 640 }, epochs: 3 } }] });
  stub.addHandlers({ 'PUT /detection/v2/task/{id}': shelf });
  await user.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Edit' }));
  const slider = (await findDialog()).getByRole('slider', { name: 'Image size' });
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual(['384', '1024', '128']);
  expect(slider).toHaveValue('640');
  await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
  await expectVisible('Updated!');
  expect(stub.getRequests('PUT /detection/v2/task/{id}')[0]?.body).toMatchObject({
    name: 'Shelf products',
    version: 7,
    training_params: { 'detection-model': { input_size: 640 }, epochs: 3 },
  });
});

test('deleting a label asks for confirmation, lists its objects and shows why it failed', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  stub.addHandlers({ 'DELETE /detection/v2/label/{id}': failWith(409, 'It is in use.') });
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Delete' }));
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete selected label ?!' }));
  expect(confirm.getByText('Objects that are also deleted: 12.')).toBeVisible();
  await user.click(confirm.getByRole('button', { name: 'Remove' }));
  expect(await confirm.findByText('Unable to delete label! It is in use.')).toBeVisible();
  stub.addHandlers({ 'DELETE /detection/v2/label/{id}': undefined, 'GET /detection/v2/label/': page([cup]) });
  await user.click(confirm.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bottle/ })).not.toBeInTheDocument());
  await expectVisible('Deleted label: Bottle');
  expect(stub.getRequests('DELETE /detection/v2/label/{id}')[1]?.params).toEqual({ id: 'l1' });
});

test('Train queues a model and polls its status until the training has finished', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const stub = renderPage({ tasks: [trainable] });
  const findTask = async () => findRow(/Shelf products/);
  stub.addHandlers({
    'POST /detection/v2/task/{id}/train': () => {
      stub.addHandlers({ 'GET /detection/v2/task/': page<DetectionTask>([{ ...trainable, last_train_status: 'QUEUED' }]) });
      return {};
    },
  });
  await user.click((await findTask()).getByRole('button', { name: 'Train' }));
  await expectVisible('OK');
  await expectVisible('Model was add to train queue!');
  expect(await (await findTask()).findByText('Queued')).toBeVisible();
  const train = (await findTask()).getByRole('button', { name: 'Train: a model is already queued or training' });
  expect(train).toHaveAttribute('aria-disabled', 'true');
  // The button keeps the keyboard focus.
  expect(train).toHaveFocus();
  stub.addHandlers({
    'GET /detection/v2/task/': page<DetectionTask>([
      { ...trainable, last_train_status: 'FAILED', last_train_error: 'Every picture is alike.' },
    ]),
  });
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(await (await findTask()).findByText('Failed')).toBeVisible();
  expect((await findTask()).getByText('Every picture is alike. Fix the problem and train again.')).toBeVisible();
  const requestCount = stub.getRequests('GET /detection/v2/task/').length;
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(stub.getRequests('GET /detection/v2/task/')).toHaveLength(requestCount);
  jest.useRealTimers();
});

test('a training row shows progress and marks it as stale while the server is unreachable', async () => {
  jest.useFakeTimers();
  const progress = { phase: 'training' as const, done: 301, total: 1200, secondsLeft: 42 };
  const stub = renderPage({ tasks: [{ ...trainable, last_train_status: 'TRAINING', last_train_progress: progress }] });
  expect(await (await findRow(/Shelf products/)).findByText('Training, 25%, about 42 s left')).toBeVisible();
  const { dataUpdatedAt } = consoleQueryClient.getQueryState([testWorkspace.id, 'detection', 'tasks'])!;
  const lastUpdate = new Date(dataUpdatedAt).toISOString().slice(0, 16).replace('T', ' ');
  stub.addHandlers({ 'GET /detection/v2/task/': failWith(503, 'starting') });
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  const staleRow = await findRow(/Shelf products/);
  expect(staleRow.getByText(`The server is unreachable. Last update: ${lastUpdate}`)).toBeVisible();
  expect(staleRow.getByText('Training, 25%')).toBeVisible();
  jest.useRealTimers();
});

test('Train is disabled with a reason for a task without labels', async () => {
  const stub = renderPage();
  await userEvent.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Train: add labels to the task first' }));
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
});

test('a duplicate name shows a warning and can be saved', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  stub.addHandlers({ 'POST /detection/v2/label/': { ...bottle, id: 'l3' } });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await findDialog()).getByLabelText(/^Name/), 'bottle');
  expect(await screen.findByText(/This name is already in use/)).toBeVisible();
  await user.keyboard('{Enter}');
  await expectVisible('Label was successfuly created!');
});

test("a rejected training shows the server's reason", async () => {
  const stub = renderPage({ tasks: [trainable] });
  stub.addHandlers({ 'POST /detection/v2/task/{id}/train': failWith(400, 'The task has no labels.') });
  await userEvent.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Train' }));
  await expectVisible('Unable to train model!');
  await expectVisible('The task has no labels.');
});

describe('download', () => {
  const download = async () => userEvent.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Download model' }));
  const model = { id: 'm1', detection_task: 't1', error: null, map: 0.8, model_path_download: null, created: '' };

  test('is hidden from users without the permission', async () => {
    signInForTest({ user: { ...testUser, can_download_model: false } });
    renderPage();
    expect((await findRow(/Shelf products/)).queryByRole('button', { name: 'Download model' })).not.toBeInTheDocument();
  });

  test('shows a warning without a trained model', async () => {
    const stub = renderPage();
    stub.addHandlers({ 'GET /detection/v2/model/': page([{ ...model, train_status: 'FAILED' }]) });
    await download();
    await expectVisible('No trained model exists!');
  });

  test('shows a permission error if the server returns no file', async () => {
    const stub = renderPage();
    stub.addHandlers({
      'GET /detection/v2/model/': page([{ ...model, train_status: 'TRAINED' }]),
      'POST /detection/v2/model/{id}/request-download': model,
    });
    await download();
    await expectVisible('Unable to download model!');
    await expectVisible("You don't have permission for this feature!");
  });

  test('downloads the model in use even if a newer one exists', async () => {
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.href).toBe('https://files.test/m1.zip');
      expect(this.download).toBe('Shelf products.zip');
    });
    const stub = renderPage();
    stub.addHandlers({
      'GET /detection/v2/model/': page([
        { ...model, id: 'm3', train_status: 'TRAINING' },
        { ...model, id: 'm2', train_status: 'TRAINED', in_use: false },
        { ...model, train_status: 'TRAINED', in_use: true },
      ]),
      'POST /detection/v2/model/{id}/request-download': { ...model, model_path_download: 'https://files.test/m1.zip' },
    });
    await download();
    await expectVisible('Model is downloading!');
    await expectVisible('Please wait!');
    expect(stub.getRequests('POST /detection/v2/model/{id}/request-download')[0]?.params).toEqual({ id: 'm1' });
    expect(click).toHaveBeenCalledTimes(1);
    click.mockRestore();
  });
});

test('clicking a label adds it to the task or removes it, and a failure restores it', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  const withBottle = { ...shelf, detection_labels: [{ id: 'l1', name: 'Bottle', color: '#2f80ed' }] };
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: 'Shelf products' }));
  const list = (name: string) => within(screen.getByRole('group', { name }));
  stub.addHandlers({ 'POST /detection/v2/task/{id}/add-label': withBottle, 'GET /detection/v2/task/': page([withBottle]) });
  await user.click(list('To Add').getByRole('button', { name: 'Bottle' }));
  expect(await list('Added').findByRole('button', { name: 'Bottle' })).toBeVisible();
  expect(list('To Add').getByRole('button', { name: 'Cup' })).toHaveFocus();
  expect(stub.getRequests('POST /detection/v2/task/{id}/add-label')[0]).toMatchObject({
    params: { id: 't1' },
    body: { label_id: 'l1' },
  });

  stub.addHandlers({ 'POST /detection/v2/task/{id}/remove-label': failWith(404, 'Label not found.') });
  await user.click(list('Added').getByRole('button', { name: 'Bottle' }));
  await expectVisible('Unable to remove label!');
  await expectVisible('Label not found.');
  expect(list('Added').getByRole('button', { name: 'Bottle' })).toBeVisible();
});

test('selecting negative images in the image browser updates their count', async () => {
  const user = userEvent.setup();
  const stub = stubApi({ 'GET /detection/v2/task/': page([shelf]), 'GET /detection/v2/label/': page([]) });
  renderConsole(<DetectionPage />, {
    widgets: {
      'image-browser': ({ target, onMembershipChange }) => (
        <button onClick={() => onMembershipChange?.({ added: 2, removed: 0 })}>
          Add to {target.kind} {target.id}
        </button>
      ),
    },
  });
  await findRow(/Shelf products/);
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: 'Shelf products' }));
  const images = within(screen.getByRole('group', { name: 'Negative Images' }));
  expect(images.getByText('0')).toBeVisible();
  stub.addHandlers({ 'GET /detection/v2/task/': page([{ ...shelf, negative_images_count: 2 }]) });
  await user.click(await images.findByRole('button', { name: 'Add to detection-task t1' }));
  expect(await images.findByText('2')).toBeVisible();
});

test('Train is disabled with the reason while a task has too few images', async () => {
  const reason = 'There are too few pictures to train on: 2 of at least 4. Pictures of TEST are held out.';
  const stub = renderPage({ tasks: [trainable, { ...trainable, id: 't2', name: 'Crates' }] });
  stub.addHandlers({ 'GET /detection/v2/cannot-train': { tasks: [{ id: 't1', reason }] } });
  const train = await (await findRow(/Shelf products/)).findByRole('button', { name: `Train: ${reason}` });
  expect(train).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(train);
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
  act(() => train.focus());
  expect(train).toHaveFocus();
  expect((await findRow(/Crates/)).getByRole('button', { name: 'Train' })).not.toHaveAttribute('aria-disabled');
  stub.addHandlers({ 'GET /detection/v2/cannot-train': { tasks: [] } });
  await act(() => announce({ topic: 'objects' }));
  expect(await (await findRow(/Shelf products/)).findByRole('button', { name: 'Train' })).toBeVisible();
});
