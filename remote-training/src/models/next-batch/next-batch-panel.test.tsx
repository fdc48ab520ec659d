import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { ProposedBatch } from '@console/shared-contract/api';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextBatchPanel } from './next-batch-panel';

const GET_PROPOSAL = 'GET /detection/v2/task/{id}/next-batch';
const CREATE_JOB = 'POST /annotate/v2/imagejob/';
const ADD_ITEMS = 'POST /annotate/v2/imagejob/{id}/add-items';
const NO_REASON = { uncertainty: null, rare_label: null, difference: null, suspicion: null };
const PROPOSED_BATCH: ProposedBatch = {
  images: [
    { ...NO_REASON, id: 'i1', name: 'blood-1.jpg', thumb: '/1.jpg', suspicion: 0.71 },
    {
      ...NO_REASON,
      id: 'i2',
      name: null,
      thumb: '/2.jpg',
      uncertainty: 0.824,
      rare_label: { id: 'l1', name: 'WBC' },
      difference: 0.3,
    },
  ],
  candidates: 240,
  ready: { ready: 200, total: 240 },
  predicted: null,
};

beforeEach(() => signInForTest());

function renderNextBatchPanel(routes: Parameters<typeof stubApi>[0] = {}) {
  const stub = stubApi({ [GET_PROPOSAL]: PROPOSED_BATCH, [CREATE_JOB]: { id: 'j1' }, [ADD_ITEMS]: {}, ...routes });
  renderConsole(
    <HostServicesProvider value={{ ...createFakeHostServices({}), canOpen: () => true }}>
      <NextBatchPanel domain="detection" task={{ id: 't1', name: 'Cells' }} />
    </HostServicesProvider>,
  );
  return stub;
}

test('a manager sees why each image is proposed, and creates a job with the images', async () => {
  const stub = renderNextBatchPanel();
  await userEvent.click(await screen.findByRole('button', { name: 'Propose images' }));
  const [suspectTile, uncertainTile] = within(await screen.findByRole('list', { name: 'Proposed images' })).getAllByRole(
    'listitem',
  );
  expect(within(suspectTile!).getByText('Suspected label error, 71%')).toBeVisible();
  for (const reason of ['Uncertainty 82%', 'Rare label: WBC', 'Difference 30%'])
    expect(within(uncertainTile!).getByText(reason)).toBeVisible();
  expect(screen.getByText('2 images proposed, from 240 without annotations.')).toBeVisible();
  expect(screen.getByText('200 of 240 images can currently be compared.')).toBeVisible();
  expect(stub.getRequests(GET_PROPOSAL)[0]).toMatchObject({ query: { count: 50, suspect_share: 0.1 } });

  await userEvent.click(screen.getByRole('button', { name: 'Create job' }));
  const message = await screen.findByText(/Job "Next images of Cells" created with 2 images./);
  expect(within(message).getByRole('link', { name: 'Open job' })).toHaveAttribute(
    'href',
    expect.stringContaining('/jobs?job=j1'),
  );
  expect(stub.getRequests(ADD_ITEMS)[0]).toMatchObject({ body: { items: ['i1', 'i2'] } });
});

test('if the images cannot be added, the next attempt adds them to the same job', async () => {
  const stub = renderNextBatchPanel({ [ADD_ITEMS]: failWith(503, 'The server is starting.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Propose images' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create job' }));
  expect(await screen.findByText(/The job "Next images of Cells" was created, but the images couldn't be added/)).toBeVisible();
  stub.addHandlers({ [ADD_ITEMS]: {} });
  await userEvent.click(screen.getByRole('button', { name: 'Create job' }));
  expect(await screen.findByText(/created with 2 images/)).toBeVisible();
  expect(stub.getRequests(CREATE_JOB)).toHaveLength(1);
});

test('an empty proposal states the reason', async () => {
  renderNextBatchPanel({ [GET_PROPOSAL]: { ...PROPOSED_BATCH, images: [], candidates: 0 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Propose images' }));
  expect(await screen.findByText('All images are annotated for this task, wait in a job, or are TEST images.')).toBeVisible();
});
