import { page, signInForTest } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { auctionPrice, milkProduct } from '../../testing';
import { setFieldValue, renderProductPage, stubProductApi } from '../testing';

beforeEach(() => signInForTest());

test('adds a price after its fields are checked', async () => {
  const api = stubProductApi({ 'POST /product/v2/price/': auctionPrice });
  const user = renderProductPage();
  await user.click(await screen.findByRole('button', { name: 'Add price' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add price' }));
  setFieldValue(dialog.getByRole('textbox', { name: /^Price/ }), '12,50');
  setFieldValue(dialog.getByRole('textbox', { name: /^Currency/ }), 'euro');
  setFieldValue(dialog.getByRole('textbox', { name: 'Link to the item' }), 'example.com');
  await user.click(dialog.getByRole('button', { name: 'Add price' }));
  expect(await dialog.findByText('Enter a price such as 12.50')).toBeVisible();
  expect(dialog.getByText('Enter a currency of three letters, such as EUR')).toBeVisible();
  expect(dialog.getByText('Enter a link that starts with http:// or https://')).toBeVisible();
  setFieldValue(dialog.getByRole('textbox', { name: /^Price/ }), '12.50');
  setFieldValue(dialog.getByRole('textbox', { name: /^Currency/ }), 'eur');
  setFieldValue(dialog.getByRole('textbox', { name: 'Link to the item' }), '');
  setFieldValue(dialog.getByRole('textbox', { name: 'Source' }), 'Auction');
  await user.click(dialog.getByRole('button', { name: 'Add price' }));
  expect(await screen.findByText('Price added')).toBeVisible();
  expect(api.getRequests('POST /product/v2/price/')[0]?.body).toMatchObject({
    product_id: milkProduct.id,
    price: '12.50',
    currency: 'EUR',
    source: 'Auction',
    item_link: null,
  });
});

test('prices are paged by five, can be deleted, and link only web URLs', async () => {
  const api = stubProductApi({
    'GET /product/v2/price/': ({ query }: { query: Record<string, unknown> }) =>
      query.page_size === 5
        ? page([{ ...auctionPrice, item_link: 'javascript:alert(1)', img_link: 'https://shop.example/a.png' }], 6)
        : page([auctionPrice]),
    'DELETE /product/v2/price/{id}/': '',
  });
  const user = renderProductPage();
  const row = within(await screen.findByRole('row', { name: /Auction/ }));
  expect(row.queryByRole('link', { name: 'Auction' })).toBeNull();
  expect(row.getByRole('link', { name: 'Link' })).toHaveAttribute('href', 'https://shop.example/a.png');
  expect(await screen.findByRole('img', { name: '1 prices in EUR over time, by source: Auction' })).toBeInTheDocument();
  expect(within(screen.getByRole('list', { name: 'Sources' })).getByText('Auction')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(api.getRequests('GET /product/v2/price/').at(-1)?.query).toMatchObject({ page: 2, page_size: 5 }));
  await user.click(within(await screen.findByRole('row', { name: /Auction/ })).getByRole('button', { name: 'Delete price' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.getRequests('DELETE /product/v2/price/{id}/')).toHaveLength(1));
});
