import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { ProductPage } from './product-page';

const product = {
  id: 'p1',
  workspace: 'w',
  name: 'Oat milk #12',
  customer_product_id: 'SKU-7',
  product_collection: 1,
  product_set: { id: 's1', name: 'Breakfast' },
  verified: false,
  meta_data: {},
  created: '2026-01-01T00:00:00Z',
  thumb: null,
  images_count: 1,
  version: 1,
};
const image = {
  id: 'x1',
  workspace: 'w',
  product: 'p1',
  name: 'front.jpg',
  file: '/f',
  thumb: '/t',
  sync_status: 'TO_SYNC',
  meta_data: {},
  _objects: [1, 2],
  created: '2026-01-01T00:00:00Z',
  version: 1,
};
const show = () =>
  renderConsole(
    <Routes>
      <Route path="/product/:id" element={<ProductPage />} />
    </Routes>,
    { route: '/product/p1' },
  );

beforeEach(() => signInForTest());

test('shows a product with its number, set, images and prices', async () => {
  stubApi({
    'GET /product/v2/product/{id}/': product,
    'GET /product/v2/collection/': page([{ id: 1, workspace: 'w', name: 'Drinks', type: 'shelf', version: 1 }]),
    'GET /product/v2/image/': page([
      image,
      { ...image, id: 'x2', name: 'back.jpg', sync_status: 'SYNCED' },
      { ...image, id: 'x3', name: 'top.jpg', sync_status: 'ERROR' },
    ]),
    'GET /product/v2/price/': page([
      {
        id: 'r1',
        product: 'p1',
        source: { id: 1, name: 'Auction' },
        item_link: null,
        grade_company: null,
        img_link: null,
        price: '12.50',
        currency: 'EUR',
        date_of_creation: '2026-02-03T00:00:00Z',
      },
    ]),
  });
  show();
  expect(await screen.findByText('12')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Breakfast' })).toHaveAttribute('href', '/set/s1');
  expect(
    within(await screen.findByRole('row', { name: /front.jpg/ })).getByRole('img', { name: 'Waiting to sync' }),
  ).toBeVisible();
  expect(within(screen.getByRole('row', { name: /back.jpg/ })).getByRole('img', { name: 'Synced' })).toBeVisible();
  expect(within(screen.getByRole('row', { name: /top.jpg/ })).getByRole('img', { name: 'Sync failed' })).toBeVisible();
  expect(within(await screen.findByRole('row', { name: /Auction/ })).getByText('12.50')).toBeVisible();
});

test('a product that is gone is said to be', async () => {
  stubApi({ 'GET /product/v2/product/{id}/': failWith(404), 'GET /product/v2/collection/': page([]) });
  show();
  expect(await screen.findByText('product not found!')).toBeVisible();
});
