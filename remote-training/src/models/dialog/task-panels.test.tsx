import { page, signInForTest } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  EFFORT,
  EVALUATIONS,
  unsupportedCall,
  predictionRun,
  LIST_RUNS,
  showModelsDialog,
  SPLIT,
  task,
} from './testing/show-models-dialog';

beforeEach(() => signInForTest());

test('the effort panel shows the saved effort and images accepted without a review', async () => {
  const counts = { unreviewed: 30, accepted: 86, corrected: 10, deleted: 4, added: 9 };
  const audit = { job: 'j1', audited: 12, errors: 1, pending: 65, error_bound: 0.4021 };
  const acceptance = { images: 120, target_error: 0.05, expected_error: 0.0184, ...audit };
  const confirmed = { ...acceptance, pending: 3, error_bound: 0.0432 };
  const models = [acceptance, confirmed].map((effort, index) => ({
    model: `m${index}`,
    number: index + 1,
    ...counts,
    acceptance: effort,
  }));
  showModelsDialog({ [EFFORT]: { models } });
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

test('lists groups with TRAIN and TEST images, marks them in one step and undoes it', async () => {
  const user = userEvent.setup();
  const groups = [
    { id: 'g1', name: 'Pot 7', train_images: ['a', 'b'], test_images: ['c'] },
    { id: 'g2', name: 'Pot 8', train_images: ['b'], test_images: ['d'] },
  ];
  const stub = showModelsDialog({
    [SPLIT]: {
      train: 2,
      test: 2,
      groups,
      duplicates: [{ train_image: 'e', test_image: 'd', likeness: 0.99, train_thumb: '/e', test_thumb: '/d' }],
    },
  });
  expect(await screen.findByText('Pot 7: 2 TRAIN, 1 TEST')).toBeVisible();
  expect(screen.getByText(/1 TEST image looks the same as a TRAIN image/)).toBeVisible();
  const groupItem = within(within(screen.getByRole('list', { name: 'Images that look the same' })).getByRole('listitem'));
  expect(groupItem.getByRole('link', { name: 'TEST image' })).toHaveAttribute('href', '/image/d');
  expect(groupItem.getByRole('link', { name: 'TRAIN image' })).toHaveAttribute('href', '/image/e');
  expect(groupItem.getByText('99% similar')).toBeVisible();
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
  const predictionWork = {
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
  const preLabel = { ...predictionWork, kind: 'pre-label', status: 'failed' as const, error: 'The model was deleted.' };
  const stub = showModelsDialog({ [LIST_RUNS]: page([{ ...predictionRun, images: 163, suspects: 0, work: preLabel }]) });
  expect(await screen.findByText('163 images predicted.')).toBeVisible();
  expect(screen.getByText('Pre-labelling failed, and no annotations were added: The model was deleted.')).toBeVisible();
  expect(screen.queryByText('The model agrees with all annotations.')).not.toBeInTheDocument();
  stub.addHandlers({
    'POST /detection/v2/task/{id}/predict-images': () => {
      stub.addHandlers({ [LIST_RUNS]: page([{ ...predictionRun, images: 15, suspects: 0, work: predictionWork }]) });
      return predictionRun;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Find label errors again' }));
  expect(await screen.findByText('15 of 60 images')).toBeVisible();
  stub.addHandlers({
    'POST /annotate/v2/work/{id}/cancel': () => {
      const decisions = { accepted: 12, dismissed: 8 };
      stub.addHandlers({
        [LIST_RUNS]: page([{ ...predictionRun, decisions, work: { ...predictionWork, status: 'cancelled' as const } }]),
      });
      return { ...predictionWork, status: 'cancelled' as const };
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
  const stub = showModelsDialog();
  const evaluationWork = {
    id: 'k1',
    workspace: 'w',
    kind: 'evaluate-task',
    status: 'running' as const,
    done: 8,
    total: 12,
    error: null,
  };
  const evaluation = {
    id: 'e1',
    workspace: 'w',
    created: '2026-02-03T10:00:00Z',
    created_by: null,
    of_task: 't1',
    tasks: [{ ...task, domain: 'detection' as const, type: null, model: 'm1', model_number: 1, pictures: 0, threshold: 0.5 }],
    work: { ...evaluationWork, created: '2026-02-03T10:00:00Z', finished: null },
  };
  stub.addHandlers({
    'POST /detection/v2/task/{id}/evaluate': () => {
      stub.addHandlers({ [EVALUATIONS]: page([evaluation]) });
      return { ...evaluation, result: { top_labels: [] } };
    },
  });
  const evaluateButton = await screen.findByRole('button', { name: 'Evaluate' });
  await waitFor(() => expect(evaluateButton).not.toHaveAttribute('aria-disabled', 'true'));
  await user.dblClick(evaluateButton);
  expect(await screen.findByText(/8 of 12 images/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Model 1/ })).toHaveAttribute('href', '/evaluation/e1?task=t1');
  expect(evaluateButton).toHaveAttribute('aria-disabled', 'true');
  expect(stub.getRequests('POST /detection/v2/task/{id}/evaluate')).toHaveLength(1);
});

test.each([
  [49, 1],
  [244, 0],
])('says that TEST images are still being compared while %i of 244 images are ready', async (ready, notices) => {
  showModelsDialog({ [SPLIT]: { train: 183, test: 61, groups: [], duplicates: [], ready: { ready, total: 244 } } });
  expect(await screen.findByText('183 TRAIN images, 61 TEST.')).toBeVisible();
  expect(screen.queryAllByText(/49 of 244 images are ready/)).toHaveLength(notices);
});

test('hides label errors and the split with older servers', async () => {
  showModelsDialog({ [LIST_RUNS]: unsupportedCall, [SPLIT]: unsupportedCall });
  expect(await screen.findByText('Model 1')).toBeVisible();
  expect(screen.queryByText('Suspected label errors')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
