import { failWith, signInForTest } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { milk } from '../testing';
import { show, stub } from './testing';

beforeEach(() => signInForTest());

test('saves only valid meta data and warns about a change by someone else', async () => {
  let meta: unknown = { fat: 3 };
  const api = stub({
    'GET /product/v2/product/{id}/': () => ({ ...milk, meta_data: meta }),
    'PATCH /product/v2/product/{id}/': milk,
  });
  const user = show();
  const region = within(await screen.findByRole('region', { name: 'Product meta' }));
  await user.click(await region.findByRole('tab', { name: /^Text/ }));
  const text = await region.findByRole('textbox', { name: 'Product meta' });
  const save = region.getByRole('button', { name: 'Save meta' });
  fireEvent.input(text, { target: { value: '{"fat":' } });
  await user.click(save);
  expect(api.getRequests('PATCH /product/v2/product/{id}/')).toHaveLength(0);
  fireEvent.input(text, { target: { value: '{"fat":4}' } });
  meta = { fat: 9 };
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/{id}/')).toHaveLength(2));
  await waitFor(async () => {
    await user.click(save);
    expect(region.getByText(/^Another user has also changed fat to “9”/)).toBeVisible();
  });
  await user.click(region.getByRole('button', { name: 'Keep mine: fat' }));
  await user.click(save);
  await waitFor(() =>
    expect(api.getRequests('PATCH /product/v2/product/{id}/').at(-1)?.body).toMatchObject({ meta_data: { fat: 4 } }),
  );
});

test('meta data is saved after a conflict once the user has chosen a value', async () => {
  let row = milk;
  const PATCH = 'PATCH /product/v2/product/{id}/';
  const api = stub({
    'GET /product/v2/product/{id}/': () => row,
    [PATCH]: () => {
      row = { ...milk, meta_data: { fat: 9 }, version: 5 };
      return failWith(409);
    },
  });
  const user = show();
  const region = within(await screen.findByRole('region', { name: 'Product meta' }));
  await user.click(await region.findByRole('tab', { name: /^Text/ }));
  fireEvent.input(await region.findByRole('textbox', { name: 'Product meta' }), { target: { value: '{"fat":4}' } });
  const save = region.getByRole('button', { name: 'Save meta' });
  await user.click(save);
  expect(await screen.findByText(/Check the values and save again/)).toBeVisible();
  await waitFor(() => expect(api.getRequests('GET /product/v2/product/{id}/')).toHaveLength(2));
  api.addHandlers({ [PATCH]: milk });
  await waitFor(async () => {
    await user.click(save);
    expect(region.getByRole('button', { name: 'Keep mine: fat' })).toBeVisible();
  });
  await user.click(region.getByRole('button', { name: 'Keep mine: fat' }));
  await user.click(save);
  await waitFor(() => expect(api.getRequests(PATCH).at(-1)?.body).toMatchObject({ meta_data: { fat: 4 }, version: 5 }));
});
