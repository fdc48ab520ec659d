import {
  createUndoResult,
  listChangeSets,
  listUndone,
  UNDO,
  deferred,
  failWith,
  page,
  signInForTest,
  stubApi,
  type StubHandlers,
  type StubRequest,
} from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { breakfastSet, drinksCollection, frontImage, milkProduct } from '../testing';
import { SetPage } from './set-page';

const FINDER_LABEL = 'Find a product by name, number or id';
const setFieldValue = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const renderSetPage = (query = '') => {
  renderConsole(
    <Routes>
      <Route path="/set/:id" element={<SetPage />} />
      <Route path="/sets" element="All sets" />
    </Routes>,
    { route: `/set/${breakfastSet.id}${query}` },
  );
  return userEvent.setup();
};
const stubSetApi = (handlers: StubHandlers = {}) =>
  stubApi({
    'GET /product/v2/set/{id}/': breakfastSet,
    'GET /product/v2/collection/': page([drinksCollection]),
    'GET /product/v2/product/': page([milkProduct], 11),
    'GET /product/v2/product/{id}/': milkProduct,
    'GET /product/v2/image/': page([frontImage]),
    'GET /product/v2/set/': page([{ ...breakfastSet, id: 's2', name: 'Early breakfast', parent: breakfastSet.id }], 12),
    ...handlers,
  });

beforeEach(() => signInForTest());

test('saves name, year and parent of a set and shows the error of the server', async () => {
  let response: unknown = failWith(400, 'parent: would be an ancestor of itself');
  const api = stubSetApi({ 'PUT /product/v2/set/{id}/': () => response });
  const user = renderSetPage();
  setFieldValue(await screen.findByRole('textbox', { name: 'Name' }), 'Brunch');
  setFieldValue(screen.getByRole('textbox', { name: 'Year' }), '');
  setFieldValue(screen.getByRole('textbox', { name: 'Parent set id' }), breakfastSet.id);
  expect(screen.getByRole('combobox', { name: 'Collection' })).toBeDisabled();
  expect(screen.getByText('Created').nextSibling).toHaveTextContent(/^2026-01-01/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to update product set:')).toBeVisible();
  expect(screen.getByText('Parent would be an ancestor of itself.')).toBeVisible();
  response = breakfastSet;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Product set updated successfully')).toBeVisible();
  expect(api.getRequests('PUT /product/v2/set/{id}/').at(-1)?.body).toMatchObject({
    name: 'Brunch',
    year: null,
    parent: breakfastSet.id,
    product_collection: 1,
    version: 3,
  });
});

test('saves made before the refetch use the version of the previous response', async () => {
  const refetch = deferred<typeof breakfastSet>();
  let isFirst = true;
  let version = breakfastSet.version;
  const saveSet = ({ body }: StubRequest) => ({ ...breakfastSet, ...(body as object), version: (version += 1) });
  const api = stubSetApi({
    'GET /product/v2/set/{id}/': () => (isFirst ? breakfastSet : refetch.promise),
    'PUT /product/v2/set/{id}/': saveSet,
    'POST /product/v2/set/{id}/uncomplete': () => ({ ...breakfastSet, completed: false, version: (version += 1) }),
  });
  const user = renderSetPage();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  isFirst = false;
  for (const text of ['Brunch', 'Late brunch']) {
    setFieldValue(name, text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  }
  await user.click(screen.getByRole('switch', { name: 'Completed' }));
  setFieldValue(name, 'Lunch');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(api.getRequests('PUT /product/v2/set/{id}/').map(({ body }) => body)).toMatchObject([
    { name: 'Brunch', version: 3 },
    { name: 'Late brunch', version: 4 },
    { name: 'Lunch', version: 6 },
  ]);
});

test('keeps text that is typed during a save', async () => {
  const response = deferred<typeof breakfastSet>();
  const api = stubSetApi({ 'PUT /product/v2/set/{id}/': () => response.promise });
  const user = renderSetPage();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  setFieldValue(name, 'Brunch');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  setFieldValue(name, 'Brunch on Sunday');
  response.resolve({ ...breakfastSet, name: 'Brunch' });
  expect(await screen.findByText('Product set updated successfully')).toBeVisible();
  expect(name).toHaveValue('Brunch on Sunday');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.getRequests('PUT /product/v2/set/{id}/')).toHaveLength(2));
});

test('the switch marks the set as completed or not completed', async () => {
  let isCompleted = true;
  const api = stubSetApi({
    'GET /product/v2/set/{id}/': () => ({ ...breakfastSet, completed: isCompleted }),
    'POST /product/v2/set/{id}/uncomplete': () => ({ ...breakfastSet, completed: (isCompleted = false) }),
    'POST /product/v2/set/{id}/complete': () => ({ ...breakfastSet, completed: (isCompleted = true) }),
  });
  const user = renderSetPage();
  await user.click(await screen.findByRole('switch', { name: 'Completed' }));
  const completionSwitch = await screen.findByRole('switch', { name: 'Not completed' });
  expect(completionSwitch).not.toBeChecked();
  expect(api.getRequests('POST /product/v2/set/{id}/uncomplete')[0]?.body).toMatchObject({ set: breakfastSet.id });
  await user.click(completionSwitch);
  expect(await screen.findByRole('switch', { name: 'Completed' })).toBeChecked();
  expect(api.getRequests('POST /product/v2/set/{id}/complete')[0]?.body).toMatchObject({ set: breakfastSet.id });
});

