import { deferred, failWith, page, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { auction, breakfast, drinks, front, milk } from '../testing';
import { ProductPage } from './product-page';

const LUNCH = '6f6f6f6f-6f6f-4f6f-8f6f-6f6f6f6f6f6f';
/** Sets the value in one event, because typing each character takes seconds. */
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const show = () => {
  renderConsole(
    <Routes>
      <Route path="/product/:id" element={<ProductPage />} />
    </Routes>,
    { route: `/product/${milk.id}` },
  );
  return userEvent.setup();
};
const stub = (handlers: StubHandlers = {}) =>
  stubApi({
    'GET /product/v2/product/{id}/': milk,
    'GET /product/v2/collection/': page([drinks]),
    'GET /product/v2/image/': page([front]),
    'GET /product/v2/price/': page([auction]),
    'GET /product/v2/set/': page([breakfast, { ...breakfast, id: LUNCH, name: 'Lunch' }]),
    ...handlers,
  });

beforeEach(() => signInForTest());

test('shows the number, set, images with sync status, and prices of a product', async () => {
  stub({
    'GET /product/v2/image/': page([
      front,
      { ...front, id: 'x2', name: 'back.jpg', sync_status: 'SYNCED' },
      { ...front, id: 'x3', name: 'top.jpg', sync_status: 'ERROR' },
    ]),
  });
  show();
  expect(await screen.findByText('12')).toBeVisible();
  expect(screen.getByText('Created').nextSibling).toHaveTextContent(/^\d{4}-\d\d-\d\d/);
  expect(screen.getByRole('link', { name: 'Open set Breakfast' })).toHaveAttribute('href', `/set/${milk.product_set?.id}`);
  const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await findRow(/front.jpg/)).getByRole('img', { name: 'Waiting to sync' })).toBeVisible();
  expect((await findRow(/back.jpg/)).getByRole('img', { name: 'Synced' })).toBeVisible();
  expect((await findRow(/top.jpg/)).getByRole('img', { name: 'Sync failed' })).toBeVisible();
  expect((await findRow(/Auction/)).getByText('12.50')).toBeVisible();
});

test('saves name, customer product id and collection with the edited version', async () => {
  const api = stub({ 'PUT /product/v2/product/{id}/': milk });
  const user = show();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  fill(name, 'O');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  expect(api.getRequests('PUT /product/v2/product/{id}/')).toHaveLength(0);
  fill(name, 'Oat drink');
  fill(screen.getByRole('textbox', { name: 'Customer product id' }), 'SKU-7-b');
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
  const api = stub({
    'GET /product/v2/product/{id}/': () => ({ ...milk, name: version === 4 ? milk.name : 'Theirs', version }),
    'PUT /product/v2/product/{id}/': () => (version++ === 4 ? failWith(409) : milk),
  });
  const user = show();
  const name = await screen.findByRole('textbox', { name: 'Name' });
  fill(name, 'Mine');
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
  const api = stub({ 'POST /product/v2/product/{id}/verify': milk, 'PUT /product/v2/product/{id}/': milk });
  const user = show();
  await user.click(await screen.findByRole('switch', { name: 'Not verified' }));
  await waitFor(() =>
    expect(api.getRequests('POST /product/v2/product/{id}/verify')[0]?.body).toMatchObject({ product: milk.id }),
  );
  const set = screen.getByRole('combobox', { name: 'Product set' });
  expect(set).toHaveValue('Breakfast');
  await user.click(set);
  await user.click(await screen.findByRole('option', { name: /Lunch/ }));
  await user.click(screen.getByRole('button', { name: 'Save set' }));
  await waitFor(() =>
    expect(api.getRequests('PUT /product/v2/product/{id}/')[0]?.body).toMatchObject({
      product_set: LUNCH,
      product_collection: 1,
    }),
  );
  await user.click(set);
  await user.click(await screen.findByRole('option', { name: 'No set' }));
  await user.click(screen.getByRole('button', { name: 'Save set' }));
  await waitFor(() => expect(api.getRequests('PUT /product/v2/product/{id}/').at(-1)?.body).toMatchObject({ product_set: null }));
});

