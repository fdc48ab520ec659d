import { failWith, page, signInForTest, stubApi, testUser } from '@console/shared-auth/testing';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { trainNotices } from '../training-messages';
import { ModelsDialog } from './models-dialog';

const MODELS = 'GET /detection/v2/model/';
const RUNS = 'GET /annotate/v2/prediction-run/';
const EVALUATIONS = 'GET /annotate/v2/evaluation';
const SPLIT = 'GET /detection/v2/task/{id}/split';
const EFFORT = 'GET /detection/v2/task/{id}/pre-label';
const noCall = failWith(404, 'There is nothing at this address.');

const scores = {
  pictures: 12,
  heldOut: false,
  map50: 0.8514,
  map75: 0.465,
  accuracy: null,
  error: null,
  labels: [
    { id: 'l1', precision: 0.9, recall: 0.8, ap50: 0.88, ap75: 0.5, count: 40 },
    { id: 'l2', precision: null, recall: null, ap50: null, ap75: null, count: 0 },
  ],
};
const model = {
  id: 'm1',
  detection_task: 't1',
  train_status: 'TRAINED' as const,
  error: null,
  map: 0.465,
  model_path_download: null,
  created: '2026-02-03T10:00:00Z',
  finished: '2026-02-03T10:02:00Z',
  progress: null,
  scores,
  dataset: 'd1',
  pictures: 48,
  seed: 7,
};
const run = {
  id: 'r1',
  workspace: 'w',
  domain: 'detection' as const,
  task: 't1',
  task_name: 'Cells',
  model: 'm1',
  images: 60,
  suspects: 4,
  work: null,
  note: null,
  created: '2026-02-03T10:00:00Z',
};
const task = {
  id: 't1',
  name: 'Cells',
  labels: [
    { id: 'l1', name: 'RBC' },
    { id: 'l2', name: 'WBC' },
  ],
};

/** Host services that can open all pages. */
const host = { ...createFakeHostServices({}), canOpen: () => true };

beforeEach(() => signInForTest());

function show(routes: Parameters<typeof stubApi>[0] = {}) {
  const stub = stubApi({
    [MODELS]: page([model]),
    [RUNS]: page([]),
    [EVALUATIONS]: page([]),
    [SPLIT]: { train: 48, test: 12, groups: [], duplicates: [] },
    [EFFORT]: { models: [] },
    'GET /annotate/v2/training-rule/': noCall,
    ...routes,
  });
  const onClose = jest.fn();
  renderConsole(
    <HostServicesProvider value={host}>
      <ModelsDialog domain="detection" task={task} trainMessages={trainNotices} onClose={onClose} />
    </HostServicesProvider>,
  );
  return { stub, onClose };
}

test('the effort that a model saved is shown, with the images accepted without a review and their audit', async () => {
  const counts = { unreviewed: 30, accepted: 86, corrected: 10, deleted: 4, added: 9 };
  const audit = { job: 'j1', audited: 12, errors: 1, pending: 65, error_bound: 0.4021 };
  const acceptance = { images: 120, target_error: 0.05, expected_error: 0.0184, ...audit };
  const confirmed = { ...acceptance, pending: 3, error_bound: 0.0432 };
  const models = [acceptance, confirmed].map((each, index) => ({
    model: `m${index}`,
    number: index + 1,
    ...counts,
    acceptance: each,
  }));
  show({ [EFFORT]: { models } });
  const list = await screen.findByRole('list', { name: 'Effort saved' });
  const texts = [
    'Model 1: 86 accepted unchanged (86%), 10 corrected, 4 deleted, 9 added by hand, 30 not reviewed yet',
    '120 images accepted without a review, with an expected error of 1.8%. Audited: 1 of 12 images wrong, so the error is at most 40.2% (maximum: 5%). Acceptance stopped until 65 more images are audited.',
    'so the error is at most 4.3% (maximum: 5%). Acceptance stopped until 3 more images are audited.',
  ];
  for (const text of texts) expect(list).toHaveTextContent(text);
  expect(within(list).getAllByRole('link', { name: 'Open the audit' })[0]).toHaveAttribute(
    'href',
    expect.stringContaining('?job=j1'),
  );
});

