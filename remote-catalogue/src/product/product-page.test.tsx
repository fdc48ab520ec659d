import { createUndoResult, failWith, page, signInForTest, UNDO } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { auctionPrice, frontImage, milkProduct } from '../testing';
import { ProductPage } from './product-page';
import { LUNCH_SET_ID, setFieldValue, renderProductPage, stubProductApi } from './testing';

beforeEach(() => signInForTest());

test('shows the number, set, images with sync status, and prices of a product', async () => {
  stubProductApi({
    'GET /product/v2/image/': page([
      frontImage,
      { ...frontImage, id: 'x2', name: 'back.jpg', sync_status: 'SYNCED' },
      { ...frontImage, id: 'x3', name: 'top.jpg', sync_status: 'ERROR' },
    ]),
  });
  renderProductPage();
  expect(await screen.findByText('12')).toBeVisible();
  expect(screen.getByText('Created').nextSibling).toHaveTextContent(/^\d{4}-\d\d-\d\d/);
  expect(screen.getByRole('link', { name: 'Open set Breakfast' })).toHaveAttribute('href', `/set/${milkProduct.product_set?.id}`);
  const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await findRow(/front.jpg/)).getByRole('img', { name: 'Waiting to sync' })).toBeVisible();
  expect((await findRow(/back.jpg/)).getByRole('img', { name: 'Synced' })).toBeVisible();
  expect((await findRow(/top.jpg/)).getByRole('img', { name: 'Sync failed' })).toBeVisible();
  expect((await findRow(/Auction/)).getByText('12.50')).toBeVisible();
});

test('saves name, customer product id and collection with the edited version', async () => {
  const api = stubProductApi({ 'PUT /product/v2/product/{id}/': milkProduct });
  const user = renderProductPage();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  setFieldValue(name, 'O');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  expect(api.getRequests('PUT /product/v2/product/{id}/')).toHaveLength(0);
  setFieldValue(name, 'Oat drink');
  setFieldValue(screen.getByRole('textbox', { name: 'Customer product id' }), 'SKU-7-b');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'No collection');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.getRequests('PUT /product/v2/product/{id}/')[0]?.body).toMatchObject({
      name: 'Oat drink',
      customer_product_id: 'SKU-7-b',
      product_collection: null,
      version: 4,
    }),
  );
  expect(await screen.findByText('Saved')).toBeVisible();
});

test('reports a conflict, and the user chooses which name to keep', async () => {
  let version = 4;
  const api = stubProductApi({
    'GET /product/v2/product/{id}/': () => ({ ...milkProduct, name: version === 4 ? milkProduct.name : 'Theirs', version }),
    'PUT /product/v2/product/{id}/': () => (version++ === 4 ? failWith(409) : milkProduct),
  });
  const user = renderProductPage();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  setFieldValue(name, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Check the values and save again/)).toBeVisible();
  expect(await screen.findByText(/^Another user has also changed Name to “Theirs”/)).toBeVisible();
  expect(name).toHaveValue('Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(api.getRequests('PUT /product/v2/product/{id}/')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Keep mine: Name' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.getRequests('PUT /product/v2/product/{id}/').at(-1)?.body).toMatchObject({ name: 'Mine', version: 5 }),
  );
});

test('verifies a product and changes its set', async () => {
  const api = stubProductApi({
    'POST /product/v2/product/{id}/verify': milkProduct,
    'PUT /product/v2/product/{id}/': milkProduct,
  });
  const user = renderProductPage();
  await user.click(await screen.findByRole('switch', { name: 'Not verified' }));
  await waitFor(() =>
    expect(api.getRequests('POST /product/v2/product/{id}/verify')[0]?.body).toMatchObject({ product: milkProduct.id }),
  );
  const productSet = screen.getByRole('combobox', { name: 'Product set' });
  expect(productSet).toHaveValue('Breakfast');
  await user.click(productSet);
  await user.click(await screen.findByRole('option', { name: /Lunch/ }));
  await user.click(screen.getByRole('button', { name: 'Save set' }));
  await waitFor(() =>
    expect(api.getRequests('PUT /product/v2/product/{id}/')[0]?.body).toMatchObject({
      product_set: LUNCH_SET_ID,
      product_collection: 1,
    }),
  );
  await user.click(productSet);
  await user.click(await screen.findByRole('option', { name: 'No set' }));
  await user.click(screen.getByRole('button', { name: 'Save set' }));
  await waitFor(() => expect(api.getRequests('PUT /product/v2/product/{id}/').at(-1)?.body).toMatchObject({ product_set: null }));
});

