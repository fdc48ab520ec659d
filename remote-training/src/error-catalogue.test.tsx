import { failWith, page, signInForTest, stubApi, testUser, type StubbedApi } from '@console/shared-auth/testing';
import type { ApiKey } from '@console/shared-auth';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { DetectionPage } from './detection';
import { JobsPage } from './jobs';
import { jobRow, stubJobs } from './jobs/testing';
import { SegmentationPage } from './segmentation';
import { bottle, shelf } from './tasks-and-labels/testing';

// The error catalogue of the specification, letter for letter: what stands on the screen after each call, as it is refused and as it works.

const WHY = 'The disk is full.';
const refusal = failWith(507, WHY);
const color = { id: 'l1', name: 'Bottle', color: '#2f80ed' };
const job = jobRow({ name: 'Caps' });

const pages: Record<string, { page: ReactNode; stub: () => StubbedApi }> = {
  detection: {
    page: <DetectionPage />,
    stub: () =>
      stubApi({
        'GET /detection/v2/task/': page([{ ...shelf, detection_labels: [color] }]),
        'GET /detection/v2/label/': page([bottle]),
      }),
  },
  segmentation: {
    page: <SegmentationPage />,
    stub: () =>
      stubApi({
        'GET /segmentation/v2/task/': page([{ ...shelf, segmentation_labels: [color], segmentationLabelsCount: 1 }]),
        'GET /segmentation/v2/label/': page([{ ...bottle, polygons_count: 0 }]),
      }),
  },
  jobs: { page: <JobsPage />, stub: () => stubJobs({ 'GET /annotate/v2/imagejob/': page([job]) }) },
};

function show(of: string): StubbedApi {
  signInForTest({ user: { ...testUser, can_download_model: true } });
  const { page: shown, stub } = pages[of]!;
  const api = stub();
  renderConsole(shown);
  return api;
}

interface Form {
  of: string;
  noun: 'label' | 'task' | 'job';
  /** Of the row that is edited; none: a new one. */
  row?: RegExp;
  call: ApiKey;
  answer: unknown;
  failure: string;
  success: string;
}

const forms: Form[] = [
  ...(['detection', 'segmentation'] as const).flatMap((of): Form[] => [
    {
      ...{ of, noun: 'label', call: `POST /${of}/v2/label/`, answer: { ...bottle, id: 'l9' } },
      ...{ failure: 'Unable to create label!', success: 'Label was successfuly created!' },
    },
    {
      ...{ of, noun: 'label', row: /Bottle/, call: `PUT /${of}/v2/label/{id}`, answer: bottle },
      ...{ failure: 'Unable to update label!', success: 'Updated!' },
    },
    {
      ...{ of, noun: 'task', call: `POST /${of}/v2/task/`, answer: { ...shelf, id: 't9' } },
      ...{ failure: 'Unable to create task!', success: 'Task was successfuly created!' },
    },
    {
      ...{ of, noun: 'task', row: /Shelf products/, call: `PUT /${of}/v2/task/{id}`, answer: shelf },
      ...{ failure: 'Unable to update task!', success: 'Updated!' },
    },
  ]),
  {
    ...{ of: 'jobs', noun: 'job', call: 'POST /annotate/v2/imagejob/', answer: { ...job, id: 'i9' } },
    ...{ failure: 'Unable to create job!', success: 'Job was successfuly created!' },
  },
  {
    ...{ of: 'jobs', noun: 'job', row: /Caps/, call: 'PUT /annotate/v2/imagejob/{id}', answer: job },
    ...{ failure: 'Unable to update job!', success: 'Job was successfuly updated!' },
  },
];

test.each(forms)('$of: $call', async ({ of, noun, row, call, answer, failure, success }) => {
  const api = show(of);
  api.addHandlers({ [call]: refusal });
  await screen.findByRole('row', { name: of === 'jobs' ? /Caps/ : /Bottle/ });
  const edited = row && within(await screen.findByRole('row', { name: row }));
  await userEvent.click((edited ?? screen).getByRole('button', { name: edited ? 'Edit' : `New ${noun}` }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Crates' } });
  const submit = dialog.getByRole('button', { name: edited ? 'Save' : 'Create' });
  await userEvent.click(submit);
  expect(await dialog.findByText(new RegExp(`^${failure}.*${WHY}`))).toBeVisible();
  api.addHandlers({ [call]: answer });
  await userEvent.click(submit);
  expect(await screen.findByText(success)).toBeVisible();
});

interface Click {
  of: string;
  action: string;
  answers: Partial<Record<ApiKey, unknown>>;
  said: readonly string[];
}

const trained = { id: 'm1', train_status: 'TRAINED', error: null, map: null, model_path_download: null, created: '' };
const MODELS = 'GET /detection/v2/model/';
const DOWNLOAD = 'POST /detection/v2/model/{id}/request-download';
const NO_PERMISSION = ['Unable to download model!', "You don't have permission for this feature!"];
const clicks: Click[] = [
  {
    ...{ of: 'detection', action: 'Train', answers: { 'POST /detection/v2/task/{id}/train': trained } },
    said: ['OK', 'Model was add to train queue!'],
  },
  {
    ...{ of: 'detection', action: 'Train', answers: { 'POST /detection/v2/task/{id}/train': refusal } },
    said: ['Unable to train model!', WHY],
  },
  {
    ...{ of: 'segmentation', action: 'Train', answers: { 'POST /segmentation/v2/task/{id}/train': trained } },
    said: ['Model was add to train queue!'],
  },
  {
    ...{ of: 'segmentation', action: 'Train', answers: { 'POST /segmentation/v2/task/{id}/train': refusal } },
    said: ['Unable to  train', WHY],
  },
  {
    ...{ of: 'detection', action: 'Download model', answers: { [MODELS]: page([{ ...trained, train_status: 'FAILED' }]) } },
    said: ['No trained model exists!'],
  },
  {
    ...{ of: 'detection', action: 'Download model', answers: { [MODELS]: page([trained]), [DOWNLOAD]: refusal } },
    said: NO_PERMISSION,
  },
  {
    ...{ of: 'detection', action: 'Download model', answers: { [MODELS]: page([trained]), [DOWNLOAD]: trained } },
    said: NO_PERMISSION,
  },
  {
    ...{ of: 'detection', action: 'Download model' },
    answers: { [MODELS]: page([trained]), [DOWNLOAD]: { ...trained, model_path_download: 'https://files.test/m.zip' } },
    said: ['Model is downloading!', 'Please wait!'],
  },
];

test.each(clicks)('$of: $action, $said', async ({ of, action, answers, said }) => {
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  show(of).addHandlers(answers);
  const row = within(await screen.findByRole('row', { name: /Shelf products/ }));
  await userEvent.click(row.getByRole('button', { name: action }));
  // With every blank: one of the messages has two in a row.
  for (const text of said) expect(await screen.findByText(text, { collapseWhitespace: false })).toBeVisible();
  click.mockRestore();
});
