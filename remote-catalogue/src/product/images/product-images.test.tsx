import { deferred, signInForTest } from '@console/shared-auth/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { front, milk } from '../../testing';
import { fill, show, stub } from '../testing';

beforeEach(() => signInForTest());

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

test('closing the image editor focuses its row, and a saving switch keeps the focus', async () => {
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
