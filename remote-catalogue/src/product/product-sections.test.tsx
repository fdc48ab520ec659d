import { signInForTest, page, failWith, deferred } from '@console/shared-auth/testing';
import { screen, within, waitFor, fireEvent, act } from '@testing-library/react';
import { milkProduct, auctionPrice, frontImage } from '../testing';
import { renderProductPage, stubProductApi, setFieldValue } from './testing';

beforeEach(() => signInForTest());

describe('tables', () => {
  const getHeaders = (table: string) =>
    within(screen.getByRole('table', { name: table }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);

  test('a product page has a copyable id and tables of images and prices', async () => {
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
});

describe('prices', () => {
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
});

describe('meta data', () => {
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

  test('meta data is saved after a conflict once the user has chosen a value', async () => {
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
});

describe('images', () => {
  test('uploads each image with one call and reports files that are not images', async () => {
    const api = stubProductApi({ 'POST /product/v2/image/': frontImage });
    renderProductPage();
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
        expect.objectContaining({ product: milkProduct.id, name: `${name}.png`, noresize: 'true', file: expect.any(File) }),
      ),
    );
  });

  testInLongRun('uploads over plain HTTP, where crypto.randomUUID is missing', async () => {
    const api = stubProductApi({ 'POST /product/v2/image/': frontImage });
    renderProductPage();
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
    const api = stubProductApi({ 'POST /product/v2/image/': frontImage });
    renderProductPage();
    const input = await screen.findByLabelText('Upload images');
    const unreadable = new File(['a'], 'unreadable.png', { type: 'image/png' });
    const firstByte = new Blob();
    unreadable.slice = () => firstByte;
    const { readAsArrayBuffer } = FileReader.prototype;
    const readSpy = jest.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function (this: FileReader, blob) {
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
      readSpy.mockRestore();
    }
  });

  test('renames, edits and deletes an image', async () => {
    const api = stubProductApi({
      'PUT /product/v2/image/{id}/': frontImage,
      'PATCH /product/v2/image/{id}/': frontImage,
      'DELETE /product/v2/image/{id}/': '',
    });
    const user = renderProductPage();
    await user.click(await screen.findByRole('row', { name: /front.jpg/ }));
    const name = await screen.findByRole('textbox', { name: 'Image name' });
    setFieldValue(name, 'back.jpg');
    await user.click(screen.getByRole('button', { name: 'Save name' }));
    await waitFor(() =>
      expect(api.getRequests('PUT /product/v2/image/{id}/')[0]?.body).toMatchObject({
        name: 'back.jpg',
        product: milkProduct.id,
        version: 2,
      }),
    );
    const objects = within(await screen.findByRole('group', { name: 'Image objects' }));
    expect(objects.getByText('[2]')).toBeInTheDocument();
    await user.click(within(screen.getByRole('row', { name: /front.jpg/ })).getByRole('button', { name: 'Delete image' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(api.getRequests('DELETE /product/v2/image/{id}/')).toHaveLength(1));
  });

  testInLongRun('closing the image editor focuses the image row, and a switch keeps the focus while saving', async () => {
    const pendingVerification = deferred<typeof milkProduct>();
    stubProductApi({ 'POST /product/v2/product/{id}/verify': () => pendingVerification.promise });
    const user = renderProductPage();
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
    await act(async () => pendingVerification.resolve(milkProduct));
  });
});
