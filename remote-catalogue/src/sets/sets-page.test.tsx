import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { SetPage } from '../set/set-page';
import { SetsPage } from './sets-page';

const set = {
  id: 's1',
  workspace: 'w',
  name: 'Breakfast',
  year: 2024,
  product_collection: null,
  parent: null,
  parent_name: null,
  completed: true,
  products_count: 0,
  created: '2026-01-01T00:00:00Z',
  meta_data: {},
  version: 1,
};

beforeEach(() => signInForTest());

test('shows sets without a parent first, and all when asked', async () => {
  const stub = stubApi({ 'GET /product/v2/collection/': page([]), 'GET /product/v2/set/': page([set]) });
  renderConsole(<SetsPage />);
  const row = within(await screen.findByRole('row', { name: /Breakfast/ }));
  expect(row.getByText('2024')).toBeVisible();
  expect(row.getByRole('img', { name: 'Completed' })).toBeVisible();
  expect(stub.of('GET /product/v2/set/').at(-1)?.query).toMatchObject({ parent_set: 'null', page_size: 10 });
  await userEvent.click(screen.getByLabelText('Parent Set'));
  await waitFor(() => expect(stub.of('GET /product/v2/set/').at(-1)?.query.parent_set).toBeUndefined());
});

test('a set shows its products and child sets, or that it is not there', async () => {
  stubApi({
    'GET /product/v2/set/{id}/': set,
    'GET /product/v2/collection/': page([]),
    'GET /product/v2/product/': page([]),
    'GET /product/v2/set/': page([{ ...set, id: 's2', name: 'Early breakfast', parent: 's1', parent_name: 'Breakfast' }]),
  });
  const screenOfSet = () =>
    renderConsole(
      <Routes>
        <Route path="/set/:id" element={<SetPage />} />
      </Routes>,
      { route: '/set/s1' },
    );
  const { unmount } = screenOfSet();
  expect(await screen.findByText('This set has no products.')).toBeVisible();
  expect(await screen.findByText('Early breakfast')).toBeVisible();
  unmount();
  signInForTest();
  stubApi({
    'GET /product/v2/set/{id}/': failWith(404),
    'GET /product/v2/collection/': page([]),
    'GET /product/v2/product/': page([]),
    'GET /product/v2/set/': page([]),
  });
  screenOfSet();
  expect(await screen.findByText('Product Set not found!')).toBeVisible();
});