test('shows the first image in large and another one by its thumbnail', async () => {
  stub({ 'GET /product/v2/image/': page([front, { ...front, id: 'x2', name: 'back.jpg', file: '/back' }]) });
  const user = show();
  const pictures = within(await screen.findByRole('group', { name: 'Pictures of this product' }));
  expect(pictures.getByRole('link', { name: 'Open front.jpg in full size' })).toHaveAttribute('href', '/f');
  await user.click(pictures.getByRole('button', { name: 'Show back.jpg' }));
  expect(pictures.getByRole('link', { name: 'Open back.jpg in full size' })).toHaveAttribute('href', '/back');
  expect(pictures.getByRole('button', { name: 'Show back.jpg' })).toHaveAttribute('aria-pressed', 'true');
});

test('adds a price after its fields are checked', async () => {
  const api = stub({ 'POST /product/v2/price/': auction });
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Add price' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add price' }));
  fill(dialog.getByRole('textbox', { name: /^Price/ }), '12,50');
  fill(dialog.getByRole('textbox', { name: /^Currency/ }), 'euro');
  fill(dialog.getByRole('textbox', { name: 'Link to the item' }), 'example.com');
  await user.click(dialog.getByRole('button', { name: 'Add price' }));
  expect(await dialog.findByText('Enter a price such as 12.50')).toBeVisible();
  expect(dialog.getByText('Enter a currency of three letters, such as EUR')).toBeVisible();
  expect(dialog.getByText('Enter a link that starts with http:// or https://')).toBeVisible();
  fill(dialog.getByRole('textbox', { name: /^Price/ }), '12.50');
  fill(dialog.getByRole('textbox', { name: /^Currency/ }), 'eur');
  fill(dialog.getByRole('textbox', { name: 'Link to the item' }), '');
  fill(dialog.getByRole('textbox', { name: 'Source' }), 'Auction');
  await user.click(dialog.getByRole('button', { name: 'Add price' }));
  expect(await screen.findByText('Price added')).toBeVisible();
  expect(api.getRequests('POST /product/v2/price/')[0]?.body).toMatchObject({
    product_id: milk.id,
    price: '12.50',
    currency: 'EUR',
    source: 'Auction',
    item_link: null,
  });
});

test('deletes a product after confirmation and restores it by Undo', async () => {
  let exists = true;
  stub({
    'GET /product/v2/product/{id}/': () => (exists ? milk : failWith(404)),
    'DELETE /product/v2/product/{id}/': () => {
      exists = false;
      return '';
    },
    'POST /product/v2/product/change': ({ body }: { body: { change: string; products: string[] } }) => {
      exists = body.change === 'restore' && body.products[0] === milk.id;
      return { changed: body.products, before: [] };
    },
  });
  const user = show();
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
  stub(handlers);
  show();
  expect(await screen.findByText('product not found!')).toBeVisible();
});

test('uploads each image with one call and reports files that are not images', async () => {
  const api = stub({ 'POST /product/v2/image/': front });
  show();
  const input = await screen.findByLabelText('Upload images');
  fireEvent.change(input, {
    target: {
      files: [
        new File(['a'], 'a.png', { type: 'image/png' }),
        new File(['b'], 'b.png', { type: 'image/png' }),
        new File(['c'], 'c.pdf', { type: 'application/pdf' }),
      ],
    },
  });
  expect(await screen.findByText('Uploaded 2 files.')).toBeVisible();
  expect(await screen.findByText('Unable to upload c.pdf!')).toBeVisible();
  const forms = api.getRequests('POST /product/v2/image/').map(({ body }) => Object.fromEntries(body as FormData));
  expect(forms).toEqual(
    ['a', 'b'].map((name) =>
      expect.objectContaining({ product: milk.id, name: `${name}.png`, noresize: 'true', file: expect.any(File) }),
    ),
  );
});

