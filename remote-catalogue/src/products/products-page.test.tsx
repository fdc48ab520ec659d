import { failWith, page, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { drinksCollection, milkProduct } from '../testing';
import { ProductsPage } from './products-page';

const stubProductsApi = (handlers: StubHandlers = {}) =>
  stubApi({
    'GET /product/v2/collection/': page([drinksCollection]),
    'GET /product/v2/product/': page([
      { ...milkProduct, verified: true },
      { ...milkProduct, id: 'p2', name: 'Stray', product_collection: 9 },
    ]),
    ...handlers,
  });
const setFieldValue = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Opening a dialog can take seconds on a busy machine. */
const SLOW_DIALOG_OPTIONS = { timeout: 10_000 };

beforeEach(() => signInForTest());

test('lists collections and products and applies the filters', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi();
  renderConsole(<ProductsPage />);
  const row = within(await screen.findByRole('row', { name: /Oat milk/ }));
  await waitFor(() => expect(row.getByText('Drinks')).toBeVisible());
  expect(row.getByText('SKU-7')).toBeVisible();
  const headers = within(screen.getByRole('table', { name: 'Products' })).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    '',
    'Name',
    'Customer product id',
    'Collection',
    'Type',
    'Verified',
    'Missing',
    'Image',
    'Actions',
  ]);
  expect(screen.getByText('Number of items: 2')).toBeVisible();
  const drinksProgress = within(screen.getByRole('row', { name: /^Drinks/ })).getByRole('progressbar', {
    name: 'verified 42 of 60',
  });
  expect(drinksProgress).toHaveAttribute('aria-valuenow', '0.7');
  expect(row.getByRole('img', { name: 'Verified' })).toBeVisible();
  expect(row.getByRole('link', { name: 'Open product' })).toHaveAttribute('href', `/product/${milkProduct.id}`);
  expect(row.getByRole('link', { name: 'Open product' })).toHaveAttribute('target', '_blank');
  const strayRow = within(screen.getByRole('row', { name: /Stray/ }));
  expect(strayRow.getAllByText('Unknown')).not.toHaveLength(0);
  expect(strayRow.getByRole('img', { name: 'Not verified' })).toBeVisible();

  await user.click(screen.getByLabelText('not verified'));
  await user.click(screen.getByLabelText('empty'));
  await user.selectOptions(screen.getByLabelText('Collection'), 'Drinks');
  await waitFor(() =>
    expect(api.getRequests('GET /product/v2/product/').at(-1)?.query).toMatchObject({
      verified: false,
      empty: true,
      product_collection: '1',
      page: 1,
      page_size: 25,
    }),
  );
});

testInLongRun('sorts by the number or by the time of creation', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi();
  renderConsole(<ProductsPage />);
  await screen.findByRole('row', { name: /Oat milk/ });
  const expectOrdering = (ordering: string) =>
    waitFor(() => expect(api.getRequests('GET /product/v2/product/').at(-1)?.query.ordering).toBe(ordering));
  await user.click(screen.getByRole('button', { name: 'Customer product id' }));
  await expectOrdering('number');
  await user.click(screen.getByRole('button', { name: 'Customer product id' }));
  await expectOrdering('-number');
  await user.selectOptions(screen.getByLabelText('Sort'), 'Sort: newest first');
  await expectOrdering('-created');
});

test('searches after a pause in typing, and again when Search is clicked', async () => {
  const api = stubProductsApi({ 'GET /product/v2/product/': page([milkProduct]) });
  renderConsole(<ProductsPage />);
  await screen.findByRole('row', { name: /Oat milk/ });
  setFieldValue(screen.getByRole('searchbox', { name: 'Name, number or id' }), `https://console.test/product/${milkProduct.id}`);
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/').at(-1)?.query.find).toBe(milkProduct.id));
  const requestCount = api.getRequests('GET /product/v2/product/').length;
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/')).toHaveLength(requestCount + 1));
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
  expect(screen.getByRole('searchbox', { name: 'Name, number or id' })).toHaveFocus();
});

test('validates a new product and shows the error of the server in the dialog', async () => {
  const user = userEvent.setup();
  let response: unknown = failWith(400, 'customer_product_id: is too long');
  const api = stubProductsApi({ 'POST /product/v2/product/': () => response });
  renderConsole(<ProductsPage />);
  await user.click(await screen.findByRole('button', { name: 'Create New Product' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Product' }));
  setFieldValue(dialog.getByRole('textbox', { name: /Name/ }), ' x ');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Enter at least 2 letters')).toBeVisible();
  expect(api.getRequests('POST /product/v2/product/')).toHaveLength(0);
  setFieldValue(dialog.getByRole('textbox', { name: /Name/ }), 'Rye bread');
  setFieldValue(dialog.getByRole('textbox', { name: 'Customer product id' }), 'R-1');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Collection' }), 'Drinks');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText(/is too long/)).toBeVisible();
  response = milkProduct;
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Product created')).toBeVisible();
  expect(api.getRequests('POST /product/v2/product/').at(-1)?.body).toMatchObject({
    name: 'Rye bread',
    customer_product_id: 'R-1',
    product_collection: 1,
  });
});

const CREATE_CALLS = [
  ['product', 'Create New Product', 'POST /product/v2/product/'],
  ['collection', 'New collection', 'POST /product/v2/collection/'],
] as const;
test.each(CREATE_CALLS.slice(0, isLongRun ? undefined : 1))(
  'retrying to create a %s after a lost response sends the same idempotency key',
  async (_, button, create) => {
    const user = userEvent.setup();
    const api = stubProductsApi({ [create]: failWith(0) });
    renderConsole(<ProductsPage />);
    await user.click(await screen.findByRole('button', { name: button }));
    setFieldValue(await screen.findByRole('textbox', { name: /^Name/ }, SLOW_DIALOG_OPTIONS), 'Rye bread');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/No connection to the server/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Rye bread');
    api.addHandlers({ [create]: { ...milkProduct, ...drinksCollection } });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [firstKey, secondKey] = api.getRequests(create).map(({ headers }) => headers['Idempotency-Key']);
    expect(firstKey).toEqual(expect.any(String));
    expect(secondKey).toBe(firstKey);
  },
);

test('a manager creates a collection', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi({ 'POST /product/v2/collection/': drinksCollection });
  renderConsole(<ProductsPage />);
  await user.click(await screen.findByRole('button', { name: 'New collection' }));
  setFieldValue(await screen.findByRole('textbox', { name: /^Name/ }, SLOW_DIALOG_OPTIONS), 'Bread');
  setFieldValue(screen.getByRole('textbox', { name: 'Type' }), 'shelf');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(api.getRequests('POST /product/v2/collection/')[0]?.body).toMatchObject({ name: 'Bread', type: 'shelf' }),
  );
});

test('a manager edits a collection', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi({ 'PUT /product/v2/collection/{id}': drinksCollection });
  renderConsole(<ProductsPage />);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  setFieldValue(await screen.findByRole('textbox', { name: 'Type' }, SLOW_DIALOG_OPTIONS), '');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.getRequests('PUT /product/v2/collection/{id}')[0]).toMatchObject({
      params: { id: '1' },
      body: { name: 'Drinks', type: '', version: 1 },
    }),
  );
});

test('shows why a collection with products cannot be deleted', async () => {
  const user = userEvent.setup();
  stubProductsApi({ 'DELETE /product/v2/collection/{id}': failWith(409, 'Products or sets are still in this collection.') });
  renderConsole(<ProductsPage />);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }, SLOW_DIALOG_OPTIONS));
  expect(await screen.findByText(/are still in this collection/)).toBeVisible();
});
