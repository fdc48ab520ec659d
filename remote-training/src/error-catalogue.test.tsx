import { failWith, page, signInForTest, stubApi, testUser, type StubbedApi } from '@console/shared-auth/testing';
import type { ApiKey } from '@console/shared-auth';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { DetectionPage } from './detection';
import { JobsPage } from './jobs';
import { createJobRow, stubJobs } from './jobs/data/testing';
import { SegmentationPage } from './segmentation';
import { bottle, shelf } from './tasks-and-labels/testing';

// Tests the error catalogue of the specification letter for letter: the messages after each rejected and each successful call.

const SERVER_REASON = 'The disk is full.';
const refusal = failWith(507, SERVER_REASON);
const color = { id: 'l1', name: 'Bottle', color: '#2f80ed' };
const job = createJobRow({ name: 'Caps' });

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

function renderDomain(domain: string): StubbedApi {
  signInForTest({ user: { ...testUser, can_download_model: true } });
  const { page: content, stub } = pages[domain]!;
  const api = stub();
  renderConsole(content);
  return api;
}

interface Form {
  domain: string;
  noun: 'label' | 'task' | 'job';
  /** Name of the row to edit. Undefined creates a new row. */
  row?: RegExp;
  call: ApiKey;
  answer: unknown;
  failure: string;
  success: string;
}

const forms: Form[] = [
  ...(['detection', 'segmentation'] as const).flatMap((domain): Form[] => [
    {
      domain,
      noun: 'label',
      call: `POST /${domain}/v2/label/`,
      answer: { ...bottle, id: 'l9' },
      failure: 'Unable to create label!',
      success: 'Label was successfuly created!',
    },
    {
      domain,
      noun: 'label',
      row: /Bottle/,
      call: `PUT /${domain}/v2/label/{id}`,
      answer: bottle,
      failure: 'Unable to update label!',
      success: 'Updated!',
    },
    {
      domain,
      noun: 'task',
      call: `POST /${domain}/v2/task/`,
      answer: { ...shelf, id: 't9' },
      failure: 'Unable to create task!',
      success: 'Task was successfuly created!',
    },
    {
      domain,
      noun: 'task',
      row: /Shelf products/,
      call: `PUT /${domain}/v2/task/{id}`,
      answer: shelf,
      failure: 'Unable to update task!',
      success: 'Updated!',
    },
  ]),
  {
    domain: 'jobs',
    noun: 'job',
    call: 'POST /annotate/v2/imagejob/',
    answer: { ...job, id: 'i9' },
    failure: 'Unable to create job!',
    success: 'Job was successfuly created!',
  },
  {
    domain: 'jobs',
    noun: 'job',
    row: /Caps/,
    call: 'PUT /annotate/v2/imagejob/{id}',
    answer: job,
    failure: 'Unable to update job!',
    success: 'Job was successfuly updated!',
  },
];

test.each(forms)(
  '$domain: the form shows the messages of $call',
  async ({ domain, noun, row, call, answer, failure, success }) => {
    const api = renderDomain(domain);
    api.addHandlers({ [call]: refusal });
    await screen.findByRole('row', { name: domain === 'jobs' ? /Caps/ : /Bottle/ });
    const editedRow = row && within(await screen.findByRole('row', { name: row }));
    await userEvent.click((editedRow ?? screen).getByRole('button', { name: editedRow ? 'Edit' : `New ${noun}` }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Crates' } });
    const submit = dialog.getByRole('button', { name: editedRow ? 'Save' : 'Create' });
    await userEvent.click(submit);
    expect(await dialog.findByText(new RegExp(`^${failure}.*${SERVER_REASON}`))).toBeVisible();
    api.addHandlers({ [call]: answer });
    await userEvent.click(submit);
    expect(await screen.findByText(success)).toBeVisible();
  },
);

interface Click {
  domain: string;
  action: string;
  answers: Partial<Record<ApiKey, unknown>>;
  expected: readonly string[];
}

const trainedModel = { id: 'm1', train_status: 'TRAINED', error: null, map: null, model_path_download: null, created: '' };
const MODELS = 'GET /detection/v2/model/';
const DOWNLOAD = 'POST /detection/v2/model/{id}/request-download';
const NO_PERMISSION = ['Unable to download model!', "You don't have permission for this feature!"];
const clicks: Click[] = [
  {
    domain: 'detection',
    action: 'Train',
    answers: { 'POST /detection/v2/task/{id}/train': trainedModel },
    expected: ['OK', 'Model was add to train queue!'],
  },
  {
    domain: 'detection',
    action: 'Train',
    answers: { 'POST /detection/v2/task/{id}/train': refusal },
    expected: ['Unable to train model!', SERVER_REASON],
  },
  {
    domain: 'segmentation',
    action: 'Train',
    answers: { 'POST /segmentation/v2/task/{id}/train': trainedModel },
    expected: ['Model was add to train queue!'],
  },
  {
    domain: 'segmentation',
    action: 'Train',
    answers: { 'POST /segmentation/v2/task/{id}/train': refusal },
    expected: ['Unable to  train', SERVER_REASON],
  },
  {
    domain: 'detection',
    action: 'Download model',
    answers: { [MODELS]: page([{ ...trainedModel, train_status: 'FAILED' }]) },
    expected: ['No trained model exists!'],
  },
  {
    domain: 'detection',
    action: 'Download model',
    answers: { [MODELS]: page([trainedModel]), [DOWNLOAD]: refusal },
    expected: NO_PERMISSION,
  },
  {
    domain: 'detection',
    action: 'Download model',
    answers: { [MODELS]: page([trainedModel]), [DOWNLOAD]: trainedModel },
    expected: NO_PERMISSION,
  },
  {
    domain: 'detection',
    action: 'Download model',
    answers: { [MODELS]: page([trainedModel]), [DOWNLOAD]: { ...trainedModel, model_path_download: 'https://files.test/m.zip' } },
    expected: ['Model is downloading!', 'Please wait!'],
  },
];

test.each(clicks)('$domain: $action shows $expected', async ({ domain, action, answers, expected }) => {
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  renderDomain(domain).addHandlers(answers);
  const row = within(await screen.findByRole('row', { name: /Shelf products/ }));
  await userEvent.click(row.getByRole('button', { name: action }));
  // Compares all spaces, because one message of the specification contains two in a row.
  for (const text of expected) expect(await screen.findByText(text, { collapseWhitespace: false })).toBeVisible();
  click.mockRestore();
});
