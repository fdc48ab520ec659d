import { announce, consoleQueryClient } from '@console/shared-auth';
import { failWith, page, signInForTest, stubApi, testUser, testWorkspace } from '@console/shared-auth/testing';
import type { DetectionTask } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bottleLabel, shelfTask } from '../tasks-and-labels/testing';
import { DetectionPage } from './detection-page';
import { renderDetectionPage, findRow, findDialog, expectVisible, setUpDetectionPage } from './testing';

setUpDetectionPage();

const trainableTask: DetectionTask = { ...shelfTask, detection_labels: [{ id: 'l1', name: 'Bottle', color: '#2f80ed' }] };
test('shows tasks with their last training and mean average precision, and labels with their counts', async () => {
  renderDetectionPage();
  const tasks = await findRow(/Shelf products/);
  expect(tasks.getByText('Trained')).toBeVisible();
  expect(tasks.getByText('0.812')).toBeVisible();
  const labels = await findRow(/Bottle/);
  expect(labels.getByText('12')).toBeVisible();
});

test('shows empty states without tasks and labels', async () => {
  renderDetectionPage({ tasks: [], labels: [] });
  expect(await screen.findByText('No detection tasks yet.')).toBeVisible();
  expect(await screen.findByText('No detection labels yet.')).toBeVisible();
});

test('Retry reloads only the table that failed to load', async () => {
  const stub = stubApi({ 'GET /detection/v2/task/': failWith(403, 'No'), 'GET /detection/v2/label/': page([bottleLabel]) });
  renderConsole(<DetectionPage />);
  await screen.findByRole('alert');
  expect(await screen.findByText('Bottle')).toBeVisible();
  stub.addHandlers({ 'GET /detection/v2/task/': page([shelfTask]) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /Shelf products/ })).toBeVisible();
});

test('creating a task requires only a name', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  stub.addHandlers({ 'POST /detection/v2/task/': shelfTask });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New task' }));
  expect((await findDialog()).queryByRole('slider')).not.toBeInTheDocument();
  await user.type((await findDialog()).getByLabelText(/^Name/), 'Caps{Enter}');
  await expectVisible('Task was successfuly created!');
  expect(stub.getRequests('POST /detection/v2/task/')[0]?.body).toEqual({ workspace: expect.any(String), name: 'Caps' });
});

test('editing the settings of trainings of a task keeps its other training parameters', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage({
    tasks: [{ ...shelfTask, training_params: { 'detection-model': { input_size: 640 }, epochs: 3 } }],
  });
  stub.addHandlers({ 'PUT /detection/v2/task/{id}': shelfTask });
  await user.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Edit' }));
  const slider = (await findDialog()).getByRole('slider', { name: 'Image size' });
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual(['384', '1024', '128']);
  expect(slider).toHaveValue('640');
  expect((await findDialog()).getByRole('checkbox', { name: 'Crowd' })).toBeChecked();
  await user.click((await findDialog()).getByRole('checkbox', { name: 'Difficult' }));
  await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
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
  const stub = renderDetectionPage({ tasks: [trainableTask] });
  const findTaskRow = async () => findRow(/Shelf products/);
  stub.addHandlers({
    'POST /detection/v2/task/{id}/train': () => {
      stub.addHandlers({ 'GET /detection/v2/task/': page<DetectionTask>([{ ...trainableTask, last_train_status: 'QUEUED' }]) });
      return {};
    },
  });
  await user.click((await findTaskRow()).getByRole('button', { name: 'Train' }));
  await expectVisible('OK');
  await expectVisible('Model was add to train queue!');
  expect(await (await findTaskRow()).findByText('Queued')).toBeVisible();
  const trainButton = (await findTaskRow()).getByRole('button', { name: 'Train: a model is already queued or training' });
  expect(trainButton).toHaveAttribute('aria-disabled', 'true');
  // The button keeps the keyboard focus.
  expect(trainButton).toHaveFocus();
  stub.addHandlers({
    'GET /detection/v2/task/': page<DetectionTask>([
      { ...trainableTask, last_train_status: 'FAILED', last_train_error: 'Every picture is alike.' },
    ]),
  });
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(await (await findTaskRow()).findByText('Failed')).toBeVisible();
  expect((await findTaskRow()).getByText('Every picture is alike. Fix the problem and train again.')).toBeVisible();
  const requestCount = stub.getRequests('GET /detection/v2/task/').length;
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(stub.getRequests('GET /detection/v2/task/')).toHaveLength(requestCount);
  jest.useRealTimers();
});