test('shows how many products are verified as text and progress bar', async () => {
  stubSetApi({ 'GET /product/v2/set/{id}/': { ...breakfastSet, products_count: 60, verified_count: 42 } });
  renderSetPage();
  expect(await screen.findByText('verified 42 of 60')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'verified 42 of 60' })).toHaveAttribute('aria-valuenow', '0.7');
});

test('deletes a set after confirmation and opens the sets page', async () => {
  let response: unknown = failWith(403, 'Not yours.');
  stubSetApi({ 'DELETE /product/v2/set/{id}/': () => response });
  const user = renderSetPage();
  const deleteSet = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete set' }));
    const confirmDialog = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this set? This action cannot be undone.',
    });
    await user.click(within(confirmDialog).getByRole('button', { name: 'Delete' }));
  };
  await deleteSet();
  expect(await screen.findByText('Failed to delete set')).toBeVisible();
  response = '';
  await deleteSet();
  expect(await screen.findByText('All sets')).toBeVisible();
});

test('shows ten products per page, filters empty ones and removes one from the set', async () => {
  const api = stubSetApi({ 'PUT /product/v2/product/{id}/': milkProduct });
  const user = renderSetPage();
  const row = within(await screen.findByRole('row', { name: /Oat milk/ }));
  expect(row.getByText('12')).toBeVisible();
  expect(api.getRequests('GET /product/v2/product/')[0]?.query).toMatchObject({
    product_set: breakfastSet.id,
    page: 1,
    page_size: 10,
  });
  await user.click(row.getByRole('button', { name: 'Remove from set' }));
  expect(await screen.findByText('Product removed from set successfully')).toBeVisible();
  expect(api.getRequests('PUT /product/v2/product/{id}/')[0]?.body).toMatchObject({ product_set: null, product_collection: 1 });
  await user.click(screen.getByRole('switch', { name: 'Empty' }));
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/').at(-1)?.query).toMatchObject({ empty: true }));
});

testInLongRun('Refresh refetches the set with its products and child sets', async () => {
  const api = stubSetApi();
  const user = renderSetPage('?tab=children');
  await screen.findByRole('row', { name: /Early breakfast/ });
  api.addHandlers({
    'GET /product/v2/set/{id}/': { ...breakfastSet, verified_count: 3 },
    'GET /product/v2/product/': page([{ ...milkProduct, name: 'Rye bread' }]),
    'GET /product/v2/set/': page([{ ...breakfastSet, id: 's3', name: 'Late breakfast' }]),
  });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('verified 3 of 3')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Rye bread/ })).toBeVisible();
  expect(await screen.findByRole('row', { name: /Late breakfast/ })).toBeVisible();
});

test('a product that cannot be removed stays, and the reason is shown', async () => {
  stubSetApi({ 'PUT /product/v2/product/{id}/': failWith(409, 'Somebody else has changed it.') });
  const user = renderSetPage();
  const row = within(await screen.findByRole('row', { name: /Oat milk/ }));
  await user.click(row.getByRole('button', { name: 'Remove from set' }));
  expect(await screen.findByText('Failed to remove product from set')).toBeVisible();
  expect(screen.getByText('Somebody else has changed it.')).toBeVisible();
  expect(screen.getByRole('row', { name: /Oat milk/ })).toBeVisible();
});

