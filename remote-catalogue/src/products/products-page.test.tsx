import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProductsPage } from './products-page';

const product = {
  id: 'p1',
  workspace: 'w',
  name: 'Oat milk',
  customer_product_id: 'SKU-7',
  product_collection: 1,
  product_set: null,
  verified: true,
  meta_data: {},
  created: '2026-01-01T00:00:00Z',
  thumb: null,
  images_count: 0,
  version: 1,
};

test('lists collections and products and asks for those that a person chose', async () => {
  const user = userEvent.setup();
  signInForTest();
  const stub = stubApi({
    'GET /product/v2/collection/': page([{ id: 1, workspace: 'w', name: 'Drinks', type: 'shelf', version: 1 }]),
    'GET /product/v2/product/': page([product, { ...product, id: 'p2', name: 'Stray', product_collection: 9, verified: false }]),
  });
  renderConsole(<ProductsPage />);
  const milk = within(await screen.findByRole('row', { name: /Oat milk/ }));
  await waitFor(() => expect(milk.getByText('Drinks')).toBeVisible());
  expect(milk.getByRole('img', { name: 'Verified' })).toBeVisible();
  expect(milk.getByRole('link', { name: 'Open product' })).toHaveAttribute('href', '/product/p1');
  const stray = within(screen.getByRole('row', { name: /Stray/ }));
  expect(stray.getAllByText('Unknown')).not.toHaveLength(0);
  expect(stray.getByRole('img', { name: 'Not verified' })).toBeVisible();

  await user.click(screen.getByLabelText('not verified'));
  await user.click(screen.getByLabelText('empty'));
  await user.selectOptions(screen.getByLabelText('Collection'), 'Drinks');
  await waitFor(() =>
    expect(stub.of('GET /product/v2/product/').at(-1)?.query).toMatchObject({
      verified: false,
      empty: true,
      product_collection: '1',
      page: 1,
      page_size: 25,
    }),
  );
});
