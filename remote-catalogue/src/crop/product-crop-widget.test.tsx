import { failWith, page, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { frontImage, milkProduct } from '../testing';
import { ProductCropWidget } from './product-crop-widget';

const OBJECT_ID = '7f7f7f7f-7f7f-4f7f-8f7f-7f7f7f7f7f7f';
const ADD_CROP = 'POST /product/v2/product/{id}/add-crop';
const LIST_PRODUCTS = 'GET /product/v2/product/';

beforeEach(() => signInForTest());

function renderWidget(handlers: StubHandlers = {}) {
  const stub = stubApi({ [LIST_PRODUCTS]: page([{ ...milkProduct, thumb: '/milk.webp' }]), [ADD_CROP]: frontImage, ...handlers });
  renderConsole(<ProductCropWidget object={OBJECT_ID} />);
  return stub;
}
async function selectProduct(text: string) {
  const picker = screen.getByRole('combobox', { name: 'Find a product by name, number or id' });
  await userEvent.click(picker);
  fireEvent.change(picker, { target: { value: text } });
  await userEvent.click(await screen.findByRole('option', { name: /Oat milk/ }));
}
const clickAdd = () => userEvent.click(screen.getByRole('button', { name: 'Add crop to product' }));

test('adds a crop to a product found by part of its number, and undoes it', async () => {
  const stub = renderWidget({ 'DELETE /product/v2/image/{id}/': {} });
  const box = screen.getByRole('combobox');
  await userEvent.click(box);
  fireEvent.change(box, { target: { value: 'ku-7' } });
  const option = await screen.findByRole('option', { name: /Oat milk #12/ });
  expect(option).toHaveTextContent('SKU-7');
  expect(option.querySelector('img')).toHaveAttribute('src', expect.stringContaining('milk.webp'));
  await waitFor(() => expect(stub.getRequests(LIST_PRODUCTS).at(-1)?.query).toMatchObject({ find: 'ku-7' }));
  await userEvent.click(option);
  await clickAdd();
  expect(await screen.findByRole('link', { name: 'Oat milk #12' })).toHaveAttribute('href', `/product/${milkProduct.id}`);
  expect(stub.getRequests(ADD_CROP)).toMatchObject([{ params: { id: milkProduct.id }, body: { object: OBJECT_ID } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Oat milk #12' })).toBeNull());
  expect(stub.getRequests('DELETE /product/v2/image/{id}/')).toMatchObject([{ params: { id: frontImage.id } }]);
});

const REJECTIONS = [
  [failWith(404, 'Object not found.'), "This item was deleted, or you don't have access to it."],
  [failWith(404, 'There is nothing at this address.'), 'This server does not support this action yet.'],
] as const;
test.each(REJECTIONS.slice(0, isLongRun ? undefined : 1))('shows why a crop could not be added', async (response, text) => {
  renderWidget({ [ADD_CROP]: response });
  await selectProduct('oat');
  await clickAdd();
  expect(await screen.findByText("Couldn't add the crop to Oat milk #12")).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});
