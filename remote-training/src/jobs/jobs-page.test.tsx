import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { JobsPage } from './jobs-page';

const job = {
  workspace: 'w',
  description: '',
  todo_number: 1,
  randomize: true,
  auto_complete: false,
  done: false,
  item_count: 8,
  item_done_count: 2,
  recognition_tasks: ['r1'],
  flow: 'f1',
  mark_done_label: null,
  created: '2026-01-01T00:00:00Z',
  version: 1,
};

test('lists image and similarity jobs by name without regard to case, each with its work page', async () => {
  signInForTest();
  stubApi({
    'GET /annotate/v2/imagejob/': page([{ ...job, id: 'i1', name: 'shelves' }]),
    'GET /annotate/v2/similarityjob/': page([{ ...job, id: 's1', name: 'Bottles', flow: null, recognition_tasks: [] }]),
    'GET /flows/v2/flow/': page([{ id: 'f1', name: 'Check caps' }]),
    'GET /recognition/v2/task/': page([{ id: 'r1', name: 'Freshness' }]),
  });
  renderConsole(<JobsPage />);
  const shelves = within(await screen.findByRole('row', { name: /shelves/ }));
  expect(await shelves.findByText('Check caps')).toBeVisible();
  expect(shelves.getByText('Freshness')).toBeVisible();
  expect(shelves.getByText('2 / 8')).toBeVisible();
  expect(shelves.getByRole('link', { name: 'Start Work' })).toHaveAttribute('href', '/imagejob/i1');
  const bottles = screen.getByRole('row', { name: /Bottles/ });
  expect(within(bottles).getByRole('link', { name: 'Start Work' })).toHaveAttribute('href', '/similarityjob/s1');
  expect(screen.getAllByRole('row').indexOf(bottles)).toBe(1);
});

test('without flows and recognition their names are not asked for', async () => {
  signInForTest({ services: ['annotate'] });
  const stub = stubApi({
    'GET /annotate/v2/imagejob/': page([{ ...job, id: 'i1', name: 'shelves' }]),
    'GET /annotate/v2/similarityjob/': page([]),
  });
  renderConsole(<JobsPage />);
  await screen.findByText('shelves');
  expect(stub.of('GET /flows/v2/flow/')).toHaveLength(0);
  expect(stub.of('GET /recognition/v2/task/')).toHaveLength(0);
});
