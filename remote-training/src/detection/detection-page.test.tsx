import { announce, consoleQueryClient } from '@console/shared-auth';
import { failWith, page, signInForTest, stubApi, testUser, testWorkspace } from '@console/shared-auth/testing';
import type { DetectionTask } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bottle, shelf } from '../tasks-and-labels/testing';
import { DetectionPage } from './detection-page';
import { renderPage, row, dialog, expectVisible, setUpDetectionPage } from './testing';

setUpDetectionPage();

const trainable: DetectionTask = { ...shelf, detection_labels: [{ id: 'l1', name: 'Bottle', color: '#2f80ed' }] };
test('shows tasks with their last training and mean average precision, and labels with their counts', async () => {
  renderPage();
  const tasks = await row(/Shelf products/);
  expect(tasks.getByText('Trained')).toBeVisible();
  expect(tasks.getByText('0.812')).toBeVisible();
  const labels = await row(/Bottle/);
  expect(labels.getByText('12')).toBeVisible();
});

test('shows empty states without tasks and labels', async () => {
  renderPage({ tasks: [], labels: [] });
  expect(await screen.findByText('No detection tasks yet.')).toBeVisible();
  expect(await screen.findByText('No detection labels yet.')).toBeVisible();
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

test('creating a task only asks for a name', async () => {
  const user = userEvent.setup();
  const stub = renderPage();
  stub.addHandlers({ 'POST /detection/v2/task/': shelf });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New task' }));
  expect((await dialog()).queryByRole('slider')).not.toBeInTheDocument();
  await user.type((await dialog()).getByLabelText(/^Name/), 'Caps{Enter}');
  await expectVisible('Task was successfuly created!');
  expect(stub.getRequests('POST /detection/v2/task/')[0]?.body).toEqual({ workspace: expect.any(String), name: 'Caps' });
});

test('editing the settings of trainings of a task keeps its other training parameters', async () => {
  const user = userEvent.setup();
  const stub = renderPage({ tasks: [{ ...shelf, training_params: { 'detection-model': { input_size: 640 }, epochs: 3 } }] });
  stub.addHandlers({ 'PUT /detection/v2/task/{id}': shelf });
  await user.click((await row(/Shelf products/)).getByRole('button', { name: 'Edit' }));
  const slider = (await dialog()).getByRole('slider', { name: 'Image size' });
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual(['384', '1024', '128']);
  expect(slider).toHaveValue('640');
  expect((await dialog()).getByRole('checkbox', { name: 'Crowd' })).toBeChecked();
  await user.click((await dialog()).getByRole('checkbox', { name: 'Difficult' }));
  await user.click((await dialog()).getByRole('button', { name: 'Save' }));
  await expectVisible('Updated!');
  expect(stub.getRequests('PUT /detection/v2/task/{id}')[0]?.body).toMatchObject({
    name: 'Shelf products',
    version: 7,
    training_params: { 'detection-model': { input_size: 640 }, epochs: 3, leave_out: ['difficult', 'crowd', 'ignore'] },
  });
});

test('Train queues a model and polls its status until the training has finished', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const stub = renderPage({ tasks: [trainable] });
  const task = async () => row(/Shelf products/);
  stub.addHandlers({
    'POST /detection/v2/task/{id}/train': () => {
      stub.addHandlers({ 'GET /detection/v2/task/': page<DetectionTask>([{ ...trainable, last_train_status: 'QUEUED' }]) });
      return {};
    },
  });
  await user.click((await task()).getByRole('button', { name: 'Train' }));
  await expectVisible('OK');
  await expectVisible('Model was add to train queue!');
  expect(await (await task()).findByText('Queued')).toBeVisible();
  const train = (await task()).getByRole('button', { name: 'Train: a model is already queued or training' });
  expect(train).toHaveAttribute('aria-disabled', 'true');
  // The button keeps the keyboard focus.
  expect(train).toHaveFocus();
  stub.addHandlers({
    'GET /detection/v2/task/': page<DetectionTask>([
      { ...trainable, last_train_status: 'FAILED', last_train_error: 'Every picture is alike.' },
    ]),
  });
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(await (await task()).findByText('Failed')).toBeVisible();
  expect((await task()).getByText('Every picture is alike. Fix the problem and train again.')).toBeVisible();
  const requestCount = stub.getRequests('GET /detection/v2/task/').length;
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(stub.getRequests('GET /detection/v2/task/')).toHaveLength(requestCount);
  jest.useRealTimers();
});

test('a training row shows progress and marks it as stale while the server is unreachable', async () => {
  jest.useFakeTimers();
  const progress = { phase: 'training' as const, done: 301, total: 1200, secondsLeft: 42 };
  const stub = renderPage({ tasks: [{ ...trainable, last_train_status: 'TRAINING', last_train_progress: progress }] });
  expect(await (await row(/Shelf products/)).findByText('Training, 25%, about 42 s left')).toBeVisible();
  const { dataUpdatedAt } = consoleQueryClient.getQueryState([testWorkspace.id, 'detection', 'tasks'])!;
  const lastUpdate = new Date(dataUpdatedAt).toISOString().slice(0, 16).replace('T', ' ');
  stub.addHandlers({ 'GET /detection/v2/task/': failWith(503, 'starting') });
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  const staleRow = await row(/Shelf products/);
  expect(staleRow.getByText(`The server is unreachable. Last update: ${lastUpdate}`)).toBeVisible();
  expect(staleRow.getByText('Training, 25%')).toBeVisible();
  jest.useRealTimers();
});

test('Train is disabled with a reason for a task without labels', async () => {
  const stub = renderPage();
  await userEvent.click((await row(/Shelf products/)).getByRole('button', { name: 'Train: add labels to the task first' }));
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
});

test("a rejected training shows the server's reason", async () => {
  const stub = renderPage({ tasks: [trainable] });
  stub.addHandlers({ 'POST /detection/v2/task/{id}/train': failWith(400, 'The task has no labels.') });
  await userEvent.click((await row(/Shelf products/)).getByRole('button', { name: 'Train' }));
  await expectVisible('Unable to train model!');
  await expectVisible('The task has no labels.');
});

describe('download', () => {
  const download = async () => userEvent.click((await row(/Shelf products/)).getByRole('button', { name: 'Download model' }));
  const model = { id: 'm1', detection_task: 't1', error: null, map: 0.8, model_path_download: null, created: '' };

  test('is hidden from users without the permission', async () => {
    signInForTest({ user: { ...testUser, can_download_model: false } });
    renderPage();
    expect((await row(/Shelf products/)).queryByRole('button', { name: 'Download model' })).not.toBeInTheDocument();
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
  await row(/Shelf products/);
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
