import { signInForTest } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import { milkProduct } from '../testing';
import { renderProductPage, stubProductApi } from './testing';

const getHeaders = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

test('a product page has a copyable id and tables of images and prices', async () => {
  signInForTest();
  stubProductApi();
  renderProductPage();
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
  expect(screen.getByText(milkProduct.id)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy id' })).toBeVisible();
});
