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

function show({ tasks = [shelf], labels = [bottle, cup] } = {}) {
  const stub = stubApi({ 'GET /detection/v2/task/': page(tasks), 'GET /detection/v2/label/': page(labels) });
  renderConsole(<DetectionPage />);
  return stub;
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const shown = async (text: string) => expect((await screen.findAllByText(text))[0]).toBeVisible();

test('shows tasks with their last training and mean average precision, and labels with their counts', async () => {
  show();
  const tasks = await row(/Shelf products/);
  expect(tasks.getByText('Trained')).toBeVisible();
  expect(tasks.getByText('0.812')).toBeVisible();
  const labels = await row(/Bottle/);
  expect(labels.getByText('12')).toBeVisible();
});

test('says that there is nothing yet', async () => {
  show({ tasks: [], labels: [] });
  expect(await screen.findByText('No detection tasks yet.')).toBeVisible();
  expect(await screen.findByText('No detection labels yet.')).toBeVisible();
});

test('of thousands of labels the first are shown while the others are read, without a count that would be wrong', async () => {
  let rest: (answer: unknown) => void = () => undefined;
  const many = Array.from({ length: 30 }, (_, at) => ({ ...bottle, id: `m${at}`, name: `Label ${10 + at}` }));
  const stub = stubApi({
    'GET /detection/v2/task/': page([shelf]),
    'GET /detection/v2/label/': ({ query }: StubRequest) =>
      query.page === undefined
        ? { count: 60, next: '/api/detection/v2/label/?page=2', previous: null, results: many }
        : new Promise((resolve) => (rest = resolve)),
  });
  renderConsole(<DetectionPage />);
  expect(await screen.findByRole('row', { name: /Label 10/ })).toBeVisible();
  const section = () => screen.getByRole('region', { name: 'Labels' });
  expect(within(section()).getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(within(section()).getByRole('heading')).toHaveTextContent(/^Labels$/);
  // What is wanted may be none of the first.
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search labels' }), 'Zebra');
  expect(within(section()).queryByText('No matches.')).not.toBeInTheDocument();
  await waitFor(() => expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(2));
  rest({ count: 60, next: null, previous: null, results: [{ ...bottle, id: 'z', name: 'Zebra' }] });
  expect(await screen.findByRole('row', { name: /Zebra/ })).toBeVisible();
  expect(within(section()).getByRole('heading')).toHaveTextContent('Labels31');
  expect(within(section()).getByRole('table')).toHaveAttribute('aria-busy', 'false');
});

test('a table that failed asks again without touching the other', async () => {
  const stub = stubApi({ 'GET /detection/v2/task/': failWith(403, 'No'), 'GET /detection/v2/label/': page([bottle]) });
  renderConsole(<DetectionPage />);
  await screen.findByRole('alert');
  expect(await screen.findByText('Bottle')).toBeVisible();
  stub.addHandlers({ 'GET /detection/v2/task/': page([shelf]) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /Shelf products/ })).toBeVisible();
});

test('a label needs a name of two letters, and is made with the next free colour', async () => {
  const user = userEvent.setup();
  const stub = show();
  await screen.findByText('Bottle');
  stub.addHandlers({
    'POST /detection/v2/label/': () => {
      stub.addHandlers({ 'GET /detection/v2/label/': page([bottle, cup, { ...bottle, id: 'l3', name: 'Can' }]) });
      return { ...bottle, id: 'l3', name: 'Can' };
    },
  });
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await dialog()).getByLabelText(/^Name/), ' C {Enter}');
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  expect(stub.getRequests('POST /detection/v2/label/')).toHaveLength(0);
  await user.type((await dialog()).getByLabelText(/^Name/), '{Backspace}an{Enter}');
  await shown('Label was successfuly created!');
  expect(stub.getRequests('POST /detection/v2/label/')[0]?.body).toMatchObject({ name: 'Can', color: '#e6194b' });
  expect(await screen.findByRole('row', { name: /Can/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a label that is made, changed, deleted or put into a task has no list of labels read again', async () => {
  const user = userEvent.setup();
  const stub = show();
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
  await user.type((await dialog()).getByLabelText(/^Name/), 'Can{Enter}');
  expect(await screen.findByRole('row', { name: /Can/ })).toBeVisible();
  await user.click((await row(/Cup/)).getByRole('button', { name: 'Edit' }));
  await user.clear((await dialog()).getByLabelText(/^Name/));
  await user.type((await dialog()).getByLabelText(/^Name/), 'Beaker{Enter}');
  expect(await screen.findByRole('row', { name: /Beaker/ })).toBeVisible();
  await user.click((await row(/Bottle/)).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bottle/ })).not.toBeInTheDocument());
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: /Shelf products/ }));
  await user.click(within(screen.getByRole('group', { name: 'To Add' })).getByRole('button', { name: 'Can' }));
  expect(await (await row(/Can/)).findByText('77')).toBeVisible();
  expect(stub.getRequests(LABELS)).toHaveLength(1);
});