test('uploads over plain HTTP, where crypto.randomUUID is missing', async () => {
  const api = stub({ 'POST /product/v2/image/': front });
  show();
  const input = await screen.findByLabelText('Upload images');
  const descriptor = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    fireEvent.change(input, { target: { files: [new File(['a'], 'a.png', { type: 'image/png' })] } });
    expect(await screen.findByText('Uploaded 1 files.')).toBeVisible();
    expect(api.getRequests('POST /product/v2/image/')[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    if (descriptor) Object.defineProperty(crypto, 'randomUUID', descriptor);
    else Reflect.deleteProperty(crypto, 'randomUUID');
  }
});

test('reports an unreadable file and uploads the others', async () => {
  const api = stub({ 'POST /product/v2/image/': front });
  show();
  const input = await screen.findByLabelText('Upload images');
  const unreadable = new File(['a'], 'unreadable.png', { type: 'image/png' });
  const firstByte = new Blob();
  unreadable.slice = () => firstByte;
  const { readAsArrayBuffer } = FileReader.prototype;
  const read = jest.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function (this: FileReader, blob) {
    if (blob !== firstByte) readAsArrayBuffer.call(this, blob);
    else queueMicrotask(() => this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>));
  });
  try {
    fireEvent.change(input, { target: { files: [unreadable, new File(['b'], 'b.png', { type: 'image/png' })] } });
    expect(await screen.findByText('Problem parsing input file.')).toBeVisible();
    expect(screen.getByText('unreadable.png')).toBeVisible();
    expect(await screen.findByText('Uploaded 1 files.')).toBeVisible();
    expect(api.getRequests('POST /product/v2/image/')).toHaveLength(1);
  } finally {
    read.mockRestore();
  }
});

test('renames, edits and deletes an image', async () => {
  const api = stub({
    'PUT /product/v2/image/{id}/': front,
    'PATCH /product/v2/image/{id}/': front,
    'DELETE /product/v2/image/{id}/': '',
  });
  const user = show();
  await user.click(await screen.findByRole('row', { name: /front.jpg/ }));
  const name = await screen.findByRole('textbox', { name: 'Image name' });
  fill(name, 'back.jpg');
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await waitFor(() =>
    expect(api.getRequests('PUT /product/v2/image/{id}/')[0]?.body).toMatchObject({
      name: 'back.jpg',
      product: milk.id,
      version: 2,
    }),
  );
  const objects = within(await screen.findByRole('group', { name: 'Image objects' }));
  expect(objects.getByText('[2]')).toBeInTheDocument();
  await user.click(within(screen.getByRole('row', { name: /front.jpg/ })).getByRole('button', { name: 'Delete image' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.getRequests('DELETE /product/v2/image/{id}/')).toHaveLength(1));
});

test('closing the image editor returns the focus to its row', async () => {
  const verifying = deferred<typeof milk>();
  stub({ 'POST /product/v2/product/{id}/verify': () => verifying.promise });
  const user = show();
  const row = await screen.findByRole('row', { name: /front.jpg/ });
  act(() => row.focus());
  await user.keyboard('{Enter}');
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.getByRole('row', { name: /front.jpg/ })).toHaveFocus();
  await user.click(screen.getByRole('switch', { name: 'Not verified' }));
  expect(screen.getByRole('switch', { name: 'Not verified' })).toHaveFocus();
  expect(screen.getByRole('switch', { name: 'Not verified' })).toBeEnabled();
  await act(async () => verifying.resolve(milk));
});

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

test('keeps the focus on the page if someone else deletes the edited product', async () => {
  const api = stub({ 'PUT /product/v2/product/{id}/': failWith(404, 'Product not found.') });
  renderConsole(
    <main tabIndex={-1}>
      <Routes>
        <Route path="/product/:id" element={<ProductPage />} />
      </Routes>
    </main>,
    { route: `/product/${milk.id}` },
  );
  const form = within(await screen.findByRole('form', { name: 'Product' }));
  fill(form.getByRole('textbox', { name: /^Name/ }), 'Rye bread');
  api.addHandlers({ 'GET /product/v2/product/{id}/': failWith(404) });
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('product not found!')).toBeVisible();
  expect(screen.getByRole('main').ownerDocument.body).not.toHaveFocus();
});

test('Refresh refetches the product with its images and prices', async () => {
  const api = stub();
  const user = show();
  await screen.findByRole('row', { name: /Auction/ });
  api.addHandlers({
    'GET /product/v2/image/': page([{ ...front, name: 'back.jpg' }]),
    'GET /product/v2/price/': page([{ ...auction, price: '99.00' }]),
  });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('row', { name: /back.jpg/ })).toBeVisible();
  expect(await screen.findByRole('row', { name: /99.00/ })).toBeVisible();
});

test('prices are paged by five, can be deleted, and link only web URLs', async () => {
  const api = stub({
    'GET /product/v2/price/': ({ query }: { query: Record<string, unknown> }) =>
      query.page_size === 5
        ? page([{ ...auction, item_link: 'javascript:alert(1)', img_link: 'https://shop.example/a.png' }], 6)
        : page([auction]),
    'DELETE /product/v2/price/{id}/': '',
  });
  const user = show();
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
