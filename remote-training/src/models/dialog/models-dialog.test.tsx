import { failWith, page, signInForTest, testUser } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { trainNotices } from '../training-messages';
import { LIST_MODELS, model, showModelsDialog, SPLIT } from './testing/show-models-dialog';

beforeEach(() => signInForTest());

test('a model shows its scores, with a dash for undefined ones', async () => {
  showModelsDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Models of Cells' }));
  const card = within(await dialog.findByRole('listitem'));
  expect(card.getByText('Model 1')).toBeVisible();
  expect(card.getByText('0.851')).toBeVisible();
  expect(card.getByText('0.465')).toBeVisible();
  expect(card.getByText('Measured on 12 TEST images')).toBeVisible();
  await userEvent.click(card.getByText('By label'));
  const getRowCells = (name: string) => within(card.getByRole('row', { name: new RegExp(name) })).getAllByRole('cell');
  expect(getRowCells('RBC').map((cell) => cell.textContent)).toEqual(['0.900', '0.800', '0.880', '40']);
  expect(getRowCells('WBC').map((cell) => cell.textContent)).toEqual(['–', '–', '–', '0']);
  expect(await dialog.findByText('48 TRAIN images, 12 TEST.')).toBeVisible();
});

test('a recognition model shows how its confidence was calibrated', async () => {
  const calibration = { pictures: 46, confidence: 0.471, accuracy: 0.478, threshold: 0.24 };
  showModelsDialog({ [LIST_MODELS]: page([{ ...model, scores: { ...model.scores, calibration } }]) });
  expect(
    await screen.findByText(
      'Confidence calibrated on 46 images: 47% on average, 48% of the predictions are correct. Labels below 24% are left out.',
    ),
  ).toBeVisible();
});

test('a training shows progress with the remaining time and can be cancelled', async () => {
  const user = userEvent.setup();
  const trainingModel = {
    ...model,
    id: 'm2',
    train_status: 'TRAINING' as const,
    scores: null,
    finished: null,
    progress: { phase: 'training' as const, done: 300, total: 1200, loss: 0.4, secondsLeft: 42 },
  };
  const stub = showModelsDialog({ [LIST_MODELS]: page([trainingModel, model]) });
  expect(await screen.findByText('Training, 300 of 1,200, loss 0.400, about 42 s left')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Training' })).toHaveAttribute('aria-valuenow', '0.25');
  expect(screen.getByRole('button', { name: 'Train' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('You can train this task again when the current training has finished or is cancelled.')).toBeVisible();
  stub.addHandlers({
    'POST /detection/v2/model/{id}/cancel': () => {
      stub.addHandlers({
        [LIST_MODELS]: page([{ ...trainingModel, train_status: 'CANCELLED' as const, progress: null }, model]),
      });
      return trainingModel;
    },
  });
  await user.click(screen.getByRole('button', { name: 'Cancel training' }));
  expect(await screen.findByText('Cancelled')).toBeVisible();
  // The Cancel button has disappeared. The focus moves to the card and stays in the dialog.
  expect(screen.getByText('Cancelled').closest('li')).toHaveFocus();
  expect(stub.getRequests('POST /detection/v2/model/{id}/cancel')).toHaveLength(1);
});

test('Train is disabled with the reason for a task with too few images', async () => {
  const blockedReason = 'There are too few pictures to train on: 2 of at least 4. Pictures of TEST are held out.';
  const stub = showModelsDialog({
    [LIST_MODELS]: page([]),
    [SPLIT]: { train: 2, test: 1, groups: [], duplicates: [], cannot_train: blockedReason },
  });
  expect(await screen.findByText(blockedReason)).toBeVisible();
  const trainButton = screen.getByRole('button', { name: 'Train' });
  expect(trainButton).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(trainButton);
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
});

test('a double click on Train queues one model', async () => {
  const stub = showModelsDialog({
    [LIST_MODELS]: page([]),
    'POST /detection/v2/task/{id}/train': { ...model, train_status: 'QUEUED' },
  });
  await screen.findByText('No models yet.');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Train' }));
  expect(await screen.findByText('Model was add to train queue!')).toBeVisible();
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(1);
});

test('shows why a training was rejected or has failed', async () => {
  const user = userEvent.setup();
  const failedModel = { ...model, train_status: 'FAILED' as const, scores: null, error: 'Too few pictures: 1 of 2.' };
  const stub = showModelsDialog({ [LIST_MODELS]: page([failedModel]) });
  expect(await screen.findByText('Too few pictures: 1 of 2. Fix the problem and train again.')).toBeVisible();
  stub.addHandlers({
    'POST /detection/v2/task/{id}/train': failWith(400, 'This task has no labels. Add some before it is trained.'),
  });
  await user.click(screen.getByRole('button', { name: 'Train' }));
  expect(await screen.findByText('Unable to train model!')).toBeVisible();
  expect(screen.getByText('This task has no labels. Add some before it is trained.')).toBeVisible();
});

test('warns of a training whose scores may be too high', async () => {
  const user = userEvent.setup();
  showModelsDialog({ 'POST /detection/v2/task/{id}/train': { ...model, warning: 'Only 49 of 244 images are prepared.' } });
  await screen.findByText('Model 1');
  await user.click(await screen.findByRole('button', { name: 'Train' }));
  expect((await screen.findAllByText('Only 49 of 244 images are prepared.'))[0]).toBeVisible();
  expect((await screen.findAllByText(trainNotices.trainQueued.text))[0]).toBeVisible();
});

test('users with the permission can download a model', async () => {
  const user = userEvent.setup();
  signInForTest({ user: { ...testUser, can_download_model: true } });
  const stub = showModelsDialog();
  stub.addHandlers({ 'POST /detection/v2/model/{id}/request-download': { ...model, model_path_download: null } });
  await user.click(await screen.findByRole('button', { name: 'Download model' }));
  expect((await screen.findAllByText("You don't have permission for this feature!"))[0]).toBeVisible();
  expect(stub.getRequests('POST /detection/v2/model/{id}/request-download')[0]?.params).toEqual({ id: 'm1' });
});

describe('changes since the last training', () => {
  const GET_CHANGES = 'GET /history/v2/comparison/';
  const labelChange = { of: 'detection', id: 'l1', name: 'RBC', before: 40, after: 41, added: 1, removed: 0, changed: 34 };
  const changes = { since: model.created, until: model.finished, pictures: { added: 120, removed: 1, changed: 9, same: 38 } };

  test('are shown beside Train, with a link to the images', async () => {
    const stub = showModelsDialog({ [GET_CHANGES]: { ...changes, labels: [labelChange] } });
    expect(
      await screen.findByText('Since the last training: 120 images added, 1 image removed, 1 box added, 34 boxes changed.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show these images' })).toHaveAttribute('href', '/images?changed-since-training=d1');
    expect(screen.getByRole('link', { name: 'Compare by label' })).toHaveAttribute('href', '/images?versions=training&since=d1');
    expect(stub.getRequests(GET_CHANGES)[0]).toMatchObject({ query: { training: 'd1' } });
  });

  test('show a message without a link if nothing has changed', async () => {
    showModelsDialog({ [GET_CHANGES]: { ...changes, pictures: { added: 0, removed: 0, changed: 0, same: 48 }, labels: [] } });
    expect(await screen.findByText('Since the last training: nothing changed.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Show these images' })).toBeNull();
  });

  test('show an error if they cannot be loaded', async () => {
    showModelsDialog({ [GET_CHANGES]: failWith(400, 'refused') });
    expect(await screen.findByText("Couldn't compare the images with the last training.")).toBeVisible();
  });
});
