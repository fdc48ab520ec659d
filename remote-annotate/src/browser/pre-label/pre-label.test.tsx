import { page } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findList, setUpImagesPage, showImagesPage } from '../images-page-testing';
import { createImageRow, IMAGES, stubWorkspace } from '../testing';

const PRE_LABEL = 'POST /detection/v2/task/{id}/pre-label';
const UNDO = 'POST /history/v2/undo';
const rows = [1, 2, 3].map((number) => createImageRow(number));
const TASK = { id: '00000000-0000-4000-8000-0000000000aa', name: 'Cells' };
const LABEL = '00000000-0000-4000-8000-0000000000ab';
const WORK = {
  id: '00000000-0000-4000-8000-0000000000ac',
  workspace: rows[0]!.workspace,
  kind: 'pre-label',
  status: 'queued',
  done: 0,
  total: null,
  error: null,
  created: '2026-02-03T14:05:00.000Z',
  finished: null,
};
/** Opening a dialog can take seconds on a busy machine. */
const SLOW_DIALOG_TIMEOUT = { timeout: 10_000 };

setUpImagesPage();

test('pre-labels selected images with chosen thresholds after a preview, and Undo reverts it', async () => {
  const createPreview = (unpredicted: number, count: number) => ({
    matched: 2,
    images: 2,
    unpredicted,
    work: null,
    labels: [{ id: LABEL, name: 'Cup', threshold: 0.6, recommended: 0.6, count }],
  });
  let isPredicted = false;
  const api = stubWorkspace({
    [IMAGES]: { ...page(rows), count: 3 },
    'GET /detection/v2/task/': page([TASK]),
    'GET /segmentation/v2/task/': page([]),
    'GET /recognition/v2/task/': page([]),
    [PRE_LABEL]: ({ body }: { body: unknown }) => {
      const { mode, thresholds } = body as { mode: string; thresholds: Record<string, number> };
      if (mode !== 'count') isPredicted = true;
      if (mode !== 'count') return { ...createPreview(0, 0), work: WORK };
      return createPreview(isPredicted ? 0 : 1, thresholds[LABEL] === 0.4 ? 5 : 3);
    },
    'GET /annotate/v2/work/{id}': { ...WORK, status: 'done', done: 2, total: 2 },
    [UNDO]: { change_set: 8, undone: 5, conflict_count: 0, conflicts: [], undoes: 7, work: null },
  });
  showImagesPage();
  await findList();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  for (const checkbox of (await screen.findAllByRole('checkbox', { name: 'Select' })).slice(0, 2)) await user.click(checkbox);
  await user.click(await screen.findByRole('button', { name: 'Pre-label', hidden: true }, SLOW_DIALOG_TIMEOUT));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pre-label 2 images', hidden: true }, SLOW_DIALOG_TIMEOUT));
  const submitButton = dialog.getByRole('button', { name: 'Pre-label', hidden: true });
  expect(submitButton).toBeDisabled();
  await user.click(dialog.getByRole('combobox', { name: 'Task', hidden: true }));
  await user.click(await screen.findByRole('option', { name: /Cells \(detection\)/, hidden: true }, SLOW_DIALOG_TIMEOUT));
  expect(await dialog.findByText('2 images can be pre-labelled.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Predict 1 image', hidden: true }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Predict 1 image', hidden: true })).toBeNull());
  const slider = await dialog.findByRole('slider', { name: 'Minimum confidence of Cup', hidden: true });
  expect(slider).toHaveValue('60');
  expect(await dialog.findByText('3')).toBeInTheDocument();
  fireEvent.change(slider, { target: { value: '40' } });
  expect(await dialog.findByText('5')).toBeInTheDocument();
  await user.click(submitButton);
  expect(await screen.findByText('Images pre-labelled', {}, SLOW_DIALOG_TIMEOUT)).toBeInTheDocument();
  expect(api.getRequests(PRE_LABEL).at(-1)?.body).toMatchObject({
    mode: 'add',
    thresholds: { [LABEL]: 0.4 },
    images: rows.slice(0, 2).map(({ id }) => id),
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.getRequests(UNDO).map(({ body }) => body)).toMatchObject([{ key: WORK.id }]));
});

testInLongRun('hides the counts of the previous task, and disables the button without predictions to add', async () => {
  const createPreview = (name: string, count: number) => ({
    matched: 1,
    images: 1,
    unpredicted: 0,
    work: null,
    labels: [{ id: LABEL, name, threshold: 0.6, recommended: 0.6, count }],
  });
  stubWorkspace({
    [IMAGES]: { ...page(rows), count: 3 },
    'GET /detection/v2/task/': page([TASK]),
    'GET /segmentation/v2/task/': page([{ ...TASK, id: '00000000-0000-4000-8000-0000000000ad', name: 'Areas' }]),
    'GET /recognition/v2/task/': page([
      { ...TASK, id: '00000000-0000-4000-8000-0000000000ae', name: 'Kinds', type: 'multi_label' },
    ]),
    [PRE_LABEL]: createPreview('Cup', 3),
    'POST /segmentation/v2/task/{id}/pre-label': () => new Promise(() => undefined),
    'POST /recognition/v2/task/{id}/pre-label': createPreview('Round', 0),
  });
  showImagesPage();
  await findList();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  await user.click((await screen.findAllByRole('checkbox', { name: 'Select' }))[0]!);
  await user.click(await screen.findByRole('button', { name: 'Pre-label', hidden: true }, SLOW_DIALOG_TIMEOUT));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pre-label 1 image', hidden: true }, SLOW_DIALOG_TIMEOUT));
  const submitButton = dialog.getByRole('button', { name: 'Pre-label', hidden: true });
  const selectTask = async (name: RegExp) => {
    await user.click(dialog.getByRole('combobox', { name: 'Task', hidden: true }));
    await user.click(await screen.findByRole('option', { name, hidden: true }, SLOW_DIALOG_TIMEOUT));
  };
  await selectTask(/Cells/);
  expect(await dialog.findByRole('slider', { name: 'Minimum confidence of Cup', hidden: true })).toBeInTheDocument();
  expect(submitButton).toBeEnabled();
  await selectTask(/Areas/);
  expect(await dialog.findByText('Counting the predictions')).toBeInTheDocument();
  expect(dialog.queryByRole('slider', { hidden: true })).toBeNull();
  expect(submitButton).toBeDisabled();
  await selectTask(/Kinds/);
  expect(await dialog.findByRole('slider', { name: 'Minimum confidence of Round', hidden: true })).toBeInTheDocument();
  expect(submitButton).toBeDisabled();
});

test('accepts predictions without a review after a preview of the audited images', async () => {
  const acceptance = { references: 140, accepted: 2, audited: 1, expected_error: 0.0123, problem: null as string | null };
  const api = stubWorkspace({
    [IMAGES]: { ...page(rows), count: 3 },
    'GET /detection/v2/task/': page([TASK]),
    'GET /segmentation/v2/task/': page([]),
    'GET /recognition/v2/task/': page([]),
    [PRE_LABEL]: ({ body }: { body: unknown }) => {
      const { mode, target_error: target } = body as { mode: string; target_error?: number };
      const previewResponse = { matched: 3, images: 3, unpredicted: 0, labels: [], work: mode === 'add' ? WORK : null };
      if (target === undefined) return previewResponse;
      if (target === 0.03)
        return { ...previewResponse, unpredicted: 2, acceptance: { ...acceptance, problem: 'few_references' } };
      return { ...previewResponse, acceptance: { ...acceptance, problem: target === 0.02 ? 'few_references' : null } };
    },
    'GET /annotate/v2/work/{id}': { ...WORK, status: 'done', done: 3, total: 3 },
  });
  showImagesPage();
  await findList();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  await user.click((await screen.findAllByRole('checkbox', { name: 'Select' }))[0]!);
  await user.click(await screen.findByRole('button', { name: 'Pre-label', hidden: true }, SLOW_DIALOG_TIMEOUT));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pre-label 1 image', hidden: true }, SLOW_DIALOG_TIMEOUT));
  await user.click(dialog.getByRole('combobox', { name: 'Task', hidden: true }));
  await user.click(await screen.findByRole('option', { name: /Cells \(detection\)/, hidden: true }, SLOW_DIALOG_TIMEOUT));
  await user.click(await dialog.findByRole('switch', { name: 'Accept without a review', hidden: true }));
  expect(
    await dialog.findByText(/^2 images would be accepted, with an expected error of 1.2%. 1 image would/),
  ).toBeInTheDocument();
  expect(dialog.getByText(/calibrated on 140 verified images/)).toBeInTheDocument();
  const submitButton = dialog.getByRole('button', { name: 'Accept', hidden: true });
  const slider = dialog.getByRole('slider', { name: /Maximum error/, hidden: true });
  fireEvent.change(slider, { target: { value: '2' } });
  // The shown counts were computed for the previous maximum error.
  expect(submitButton).toBeDisabled();
  expect(await dialog.findByText(/too few verified images/)).toBeInTheDocument();
  expect(submitButton).toBeDisabled();
  // Two images have no predictions yet, so the number of acceptable predictions is unknown.
  fireEvent.change(slider, { target: { value: '3' } });
  expect(await dialog.findByText(/has not predicted 2 images yet. How many predictions can be accepted/)).toBeInTheDocument();
  expect(dialog.queryByText(/too few verified images/)).not.toBeInTheDocument();
  fireEvent.change(slider, { target: { value: '4' } });
  await waitFor(() => expect(submitButton).toBeEnabled());
  await user.click(submitButton);
  expect(await screen.findByText('Predictions accepted. The audit is a new job.', {}, SLOW_DIALOG_TIMEOUT)).toBeInTheDocument();
  expect(api.getRequests(PRE_LABEL).at(-1)?.body).toMatchObject({ mode: 'add', target_error: 0.04 });
});
