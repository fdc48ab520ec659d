/** @jest-environment-options {"dom": true} */
import { failWith, signInForTest, stubApi, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import { createImageSender, type SendOptions } from './send-image';

const UPLOAD = 'POST /recognition/v2/training-image/';

beforeEach(() => signInForTest());

const createOptions = (name: string): SendOptions => ({
  file: new File(['pixels'], name, { type: 'image/jpeg' }),
  workspace: testWorkspace.id,
  idempotencyKey: `key of ${name}`,
  signal: new AbortController().signal,
  onSent: () => undefined,
});
const isForm = ({ body }: StubRequest) => body instanceof FormData;

test('an image is sent as a form file with its idempotency key', async () => {
  const stub = stubApi({ [UPLOAD]: { id: 'new' } });
  expect(await createImageSender()(createOptions('a.jpg'))).toBe('new');
  const [request] = stub.getRequests(UPLOAD);
  expect((request!.body as FormData).get('file')).toMatchObject({ name: 'a.jpg', size: 6 });
  expect(request!.headers['Idempotency-Key']).toBe('key of a.jpg');
});

test.each([415, 400])('base64 is used after a deployment rejects forms once with %p', async (status) => {
  const stub = stubApi({ [UPLOAD]: (request: StubRequest) => (isForm(request) ? failWith(status) : { id: 'new' }) });
  const send = createImageSender();
  expect([await send(createOptions('a.jpg')), await send(createOptions('b.jpg'))]).toEqual(['new', 'new']);
  expect(stub.getRequests(UPLOAD).map(isForm)).toEqual([true, false, false]);
  expect(stub.getRequests(UPLOAD)[1]?.body).toEqual({
    workspace: testWorkspace.id,
    base64: `data:image/jpeg;base64,${btoa('pixels')}`,
    noresize: true,
    meta_data: { filename: 'a.jpg' },
  });
});

test('an image rejected in both encodings fails, and forms are tried again', async () => {
  const stub = stubApi({ [UPLOAD]: failWith(400, 'The file is not a readable image.') });
  const send = createImageSender();
  await expect(send(createOptions('notes.jpg'))).rejects.toMatchObject({ detail: 'The file is not a readable image.' });
  stub.addHandlers({ [UPLOAD]: { id: 'new' } });
  await send(createOptions('a.jpg'));
  // The server has accepted a form before, so this error is about the image, and the client does not try another format.
  stub.addHandlers({ [UPLOAD]: failWith(400, 'The file is not a readable image.') });
  await expect(send(createOptions('notes.jpg'))).rejects.toMatchObject({ status: 400 });
  expect(stub.getRequests(UPLOAD).map(isForm)).toEqual([true, false, true, true]);
});

test.each([0, 403, 413, 503])('a failure with %p does not disable forms', async (status) => {
  const stub = stubApi({ [UPLOAD]: failWith(status) });
  await expect(createImageSender()(createOptions('a.jpg'))).rejects.toMatchObject({ status });
  expect(stub.getRequests(UPLOAD).every(isForm)).toBe(true);
});