test('what the server refuses is said in the dialog; the next save goes by the row as it is by then', async () => {
  const user = userEvent.setup();
  const stub = show();
  stub.addHandlers({
    'PUT /detection/v2/label/{id}': () => {
      stub.addHandlers({ 'GET /detection/v2/label/': page([{ ...bottle, version: 5 }, cup]) });
      return failWith(409, 'This was changed by someone else in the meantime.');
    },
  });
  await user.click((await row(/Bottle/)).getByRole('button', { name: 'Edit' }));
  const name = (await dialog()).getByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Jar{Enter}');
  expect(await screen.findByText('Unable to update label! This was changed by someone else in the meantime.')).toBeVisible();
  expect(name).toHaveValue('Jar');
  await waitFor(() => expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(2));
  stub.addHandlers({ 'PUT /detection/v2/label/{id}': { ...bottle, name: 'Jar' } });
  await user.click((await dialog()).getByRole('button', { name: 'Save' }));
  await shown('Updated!');
  expect(stub.getRequests('PUT /detection/v2/label/{id}').map(({ body }) => body)).toMatchObject([
    { name: 'Jar', color: '#2f80ed', version: 4 },
    { name: 'Jar', color: '#2f80ed', version: 5 },
  ]);
});

test('a task is made by its name alone', async () => {
  const user = userEvent.setup();
  const stub = show();
  stub.addHandlers({ 'POST /detection/v2/task/': shelf });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New task' }));
  expect((await dialog()).queryByRole('slider')).not.toBeInTheDocument();
  await user.type((await dialog()).getByLabelText(/^Name/), 'Caps{Enter}');
  await shown('Task was successfuly created!');
  expect(stub.getRequests('POST /detection/v2/task/')[0]?.body).toEqual({ workspace: expect.any(String), name: 'Caps' });
});

test('an edited task has an image size, beside which its other parameters stay', async () => {
  const user = userEvent.setup();
  const stub = show({ tasks: [{ ...shelf, training_params: { 'detection-model': { input_size: 640 }, epochs: 3 } }] });
  stub.addHandlers({ 'PUT /detection/v2/task/{id}': shelf });
  await user.click((await row(/Shelf products/)).getByRole('button', { name: 'Edit' }));
  const slider = (await dialog()).getByRole('slider', { name: 'Image size' });
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual(['384', '1024', '128']);
  expect(slider).toHaveValue('640');
  await user.click((await dialog()).getByRole('button', { name: 'Save' }));
  await shown('Updated!');
  expect(stub.getRequests('PUT /detection/v2/task/{id}')[0]?.body).toMatchObject({
    name: 'Shelf products',
    version: 7,
    training_params: { 'detection-model': { input_size: 640 }, epochs: 3 },
  });
});

