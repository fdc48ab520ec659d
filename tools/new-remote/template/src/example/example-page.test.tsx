import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ExamplePage } from './example-page';

const task = {
  id: 't1',
  workspace: 'w',
  name: 'Fruit',
  description: '',
  type: 'multi_class',
  production_version: 0,
  labels: [{ id: 'l1', name: 'Apple', type: 'category' }],
  last_train_status: null,
  version: 1,
};

beforeEach(() => signInForTest());

test('the page lists tasks with their labels', async () => {
  stubApi({ 'GET /recognition/v2/task/': page([task]) });
  renderConsole(<ExamplePage />);
  const row = within(await screen.findByRole('row', { name: /Fruit/ }));
  expect(row.getByText('Apple')).toBeVisible();
});

test('a link restores the search by name', async () => {
  stubApi({ 'GET /recognition/v2/task/': page([task, { ...task, id: 't2', name: 'Shelf' }]) });
  renderConsole(<ExamplePage />, { route: '/example?search=she' });
  expect(await screen.findByRole('row', { name: /Shelf/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /Fruit/ })).not.toBeInTheDocument();
  await userEvent.clear(screen.getByRole('searchbox'));
  expect(await screen.findByRole('row', { name: /Fruit/ })).toBeVisible();
});

test('the page shows a message when there are no tasks', async () => {
  stubApi({ 'GET /recognition/v2/task/': page([]) });
  renderConsole(<ExamplePage />);
  expect(await screen.findByText('This workspace has no recognition tasks yet.')).toBeVisible();
});

test('Retry loads the tasks after an error', async () => {
  const stub = stubApi({ 'GET /recognition/v2/task/': failWith(400) });
  renderConsole(<ExamplePage />);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  stub.addHandlers({ 'GET /recognition/v2/task/': page([task]) });
  await userEvent.click(retry);
  expect(await screen.findByRole('row', { name: /Fruit/ })).toBeVisible();
});
