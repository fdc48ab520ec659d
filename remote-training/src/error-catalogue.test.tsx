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
import { bottleLabel, shelfTask } from './tasks-and-labels/testing';

// Tests the error catalogue of the specification letter for letter: the messages after each rejected and each successful call.

const SERVER_REASON = 'The disk is full.';
const refusedResponse = failWith(507, SERVER_REASON);
const bottleReference = { id: 'l1', name: 'Bottle', color: '#2f80ed' };
const capsJob = createJobRow({ name: 'Caps' });

const domainPages: Record<string, { page: ReactNode; stub: () => StubbedApi }> = {
  detection: {
    page: <DetectionPage />,
    stub: () =>
      stubApi({
        'GET /detection/v2/task/': page([{ ...shelfTask, detection_labels: [bottleReference] }]),
        'GET /detection/v2/label/': page([bottleLabel]),
      }),
  },
  segmentation: {
    page: <SegmentationPage />,
    stub: () =>
      stubApi({
        'GET /segmentation/v2/task/': page([
          { ...shelfTask, segmentation_labels: [bottleReference], segmentationLabelsCount: 1 },
        ]),
        'GET /segmentation/v2/label/': page([{ ...bottleLabel, polygons_count: 0 }]),
      }),
  },
  jobs: { page: <JobsPage />, stub: () => stubJobs({ 'GET /annotate/v2/imagejob/': page([capsJob]) }) },
};

function renderDomain(domain: string): StubbedApi {
  signInForTest({ user: { ...testUser, can_download_model: true } });
  const { page: content, stub } = domainPages[domain]!;
  const api = stub();
  renderConsole(content);
  return api;
}

interface FormCase {
  domain: string;
  noun: 'label' | 'task' | 'job';
  /** Name of the row to edit. Undefined creates a new row. */
  row?: RegExp;
  call: ApiKey;
  savedResponse: unknown;
  failure: string;
  success: string;
}

const formCases: FormCase[] = [
  ...(['detection', 'segmentation'] as const).flatMap((domain): FormCase[] => [
    {
      domain,
      noun: 'label',
      call: `POST /${domain}/v2/label/`,
      savedResponse: { ...bottleLabel, id: 'l9' },
      failure: 'Unable to create label!',
      success: 'Label was successfuly created!',
    },
    {
      domain,
      noun: 'label',
      row: /Bottle/,
      call: `PUT /${domain}/v2/label/{id}`,
      savedResponse: bottleLabel,
      failure: 'Unable to update label!',
      success: 'Updated!',
    },
    {
      domain,
      noun: 'task',
      call: `POST /${domain}/v2/task/`,
      savedResponse: { ...shelfTask, id: 't9' },
      failure: 'Unable to create task!',
      success: 'Task was successfuly created!',
    },
    {
      domain,
      noun: 'task',
      row: /Shelf products/,
      call: `PUT /${domain}/v2/task/{id}`,
      savedResponse: shelfTask,
      failure: 'Unable to update task!',
      success: 'Updated!',
    },
  ]),
  {
    domain: 'jobs',
    noun: 'job',
    call: 'POST /annotate/v2/imagejob/',
    savedResponse: { ...capsJob, id: 'i9' },
    failure: 'Unable to create job!',
    success: 'Job was successfuly created!',
  },
  {
    domain: 'jobs',
    noun: 'job',
    row: /Caps/,
    call: 'PUT /annotate/v2/imagejob/{id}',
    savedResponse: capsJob,
    failure: 'Unable to update job!',
    success: 'Job was successfuly updated!',
  },
];

/** Without the forms that other tests submit: jobs in `job-dialog.test.tsx`, and segmentation, whose forms are those of detection. */
const sampleCases = formCases.filter(({ domain }) => domain === 'detection');

test.each(isLongRun ? formCases : sampleCases)(
  '$domain: the form shows the messages of $call',
  async ({ domain, noun, row, call, savedResponse, failure, success }) => {
    const api = renderDomain(domain);
    api.addHandlers({ [call]: refusedResponse });
    await screen.findByRole('row', { name: domain === 'jobs' ? /Caps/ : /Bottle/ });
    const editedRow = row && within(await screen.findByRole('row', { name: row }));
    await userEvent.click((editedRow ?? screen).getByRole('button', { name: editedRow ? 'Edit' : `New ${noun}` }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Crates' } });
    const submitButton = dialog.getByRole('button', { name: editedRow ? 'Save' : 'Create' });
    await userEvent.click(submitButton);
    expect(await dialog.findByText(new RegExp(`^${failure}.*${SERVER_REASON}`))).toBeVisible();
    api.addHandlers({ [call]: savedResponse });
    await userEvent.click(submitButton);
    expect(await screen.findByText(success)).toBeVisible();
  },
);

interface ActionCase {
  domain: string;
  action: string;
  responses: Partial<Record<ApiKey, unknown>>;
  expected: readonly string[];
}

const trainedModel = { id: 'm1', train_status: 'TRAINED', error: null, map: null, model_path_download: null, created: '' };
const LIST_MODELS = 'GET /detection/v2/model/';
const REQUEST_DOWNLOAD = 'POST /detection/v2/model/{id}/request-download';
const NO_PERMISSION_MESSAGES = ['Unable to download model!', "You don't have permission for this feature!"];
const actionCases: ActionCase[] = [
  {
    domain: 'detection',
    action: 'Train',
    responses: { 'POST /detection/v2/task/{id}/train': trainedModel },
    expected: ['OK', 'Model was add to train queue!'],
  },
  {
    domain: 'detection',
    action: 'Train',
    responses: { 'POST /detection/v2/task/{id}/train': refusedResponse },
    expected: ['Unable to train model!', SERVER_REASON],
  },
  {
    domain: 'segmentation',
    action: 'Train',
    responses: { 'POST /segmentation/v2/task/{id}/train': trainedModel },
    expected: ['Model was add to train queue!'],
  },
  {
    domain: 'segmentation',
    action: 'Train',
    responses: { 'POST /segmentation/v2/task/{id}/train': refusedResponse },
    expected: ['Unable to  train', SERVER_REASON],
  },
  {
    domain: 'detection',
    action: 'Download model',
    responses: { [LIST_MODELS]: page([{ ...trainedModel, train_status: 'FAILED' }]) },
    expected: ['No trained model exists!'],
  },
  {
    domain: 'detection',
    action: 'Download model',
    responses: { [LIST_MODELS]: page([trainedModel]), [REQUEST_DOWNLOAD]: refusedResponse },
    expected: NO_PERMISSION_MESSAGES,
  },
  {
    domain: 'detection',
    action: 'Download model',
    responses: { [LIST_MODELS]: page([trainedModel]), [REQUEST_DOWNLOAD]: trainedModel },
    expected: NO_PERMISSION_MESSAGES,
  },
  {
    domain: 'detection',
    action: 'Download model',
    responses: {
      [LIST_MODELS]: page([trainedModel]),
      [REQUEST_DOWNLOAD]: { ...trainedModel, model_path_download: 'https://files.test/m.zip' },
    },
    expected: ['Model is downloading!', 'Please wait!'],
  },
];

test.each(actionCases)('$domain: $action shows $expected', async ({ domain, action, responses, expected }) => {
  const clickSpy = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  renderDomain(domain).addHandlers(responses);
  const row = within(await screen.findByRole('row', { name: /Shelf products/ }));
  await userEvent.click(row.getByRole('button', { name: action }));
  // Compares all spaces, because one message of the specification contains two in a row.
  for (const text of expected) expect(await screen.findByText(text, { collapseWhitespace: false })).toBeVisible();
  clickSpy.mockRestore();
});