test('a removal is asked for, tells what goes with it, and says why it failed', async () => {
  const user = userEvent.setup();
  const stub = show();
  stub.addHandlers({ 'DELETE /detection/v2/label/{id}': failWith(409, 'It is in use.') });
  await user.click((await row(/Bottle/)).getByRole('button', { name: 'Delete' }));
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete selected label ?!' }));
  expect(confirm.getByText('Its objects are deleted with it: 12.')).toBeVisible();
  await user.click(confirm.getByRole('button', { name: 'Remove' }));
  expect(await confirm.findByText('Unable to delete label! It is in use.')).toBeVisible();
  stub.addHandlers({ 'DELETE /detection/v2/label/{id}': undefined, 'GET /detection/v2/label/': page([cup]) });
  await user.click(confirm.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bottle/ })).not.toBeInTheDocument());
  await shown('Deleted label: Bottle');
  expect(stub.getRequests('DELETE /detection/v2/label/{id}')[1]?.params).toEqual({ id: 'l1' });
});

test('training is queued, and its status follows until it has ended', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const stub = show({ tasks: [trainable] });
  const task = async () => row(/Shelf products/);
  stub.addHandlers({
    'POST /detection/v2/task/{id}/train': () => {
      stub.addHandlers({ 'GET /detection/v2/task/': page<DetectionTask>([{ ...trainable, last_train_status: 'QUEUED' }]) });
      return {};
    },
  });
  await user.click((await task()).getByRole('button', { name: 'Train' }));
  await shown('OK');
  await shown('Model was add to train queue!');
  expect(await (await task()).findByText('Queued')).toBeVisible();
  const train = (await task()).getByRole('button', { name: 'Train: a model is queued or trains already' });
  expect(train).toHaveAttribute('aria-disabled', 'true');
  // The keyboard goes on from where it was.
  expect(train).toHaveFocus();
  stub.addHandlers({
    'GET /detection/v2/task/': page<DetectionTask>([
      { ...trainable, last_train_status: 'FAILED', last_train_error: 'Every picture is alike.' },
    ]),
  });
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(await (await task()).findByText('Failed')).toBeVisible();
  expect((await task()).getByText('Every picture is alike. Mend that and train again.')).toBeVisible();
  const asked = stub.getRequests('GET /detection/v2/task/').length;
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(stub.getRequests('GET /detection/v2/task/')).toHaveLength(asked);
  jest.useRealTimers();
});

test('the row of a training says how far it is, and that it is of before while the server is away', async () => {
  jest.useFakeTimers();
  const progress = { phase: 'training' as const, done: 301, total: 1200, secondsLeft: 42 };
  const stub = show({ tasks: [{ ...trainable, last_train_status: 'TRAINING', last_train_progress: progress }] });
  expect(await (await row(/Shelf products/)).findByText('Learning, 25%, about 42 s left')).toBeVisible();
  const { dataUpdatedAt } = consoleQueryClient.getQueryState([testWorkspace.id, 'detection', 'tasks'])!;
  const seen = new Date(dataUpdatedAt).toISOString().slice(0, 16).replace('T', ' ');
  stub.addHandlers({ 'GET /detection/v2/task/': failWith(503, 'starting') });
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  const away = await row(/Shelf products/);
  expect(away.getByText(`The server is out of reach: this is of ${seen}`)).toBeVisible();
  expect(away.getByText('Learning, 25%')).toBeVisible();
  jest.useRealTimers();
});

test('a task without labels says so before it is trained', async () => {
  const stub = show();
  await userEvent.click((await row(/Shelf products/)).getByRole('button', { name: 'Train: add labels to the task first' }));
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
});

test('a name that there is already is warned of, and can be given', async () => {
  const user = userEvent.setup();
  const stub = show();
  stub.addHandlers({ 'POST /detection/v2/label/': { ...bottle, id: 'l3' } });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await dialog()).getByLabelText(/^Name/), 'bottle');
  expect(await screen.findByText(/This name is already in use/)).toBeVisible();
  await user.keyboard('{Enter}');
  await shown('Label was successfuly created!');
});

test("training that is refused says the server's reason", async () => {
  const stub = show({ tasks: [trainable] });
  stub.addHandlers({ 'POST /detection/v2/task/{id}/train': failWith(400, 'The task has no labels.') });
  await userEvent.click((await row(/Shelf products/)).getByRole('button', { name: 'Train' }));
  await shown('Unable to train model!');
  await shown('The task has no labels.');
});

