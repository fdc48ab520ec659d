import { deferred, signInForTest } from '@console/shared-auth/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { frontImage, milkProduct } from '../../testing';
import { setFieldValue, renderProductPage, stubProductApi } from '../testing';

beforeEach(() => signInForTest());

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

testInLongRun('reports an unreadable file and uploads the others', async () => {
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
