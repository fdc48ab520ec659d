import { failWith, page, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { front, milk } from '../testing';
import { ProductCropWidget } from './product-crop-widget';

const OBJECT = '7f7f7f7f-7f7f-4f7f-8f7f-7f7f7f7f7f7f';
const ADD = 'POST /product/v2/product/{id}/add-crop';
const LIST = 'GET /product/v2/product/';

beforeEach(() => signInForTest());

function show(handlers: StubHandlers = {}) {
  const stub = stubApi({ [LIST]: page([{ ...milk, thumb: '/milk.webp' }]), [ADD]: front, ...handlers });
  renderConsole(<ProductCropWidget object={OBJECT} />);
  return stub;
}
async function choose(text: string) {
  await userEvent.type(screen.getByRole('combobox', { name: 'Find a product by its name or number' }), text);
  await userEvent.click(await screen.findByRole('option', { name: /Oat milk/ }));
}
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add the cut-out to the product' }));

test('a product is found by a part of its number, seen, given the cut-out, and that is taken back', async () => {
  const stub = show({ 'DELETE /product/v2/image/{id}/': {} });
  const box = screen.getByRole('combobox');
  await userEvent.type(box, 'ku-7');
  const option = await screen.findByRole('option', { name: /Oat milk #12/ });
  expect(option).toHaveTextContent('SKU-7');
  expect(option.querySelector('img')).toHaveAttribute('src', expect.stringContaining('milk.webp'));
  await waitFor(() => expect(stub.getRequests(LIST).at(-1)?.query).toMatchObject({ find: 'ku-7' }));
  await userEvent.click(option);
  await add();
  expect(await screen.findByRole('link', { name: 'Oat milk #12' })).toHaveAttribute('href', `/product/${milk.id}`);
  expect(stub.getRequests(ADD)).toMatchObject([{ params: { id: milk.id }, body: { object: OBJECT } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Oat milk #12' })).toBeNull());
  expect(stub.getRequests('DELETE /product/v2/image/{id}/')).toMatchObject([{ params: { id: front.id } }]);
});

test.each([
  [failWith(404, 'Object not found.'), "This item was deleted, or you don't have access to it."],
  [failWith(404, 'There is nothing at this address.'), 'This server does not support this action yet.'],
])('what keeps it from being added is said in words', async (answer, text) => {
  show({ [ADD]: answer });
  await choose('oat');
  await add();
  expect(await screen.findByText('The cut-out was not added to Oat milk #12')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});
