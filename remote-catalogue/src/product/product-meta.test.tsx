import { failWith, signInForTest } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { milkProduct } from '../testing';
import { renderProductPage, stubProductApi } from './testing';

beforeEach(() => signInForTest());

test('saves only valid meta data and warns about a change by someone else', async () => {
  let meta: unknown = { fat: 3 };
  const api = stubProductApi({
    'GET /product/v2/product/{id}/': () => ({ ...milkProduct, meta_data: meta }),
    'PATCH /product/v2/product/{id}/': milkProduct,
  });
  const user = renderProductPage();
  const region = within(await screen.findByRole('region', { name: 'Product meta' }));
  await user.click(await region.findByRole('tab', { name: /^Text/ }));
  const metaField = await region.findByRole('textbox', { name: 'Product meta' });
  const saveButton = region.getByRole('button', { name: 'Save meta' });
  fireEvent.input(metaField, { target: { value: '{"fat":' } });
  await user.click(saveButton);
  expect(api.getRequests('PATCH /product/v2/product/{id}/')).toHaveLength(0);
  fireEvent.input(metaField, { target: { value: '{"fat":4}' } });
  meta = { fat: 9 };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/{id}/')).toHaveLength(2));
  await waitFor(async () => {
    await user.click(saveButton);
    expect(region.getByText(/^Another user has also changed fat to “9”/)).toBeVisible();
  });
  await user.click(region.getByRole('button', { name: 'Keep mine: fat' }));
  await user.click(saveButton);
  await waitFor(() =>
    expect(api.getRequests('PATCH /product/v2/product/{id}/').at(-1)?.body).toMatchObject({ meta_data: { fat: 4 } }),
  );
});

testInLongRun('meta data is saved after a conflict once the user has chosen a value', async () => {
  let storedProduct = milkProduct;
  const PATCH_PRODUCT = 'PATCH /product/v2/product/{id}/';
  const api = stubProductApi({
    'GET /product/v2/product/{id}/': () => storedProduct,
    [PATCH_PRODUCT]: () => {
      storedProduct = { ...milkProduct, meta_data: { fat: 9 }, version: 5 };
      return failWith(409);
    },
  });
  const user = renderProductPage();
  const region = within(await screen.findByRole('region', { name: 'Product meta' }));
  await user.click(await region.findByRole('tab', { name: /^Text/ }));
  fireEvent.input(await region.findByRole('textbox', { name: 'Product meta' }), { target: { value: '{"fat":4}' } });
  const saveButton = region.getByRole('button', { name: 'Save meta' });
  await user.click(saveButton);
  expect(await screen.findByText(/Check the values and save again/)).toBeVisible();
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/{id}/')).toHaveLength(2));
  api.addHandlers({ [PATCH_PRODUCT]: milkProduct });
  await waitFor(async () => {
    await user.click(saveButton);
    expect(region.getByRole('button', { name: 'Keep mine: fat' })).toBeVisible();
  });
  await user.click(region.getByRole('button', { name: 'Keep mine: fat' }));
  await user.click(saveButton);
  await waitFor(() => expect(api.getRequests(PATCH_PRODUCT).at(-1)?.body).toMatchObject({ meta_data: { fat: 4 }, version: 5 }));
});