describe('download', () => {
  const download = async () => userEvent.click((await row(/Shelf products/)).getByRole('button', { name: 'Download model' }));
  const model = { id: 'm1', detection_task: 't1', error: null, map: 0.8, model_path_download: null, created: '' };

  test('is offered to those who may', async () => {
    signInForTest({ user: { ...testUser, can_download_model: false } });
    show();
    expect((await row(/Shelf products/)).queryByRole('button', { name: 'Download model' })).not.toBeInTheDocument();
  });

  test('needs a trained model', async () => {
    const stub = show();
    stub.addHandlers({ 'GET /detection/v2/model/': page([{ ...model, train_status: 'FAILED' }]) });
    await download();
    await shown('No trained model exists!');
  });

  test('that is refused, or leads to no file, is told as a lack of permission', async () => {
    const stub = show();
    stub.addHandlers({
      'GET /detection/v2/model/': page([{ ...model, train_status: 'TRAINED' }]),
      'POST /detection/v2/model/{id}/request-download': model,
    });
    await download();
    await shown('Unable to download model!');
    await shown("You don't have permission for this feature!");
  });

  test('gives the file of the model in use to the browser, also where a newer one was put back', async () => {
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.href).toBe('https://files.test/m1.zip');
      expect(this.download).toBe('Shelf products.zip');
    });
    const stub = show();
    stub.addHandlers({
      'GET /detection/v2/model/': page([
        { ...model, id: 'm3', train_status: 'TRAINING' },
        { ...model, id: 'm2', train_status: 'TRAINED', in_use: false },
        { ...model, train_status: 'TRAINED', in_use: true },
      ]),
      'POST /detection/v2/model/{id}/request-download': { ...model, model_path_download: 'https://files.test/m1.zip' },
    });
    await download();
    await shown('Model is downloading!');
    await shown('Please wait!');
    expect(stub.getRequests('POST /detection/v2/model/{id}/request-download')[0]?.params).toEqual({ id: 'm1' });
    expect(click).toHaveBeenCalledTimes(1);
    click.mockRestore();
  });
});

test('a label is added to the picked task and taken out by a click; a refusal puts it back', async () => {
  const user = userEvent.setup();
  const stub = show();
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
  await shown('Unable to remove label!');
  await shown('Label not found.');
  expect(list('Added').getByRole('button', { name: 'Bottle' })).toBeVisible();
});

test("the picked task's negative images are chosen in the image browser, and counted again after", async () => {
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
  await row(/Shelf products/);
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: 'Shelf products' }));
  const images = within(screen.getByRole('group', { name: 'Negative Images' }));
  expect(images.getByText('0')).toBeVisible();
  stub.addHandlers({ 'GET /detection/v2/task/': page([{ ...shelf, negative_images_count: 2 }]) });
  await user.click(await images.findByRole('button', { name: 'Add to detection-task t1' }));
  expect(await images.findByText('2')).toBeVisible();
});

test('a task with too few pictures says so on its row before Train is pressed, with the numbers, until there are enough', async () => {
  const reason = 'There are too few pictures to train on: 2 of at least 4. Pictures of TEST are held out.';
  const stub = show({ tasks: [trainable, { ...trainable, id: 't2', name: 'Crates' }] });
  stub.addHandlers({ 'GET /detection/v2/cannot-train': { tasks: [{ id: 't1', reason }] } });
  const train = await (await row(/Shelf products/)).findByRole('button', { name: `Train: ${reason}` });
  expect(train).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(train);
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
  act(() => train.focus());
  expect(train).toHaveFocus();
  expect((await row(/Crates/)).getByRole('button', { name: 'Train' })).not.toHaveAttribute('aria-disabled');
  stub.addHandlers({ 'GET /detection/v2/cannot-train': { tasks: [] } });
  await act(() => announce({ topic: 'objects' }));
  expect(await (await row(/Shelf products/)).findByRole('button', { name: 'Train' })).toBeVisible();
});