test('a model shows its scores, with a dash for undefined ones', async () => {
  show();
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
  show({ [MODELS]: page([{ ...model, scores: { ...model.scores, calibration } }]) });
  expect(
    await screen.findByText(
      'Confidence calibrated on 46 images: 47% on average, 48% of the predictions are correct. Labels below 24% are left out.',
    ),
  ).toBeVisible();
});

test('a training shows progress with the remaining time and can be cancelled', async () => {
  const user = userEvent.setup();
  const training = {
    ...model,
    id: 'm2',
    train_status: 'TRAINING' as const,
    scores: null,
    finished: null,
    progress: { phase: 'training' as const, done: 300, total: 1200, loss: 0.4, secondsLeft: 42 },
  };
  const { stub } = show({ [MODELS]: page([training, model]) });
  expect(await screen.findByText('Training, 300 of 1,200, loss 0.400, about 42 s left')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Training' })).toHaveAttribute('aria-valuenow', '0.25');
  expect(screen.getByRole('button', { name: 'Train' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('You can train this task again when the current training has finished or is cancelled.')).toBeVisible();
  stub.addHandlers({
    'POST /detection/v2/model/{id}/cancel': () => {
      stub.addHandlers({ [MODELS]: page([{ ...training, train_status: 'CANCELLED' as const, progress: null }, model]) });
      return training;
    },
  });
  await user.click(screen.getByRole('button', { name: 'Cancel training' }));
  expect(await screen.findByText('Cancelled')).toBeVisible();
  // The Cancel button has disappeared. The focus moves to the card and stays in the dialog.
  expect(screen.getByText('Cancelled').closest('li')).toHaveFocus();
  expect(stub.getRequests('POST /detection/v2/model/{id}/cancel')).toHaveLength(1);
});

test('Train is disabled with the reason for a task with too few images', async () => {
  const cannot_train = 'There are too few pictures to train on: 2 of at least 4. Pictures of TEST are held out.';
  const { stub } = show({ [MODELS]: page([]), [SPLIT]: { train: 2, test: 1, groups: [], duplicates: [], cannot_train } });
  expect(await screen.findByText(cannot_train)).toBeVisible();
  const train = screen.getByRole('button', { name: 'Train' });
  expect(train).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(train);
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(0);
});

test('a double click on Train queues one model', async () => {
  const { stub } = show({ [MODELS]: page([]), 'POST /detection/v2/task/{id}/train': { ...model, train_status: 'QUEUED' } });
  await screen.findByText('No models yet.');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Train' }));
  expect(await screen.findByText('Model was add to train queue!')).toBeVisible();
  expect(stub.getRequests('POST /detection/v2/task/{id}/train')).toHaveLength(1);
});

test('shows why a training was rejected or has failed', async () => {
  const user = userEvent.setup();
  const failed = { ...model, train_status: 'FAILED' as const, scores: null, error: 'Too few pictures: 1 of 2.' };
  const { stub } = show({ [MODELS]: page([failed]) });
  expect(await screen.findByText('Too few pictures: 1 of 2. Fix the problem and train again.')).toBeVisible();
  stub.addHandlers({
    'POST /detection/v2/task/{id}/train': failWith(400, 'This task has no labels. Add some before it is trained.'),
  });
  await user.click(screen.getByRole('button', { name: 'Train' }));
  expect(await screen.findByText('Unable to train model!')).toBeVisible();
  expect(screen.getByText('This task has no labels. Add some before it is trained.')).toBeVisible();
});

test('lists groups with TRAIN and TEST images, marks them in one step and undoes it', async () => {
  const user = userEvent.setup();
  const groups = [
    { id: 'g1', name: 'Pot 7', train_images: ['a', 'b'], test_images: ['c'] },
    { id: 'g2', name: 'Pot 8', train_images: ['b'], test_images: ['d'] },
  ];
  const { stub } = show({
    [SPLIT]: {
      train: 2,
      test: 2,
      groups,
      duplicates: [{ train_image: 'e', test_image: 'd', likeness: 0.99, train_thumb: '/e', test_thumb: '/d' }],
    },
  });
  expect(await screen.findByText('Pot 7: 2 TRAIN, 1 TEST')).toBeVisible();
  expect(screen.getByText(/1 TEST image looks the same as a TRAIN image/)).toBeVisible();
  const pair = within(within(screen.getByRole('list', { name: 'Images that look the same' })).getByRole('listitem'));
  expect(pair.getByRole('link', { name: 'TEST image' })).toHaveAttribute('href', '/image/d');
  expect(pair.getByRole('link', { name: 'TRAIN image' })).toHaveAttribute('href', '/image/e');
  expect(pair.getByText('99% similar')).toBeVisible();
  stub.addHandlers({
    'POST /recognition/v2/training-image/update': () => {
      stub.addHandlers({ [SPLIT]: { train: 0, test: 5, groups: [], duplicates: [] } });
      return { updated: 2 };
    },
  });
  await user.click(screen.getByRole('button', { name: 'Mark all as TEST' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('3 images are now marked as TEST.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/both TRAIN and TEST images/)).not.toBeInTheDocument());
  expect(screen.getByText('0 TRAIN images, 5 TEST.')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(stub.getRequests('POST /recognition/v2/training-image/update').map(({ body }) => body)).toMatchObject([
      { images: ['a', 'b', 'e'], 'mark-test': true },
      { images: ['a', 'b', 'e'], 'unmark-test': true },
    ]),
  );
  await waitFor(() => expect(dialog.queryByText('3 images are now marked as TEST.')).not.toBeInTheDocument());
});

test('Find label errors runs in the background and links to the images', async () => {
  const user = userEvent.setup();
  const work = {
    id: 'k1',
    workspace: 'w',
    kind: 'predict-images',
    status: 'running' as const,
    done: 15,
    total: 60,
    error: null,
    created: '2026-02-03T10:00:00Z',
    finished: null,
  };
  const preLabel = { ...work, kind: 'pre-label', status: 'failed' as const, error: 'The model was deleted.' };
  const { stub } = show({ [RUNS]: page([{ ...run, images: 163, suspects: 0, work: preLabel }]) });
  expect(await screen.findByText('163 images predicted.')).toBeVisible();
  expect(screen.getByText('Pre-labelling failed, and no annotations were added: The model was deleted.')).toBeVisible();
  expect(screen.queryByText('The model agrees with all annotations.')).not.toBeInTheDocument();
  stub.addHandlers({
    'POST /detection/v2/task/{id}/predict-images': () => {
      stub.addHandlers({ [RUNS]: page([{ ...run, images: 15, suspects: 0, work }]) });
      return run;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Find label errors again' }));
  expect(await screen.findByText('15 of 60 images')).toBeVisible();
  stub.addHandlers({
    'POST /annotate/v2/work/{id}/cancel': () => {
      const decisions = { accepted: 12, dismissed: 8 };
      stub.addHandlers({ [RUNS]: page([{ ...run, decisions, work: { ...work, status: 'cancelled' as const } }]) });
      return { ...work, status: 'cancelled' as const };
    },
  });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('The check was cancelled.')).toBeVisible();
  expect(screen.getByText('60 images checked.')).toBeVisible();
  expect(screen.getByText('12 of 20 reviewed errors accepted (60%).')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Review suspected errors' })).toHaveAttribute(
    'href',
    '/images?suspects-of=r1&sort=surest',
  );
});

test('Evaluate starts one evaluation at a time and lists the evaluations of the task', async () => {
  const user = userEvent.setup();
  const { stub } = show();
  const work = { id: 'k1', workspace: 'w', kind: 'evaluate-task', status: 'running' as const, done: 8, total: 12, error: null };
  const evaluation = {
    ...{ id: 'e1', workspace: 'w', created: '2026-02-03T10:00:00Z', created_by: null, of_task: 't1' },
    tasks: [{ ...task, domain: 'detection' as const, type: null, model: 'm1', model_number: 1, pictures: 0, threshold: 0.5 }],
    work: { ...work, created: '2026-02-03T10:00:00Z', finished: null },
  };
  stub.addHandlers({
    'POST /detection/v2/task/{id}/evaluate': () => {
      stub.addHandlers({ [EVALUATIONS]: page([evaluation]) });
      return { ...evaluation, result: { top_labels: [] } };
    },
  });
  const evaluate = await screen.findByRole('button', { name: 'Evaluate' });
  await waitFor(() => expect(evaluate).not.toHaveAttribute('aria-disabled', 'true'));
  await user.dblClick(evaluate);
  expect(await screen.findByText(/8 of 12 images/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Model 1/ })).toHaveAttribute('href', '/evaluation/e1?task=t1');
  expect(evaluate).toHaveAttribute('aria-disabled', 'true');
  expect(stub.getRequests('POST /detection/v2/task/{id}/evaluate')).toHaveLength(1);
});

test.each([
  [49, 1],
  [244, 0],
])('says that TEST images are still being compared while %i of 244 images are ready', async (ready, notices) => {
  show({ [SPLIT]: { train: 183, test: 61, groups: [], duplicates: [], ready: { ready, total: 244 } } });
  expect(await screen.findByText('183 TRAIN images, 61 TEST.')).toBeVisible();
  expect(screen.queryAllByText(/49 of 244 images are ready/)).toHaveLength(notices);
});

test('warns of a training whose scores may be too high', async () => {
  const user = userEvent.setup();
  show({ 'POST /detection/v2/task/{id}/train': { ...model, warning: 'Only 49 of 244 images are prepared.' } });
  await screen.findByText('Model 1');
  await user.click(await screen.findByRole('button', { name: 'Train' }));
  expect((await screen.findAllByText('Only 49 of 244 images are prepared.'))[0]).toBeVisible();
  expect((await screen.findAllByText(trainNotices.trainQueued.text))[0]).toBeVisible();
});

test('hides label errors and the split with older servers', async () => {
  show({ [RUNS]: noCall, [SPLIT]: noCall });
  expect(await screen.findByText('Model 1')).toBeVisible();
  expect(screen.queryByText('Suspected label errors')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('users with the permission can download a model', async () => {
  const user = userEvent.setup();
  signInForTest({ user: { ...testUser, can_download_model: true } });
  const { stub } = show();
  stub.addHandlers({ 'POST /detection/v2/model/{id}/request-download': { ...model, model_path_download: null } });
  await user.click(await screen.findByRole('button', { name: 'Download model' }));
  expect((await screen.findAllByText("You don't have permission for this feature!"))[0]).toBeVisible();
  expect(stub.getRequests('POST /detection/v2/model/{id}/request-download')[0]?.params).toEqual({ id: 'm1' });
});

describe('changes since the last training', () => {
  const CHANGES = 'GET /history/v2/comparison/';
  const label = { of: 'detection', id: 'l1', name: 'RBC', before: 40, after: 41, added: 1, removed: 0, changed: 34 };
  const changes = { since: model.created, until: model.finished, pictures: { added: 120, removed: 1, changed: 9, same: 38 } };

  test('are counted beside Train, with a link to the images', async () => {
    const { stub } = show({ [CHANGES]: { ...changes, labels: [label] } });
    expect(
      await screen.findByText('Since the last training: 120 images added, 1 image removed, 1 box added, 34 boxes changed.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show these images' })).toHaveAttribute('href', '/images?changed-since-training=d1');
    expect(screen.getByRole('link', { name: 'Compare by label' })).toHaveAttribute('href', '/images?versions=training&since=d1');
    expect(stub.getRequests(CHANGES)[0]).toMatchObject({ query: { training: 'd1' } });
  });

  test('are reported as none, without a link', async () => {
    show({ [CHANGES]: { ...changes, pictures: { added: 0, removed: 0, changed: 0, same: 48 }, labels: [] } });
    expect(await screen.findByText('Since the last training: nothing changed.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Show these images' })).toBeNull();
  });

  test('report a failure', async () => {
    show({ [CHANGES]: failWith(400, 'refused') });
    expect(await screen.findByText("Couldn't compare the images with the last training.")).toBeVisible();
  });
});