test('a training row shows progress and marks it as stale while the server is unreachable', async () => {
  jest.useFakeTimers();
  const progress = { phase: 'training' as const, done: 301, total: 1200, secondsLeft: 42 };
  const stub = renderDetectionPage({
    tasks: [{ ...trainableTask, last_train_status: 'TRAINING', last_train_progress: progress }],
  });
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
  const stub = renderDetectionPage();
  await userEvent.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Train: add labels to the task first' }));
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
});

test("a rejected training shows the server's reason", async () => {
  const stub = renderDetectionPage({ tasks: [trainableTask] });
  stub.addHandlers({ 'POST /detection/v2/task/{id}/train': failWith(400, 'The task has no labels.') });
  await userEvent.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Train' }));
  await expectVisible('Unable to train model!');
  await expectVisible('The task has no labels.');
});

describe('download', () => {
  const clickDownload = async () =>
    userEvent.click((await findRow(/Shelf products/)).getByRole('button', { name: 'Download model' }));
  const model = { id: 'm1', detection_task: 't1', error: null, map: 0.8, model_path_download: null, created: '' };

  test('is hidden from users without the permission', async () => {
    signInForTest({ user: { ...testUser, can_download_model: false } });
    renderDetectionPage();
    expect((await findRow(/Shelf products/)).queryByRole('button', { name: 'Download model' })).not.toBeInTheDocument();
  });

  test('shows a warning without a trained model', async () => {
    const stub = renderDetectionPage();
    stub.addHandlers({ 'GET /detection/v2/model/': page([{ ...model, train_status: 'FAILED' }]) });
    await clickDownload();
    await expectVisible('No trained model exists!');
  });

  test('shows a permission error if the server returns no file', async () => {
    const stub = renderDetectionPage();
    stub.addHandlers({
      'GET /detection/v2/model/': page([{ ...model, train_status: 'TRAINED' }]),
      'POST /detection/v2/model/{id}/request-download': model,
    });
    await clickDownload();
    await expectVisible('Unable to download model!');
    await expectVisible("You don't have permission for this feature!");
  });

  test('downloads the model in use even if a newer one exists', async () => {
    const clickSpy = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.href).toBe('https://files.test/m1.zip');
      expect(this.download).toBe('Shelf products.zip');
    });
    const stub = renderDetectionPage();
    stub.addHandlers({
      'GET /detection/v2/model/': page([
        { ...model, id: 'm3', train_status: 'TRAINING' },
        { ...model, id: 'm2', train_status: 'TRAINED', in_use: false },
        { ...model, train_status: 'TRAINED', in_use: true },
      ]),
      'POST /detection/v2/model/{id}/request-download': { ...model, model_path_download: 'https://files.test/m1.zip' },
    });
    await clickDownload();
    await expectVisible('Model is downloading!');
    await expectVisible('Please wait!');
    expect(stub.getRequests('POST /detection/v2/model/{id}/request-download')[0]?.params).toEqual({ id: 'm1' });
    expect(clickSpy).toHaveBeenCalledTimes(1);
    clickSpy.mockRestore();
  });
});

test('selecting negative images in the image browser updates their count', async () => {
  const user = userEvent.setup();
  const stub = stubApi({ 'GET /detection/v2/task/': page([shelfTask]), 'GET /detection/v2/label/': page([]) });
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
  stub.addHandlers({ 'GET /detection/v2/task/': page([{ ...shelfTask, negative_images_count: 2 }]) });
  await user.click(await images.findByRole('button', { name: 'Add to detection-task t1' }));
  expect(await images.findByText('2')).toBeVisible();
});

test('Train is disabled with the reason while a task has too few images', async () => {
  const reason = 'There are too few pictures to train on: 2 of at least 4. Pictures of TEST are held out.';
  const stub = renderDetectionPage({ tasks: [trainableTask, { ...trainableTask, id: 't2', name: 'Crates' }] });
  stub.addHandlers({ 'GET /detection/v2/cannot-train': { tasks: [{ id: 't1', reason }] } });
  const trainButton = await (await findRow(/Shelf products/)).findByRole('button', { name: `Train: ${reason}` });
  expect(trainButton).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(trainButton);
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
  act(() => trainButton.focus());
  expect(trainButton).toHaveFocus();
  expect((await findRow(/Crates/)).getByRole('button', { name: 'Train' })).not.toHaveAttribute('aria-disabled');
  stub.addHandlers({ 'GET /detection/v2/cannot-train': { tasks: [] } });
  await act(() => announce({ topic: 'objects' }));
  expect(await (await findRow(/Shelf products/)).findByRole('button', { name: 'Train' })).toBeVisible();
});