test('shows the first image large, and another image after a click on its thumbnail', async () => {
  stubProductApi({ 'GET /product/v2/image/': page([frontImage, { ...frontImage, id: 'x2', name: 'back.jpg', file: '/back' }]) });
  const user = renderProductPage();
  const gallery = within(await screen.findByRole('group', { name: 'Images of this product' }));
  expect(gallery.getByRole('link', { name: 'Open front.jpg in full size' })).toHaveAttribute('href', '/f');
  await user.click(gallery.getByRole('button', { name: 'Show back.jpg' }));
  expect(gallery.getByRole('link', { name: 'Open back.jpg in full size' })).toHaveAttribute('href', '/back');
  expect(gallery.getByRole('button', { name: 'Show back.jpg' })).toHaveAttribute('aria-pressed', 'true');
});

test('deletes a product after confirmation and restores it by Undo', async () => {
  let exists = true;
  stubProductApi({
    'GET /product/v2/product/{id}/': () => (exists ? milkProduct : failWith(404)),
    'DELETE /product/v2/product/{id}/': () => {
      exists = false;
      return '';
    },
    [UNDO]: () => {
      exists = true;
      return createUndoResult();
    },
  });
  const user = renderProductPage();
  await user.click(await screen.findByRole('button', { name: 'Delete product' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/Oat milk #12/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('product not found!')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('Oat milk #12');
  expect(screen.queryByText('product not found!')).toBeNull();
});

test.each([
  ['a deleted product', { 'GET /product/v2/product/{id}/': failWith(404) }],
  ['a product that cannot be loaded', { 'GET /product/v2/product/{id}/': failWith(418) }],
  ['images that cannot be loaded', { 'GET /product/v2/image/': failWith(418) }],
])('%s shows the not-found message', async (_, handlers) => {
  stubProductApi(handlers);
  renderProductPage();
  expect(await screen.findByText('product not found!')).toBeVisible();
});

test('keeps the focus on the page if someone else deletes the edited product', async () => {
  const api = stubProductApi({ 'PUT /product/v2/product/{id}/': failWith(404, 'Product not found.') });
  renderConsole(
    <main tabIndex={-1}>
      <Routes>
        <Route path="/product/:id" element={<ProductPage />} />
      </Routes>
    </main>,
    { route: `/product/${milkProduct.id}` },
  );
  const form = within(await screen.findByRole('form', { name: 'Product' }));
  setFieldValue(form.getByRole('textbox', { name: /^Name/ }), 'Rye bread');
  api.addHandlers({ 'GET /product/v2/product/{id}/': failWith(404) });
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('product not found!')).toBeVisible();
  expect(screen.getByRole('main').ownerDocument.body).not.toHaveFocus();
});

testInLongRun('Refresh refetches the product with its images and prices', async () => {
  const api = stubProductApi();
  const user = renderProductPage();
  await screen.findByRole('row', { name: /Auction/ });
  api.addHandlers({
    'GET /product/v2/image/': page([{ ...frontImage, name: 'back.jpg' }]),
    'GET /product/v2/price/': page([{ ...auctionPrice, price: '99.00' }]),
  });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('row', { name: /back.jpg/ })).toBeVisible();
  expect(await screen.findByRole('row', { name: /99.00/ })).toBeVisible();
});
