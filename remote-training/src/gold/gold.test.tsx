import { page, signInForTest, stubApi, type StubRequest } from '@console/shared-auth/testing';
import type { GoldItem, JobGold } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GoldList } from './gold-list';
import { JobGoldSection } from './job-gold-section';

const TASK_ID = '00000000-0000-4000-8000-0000000000aa';
const JOB_ID = '00000000-0000-4000-8000-0000000000bb';
const RETIRE_GOLD = 'POST /annotate/v2/gold/retire';
const PUT_JOB_GOLD = 'PUT /annotate/v2/imagejob/{id}/gold';

const createGoldItem = (fields: Partial<GoldItem>): GoldItem => ({
  id: '00000000-0000-4000-8000-000000000001',
  workspace: '00000000-0000-4000-8000-000000000002',
  domain: 'detection',
  task: TASK_ID,
  image: '00000000-0000-4000-8000-000000000003',
  file_name: 'cells.png',
  thumb_img_path: '/t.png',
  revision: 2,
  label_count: 0,
  shape_count: 3,
  weight: 1,
  source: 'selection',
  uses: 4,
  mean_score: 0.875,
  created: '2026-11-26T10:00:00Z',
  created_by: null,
  retired: null,
  retired_reason: null,
  ...fields,
});

beforeEach(() => signInForTest());

test('lists gold items with their use and score, retires one and uses the item again', async () => {
  let isRetired = false;
  const stub = stubApi({
    'GET /annotate/v2/gold/': () =>
      page([createGoldItem(isRetired ? { retired: '2026-11-26T11:00:00Z', retired_reason: 'by hand' } : {})]),
    'GET /annotate/v2/gold-sample/': page([]),
    [RETIRE_GOLD]: ({ body }: StubRequest) => {
      ({ retired: isRetired } = body as { retired: boolean });
      return { changed: 1 };
    },
  });
  renderConsole(<GoldList domain="detection" task={TASK_ID} />);
  const row = within((await screen.findByText('cells.png')).closest('[role="row"], tr') as HTMLElement);
  for (const text of ['Selection', '2', '4', '0.88', 'In use']) expect(row.getByText(text)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retire: cells.png' }));
  expect(await screen.findByText('Retired')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Use again: cells.png' }));
  expect(await screen.findByText('In use')).toBeVisible();
  expect(stub.getRequests(RETIRE_GOLD).map(({ body }) => (body as { retired: boolean }).retired)).toEqual([true, false]);
});

test('gold items of a task are added to a job with a rate, and removed', async () => {
  let jobGold: JobGold = { rate: null, items: 0, annotators: 0 };
  const stub = stubApi({
    'GET /annotate/v2/imagejob/{id}/gold': () => jobGold,
    'GET /detection/v2/task/': page([{ id: TASK_ID, name: 'Cells' }]),
    'GET /segmentation/v2/task/': page([]),
    'GET /recognition/v2/task/': page([]),
    [PUT_JOB_GOLD]: ({ body }: StubRequest) => {
      const { rate } = body as { rate: number | null };
      // The server stores the rate in single precision.
      jobGold = {
        rate: rate === null ? null : Math.fround(rate),
        items: rate === null ? 0 : 12,
        annotators: rate === null ? 0 : 3,
      };
      return jobGold;
    },
  });
  renderConsole(<JobGoldSection job={{ id: JOB_ID, type: 'image', item_count: 0 }} />);
  const saveButton = await screen.findByRole('button', { name: 'Save gold items' });
  expect(saveButton).toHaveAttribute('aria-disabled', 'true');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Gold items' }), '10 %');
  expect(await screen.findByText('This job has no gold items in use. Select a task that has some.')).toBeVisible();
  expect(saveButton).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Add gold items of the task' }));
  await userEvent.click(await screen.findByRole('option', { name: /Cells \(detection\)/ }));
  await userEvent.click(saveButton);
  expect(await screen.findByText('This job has 12 gold items. 3 annotators can get some of them.')).toBeVisible();
  expect(screen.getByText(/^This job has no other images\. Add some/)).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Gold items' }), 'Off');
  await waitFor(() => expect(saveButton).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(saveButton);
  await waitFor(() => expect(screen.queryByText(/This job has/)).toBeNull());
  const bodies = stub.getRequests(PUT_JOB_GOLD).map(({ body }) => body);
  expect(bodies).toMatchObject([{ rate: 0.1, domain: 'detection', task: TASK_ID }, { rate: null }]);
  expect(bodies[1]).not.toHaveProperty('task');
});

testInLongRun('gold items of a similarity task are groups with members', async () => {
  const groupGoldItem = {
    domain: 'similarity' as const,
    image: null,
    group: '00000000-0000-4000-8000-000000000004',
    file_name: 'Mugs',
  };
  stubApi({
    'GET /annotate/v2/gold/': page([createGoldItem(groupGoldItem)]),
    'POST /annotate/v2/gold/{id}/revise': createGoldItem(groupGoldItem),
  });
  renderConsole(<GoldList domain="similarity" task={TASK_ID} />);
  expect(await screen.findByRole('columnheader', { name: 'Group' })).toBeVisible();
  expect(screen.getByText(/on these groups is compared with a copy of their members\./)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Copy members again: Mugs' }));
  expect(await screen.findByText('Members copied. All work is compared with them again.')).toBeVisible();
});
