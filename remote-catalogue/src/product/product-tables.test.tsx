import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { auction, drinks, front, milk } from '../testing';
import { ProductPage } from './product-page';

const getHeaders = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

test('a product page has a copyable id and tables of images and prices', async () => {
  signInForTest();
  stubApi({
    'GET /product/v2/product/{id}/': milk,
    'GET /product/v2/collection/': page([drinks]),
    'GET /product/v2/image/': page([front]),
    'GET /product/v2/price/': page([auction]),
  });
  renderConsole(
    <Routes>
      <Route path="/product/:id" element={<ProductPage />} />
    </Routes>,
    { route: `/product/${milk.id}` },
  );
  const image = within(await screen.findByRole('row', { name: /front.jpg/ }));
  expect(image.getByText('2')).toHaveAccessibleName('2 objects');
  expect(await screen.findByRole('row', { name: /Auction/ })).toBeVisible();
  expect(getHeaders('Product images')).toEqual(['Name', 'Thumbnail', 'Sync', 'Objects', 'Actions']);
  expect(getHeaders('Product prices')).toEqual([
    'Source',
    'Grade C.',
    'img_link',
    'Price',
    'Currency',
    'Date of creation',
    'Actions',
  ]);
  expect(screen.getByText(milk.id)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy id' })).toBeVisible();
});