test('adds a product that is found by its number', async () => {
  let response: unknown = failWith(409, 'The set is being deleted.');
  const api = stubSetApi({
    'GET /product/v2/product/': page([{ ...milkProduct, product_set: null }]),
    'GET /product/v2/product/{id}/': { ...milkProduct, product_set: null },
    'PUT /product/v2/product/{id}/': () => response,
  });
  const user = renderSetPage();
  const add = await screen.findByRole('button', { name: 'Add product' });
  await user.click(add);
  expect(await screen.findByText('Please enter a product ID')).toBeVisible();
  const finder = screen.getByRole('combobox', { name: FINDER_LABEL });
  await user.type(finder, 'sku-7');
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/').at(-1)?.query).toMatchObject({ find: 'sku-7' }));
  await user.click(await screen.findByRole('option', { name: /Oat milk #12/ }));
  await user.click(add);
  expect(await screen.findByText('Failed to add product to set')).toBeVisible();
  expect(finder).toHaveValue('Oat milk #12');
  response = milkProduct;
  await user.click(add);
  expect(await screen.findByText('Product added to set successfully')).toBeVisible();
  expect(api.getRequests('PUT /product/v2/product/{id}/').at(-1)).toMatchObject({
    params: { id: milkProduct.id },
    body: { product_set: breakfastSet.id, product_collection: 1 },
  });
  expect(finder).toHaveValue('');
});

describe('a product of another set', () => {
  const putRoute = 'PUT /product/v2/product/{id}/';
  const otherSet = { id: '6f6f6f6f-6f6f-4f6f-8f6f-6f6f6f6f6f6f', name: 'Summer' };
  async function searchAndAdd() {
    const productOfOtherSet = { ...milkProduct, product_set: otherSet, product_collection: 1 };
    const api = stubSetApi({
      'GET /product/v2/product/': page([{ ...milkProduct, product_set: null }]),
      'GET /product/v2/product/{id}/': productOfOtherSet,
      [putRoute]: { ...milkProduct, version: 5 },
      [UNDO]: createUndoResult(),
    });
    const user = renderSetPage();
    await user.type(await screen.findByRole('combobox', { name: FINDER_LABEL }), 'milk');
    await user.click(await screen.findByRole('option', { name: /Oat milk #12/ }));
    await user.click(screen.getByRole('button', { name: 'Add product' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Move this product?' }));
    expect(dialog.getByText(/is in set Summer of collection/)).toBeVisible();
    return { api, user, dialog };
  }

  test('stays in its set if the user cancels', async () => {
    const { api, user, dialog } = await searchAndAdd();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(api.getRequests(putRoute)).toEqual([]);
    expect(screen.getByRole('combobox', { name: FINDER_LABEL })).toHaveValue('Oat milk #12');
  });

  test('is moved after confirmation, and offers Undo', async () => {
    const { api, user, dialog } = await searchAndAdd();
    await user.click(dialog.getByRole('button', { name: 'Move product' }));
    expect(await screen.findByText('Product added to set successfully')).toBeVisible();
    expect(screen.getByText(`${milkProduct.name} was moved from set Summer.`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(api.getRequests(putRoute)).toMatchObject([{ body: { product_set: breakfastSet.id, version: milkProduct.version } }]);
    await waitFor(() => expect(listUndone(api)).toEqual(listChangeSets(api, putRoute)));
  });
});

testInLongRun('a selected product can be edited below the table', async () => {
  stubSetApi();
  const user = renderSetPage();
  await user.click(within(await screen.findByRole('row', { name: /Oat milk/ })).getByRole('button', { name: 'Select' }));
  const panel = within(await screen.findByRole('group', { name: 'Oat milk #12' }));
  expect(panel.getByRole('textbox', { name: 'Customer product id' })).toHaveValue('SKU-7');
  expect(panel.getByRole('button', { name: 'Upload images' })).toBeVisible();
  expect(await panel.findByRole('group', { name: 'Product meta' })).toBeInTheDocument();
  expect(await panel.findByRole('row', { name: /front.jpg/ })).toBeVisible();
});

test('a deleted selected product shows the not-found message and can be closed', async () => {
  stubSetApi({ 'GET /product/v2/product/{id}/': failWith(404) });
  const user = renderSetPage(`?product-selected=${milkProduct.id}`);
  expect(await screen.findByText('product not found!')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('product not found!')).toBeNull();
});

testInLongRun('child sets are paged, and a failure shows Retry', async () => {
  let response: unknown = failWith(418);
  const api = stubSetApi({ 'GET /product/v2/set/': () => response });
  const user = renderSetPage('?tab=children');
  expect(await screen.findByText('Failed to load child sets')).toBeVisible();
  response = page([{ ...breakfastSet, id: 's2', name: 'Early breakfast' }], 12);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  const row = within(await screen.findByRole('row', { name: /Early breakfast/ }));
  expect(row.getByRole('link', { name: 'Open set' })).toHaveAttribute('href', '/set/s2');
  expect(api.getRequests('GET /product/v2/set/').at(-1)?.query).toMatchObject({ parent_set: breakfastSet.id, page_size: 10 });
});

test('an unknown set shows the not-found message', async () => {
  stubSetApi({ 'GET /product/v2/set/{id}/': failWith(404) });
  renderSetPage();
  expect(await screen.findByText('Product Set not found!')).toBeVisible();
});

testInLongRun('set meta is saved as JSON and keeps unsaved text when switching tabs', async () => {
  const PATCH_SET = 'PATCH /product/v2/set/{id}/';
  const api = stubSetApi({ [PATCH_SET]: breakfastSet });
  const user = renderSetPage();
  await user.click(await screen.findByRole('tab', { name: /^Text/ }));
  const findMetaField = () => screen.findByRole('textbox', { name: 'Set Meta' });
  fireEvent.input(await findMetaField(), { target: { value: '{"shelf":' } });
  await user.click(screen.getByRole('button', { name: 'Save meta' }));
  expect(api.getRequests(PATCH_SET)).toHaveLength(0);
  fireEvent.input(await findMetaField(), { target: { value: '{"shelf":4}' } });
  await user.click(screen.getByRole('tab', { name: /^Child Sets/ }));
  expect(await screen.findByText('Early breakfast')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /^Set Meta/ }));
  expect(await findMetaField()).toHaveValue('{"shelf":4}');
  await user.click(screen.getByRole('button', { name: 'Save meta' }));
  expect(await screen.findByText('Product set updated successfully')).toBeVisible();
  expect(api.getRequests(PATCH_SET)[0]?.body).toMatchObject({ meta_data: { shelf: 4 }, version: breakfastSet.version });
});
