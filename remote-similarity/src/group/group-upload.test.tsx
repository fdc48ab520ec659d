import { failWith } from '@console/shared-auth/testing';
import { screen, waitFor } from '@testing-library/react';
import { createGroupChanges } from '../testing';
import { ADD_IMAGES, fullGroup, renderGroupPage } from './testing';

const UPLOAD_IMAGE = 'POST /recognition/v2/training-image/';
test('shows the name of an unreadable file', async () => {
  const readSpy = jest.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function (this: FileReader) {
    queueMicrotask(() => this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>));
  });
  const { stub, user } = await renderGroupPage(fullGroup);
  await user.upload(
    screen.getByLabelText('Upload images', { selector: 'input' }),
    new File(['x'], 'gone.png', { type: 'image/png' }),
  );
  expect(await screen.findByText('Problem parsing input file.')).toBeVisible();
  expect(screen.getByText('gone.png')).toBeVisible();
  expect(stub.getRequests(UPLOAD_IMAGE)).toHaveLength(0);
  readSpy.mockRestore();
});

test('uploads images to the group and adds duplicates of the workspace', async () => {
  const knownGroupId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  let sentCount = 0;
  const { stub, user } = await renderGroupPage(fullGroup, {
    [UPLOAD_IMAGE]: () =>
      (sentCount += 1) === 1 ? { id: 'new' } : failWith(400, 'Known', { code: 'already_exists', image_id: knownGroupId }),
    [ADD_IMAGES]: createGroupChanges(),
  });
  const files = ['a', 'b'].map((name) => new File([name], `${name}.png`, { type: 'image/png' }));
  await user.upload(screen.getByLabelText('Upload images', { selector: 'input' }), files);
  expect(await screen.findByText('Uploaded 2 files.')).toBeVisible();
  expect(await screen.findByText('1 file was already in the workspace.')).toBeVisible();
  const body = stub.getRequests(UPLOAD_IMAGE)[0]?.body as FormData;
  expect([body.get('noresize'), body.get('meta_data')]).toEqual(['true', '{"filename":"a.png"}']);
  expect(screen.getByLabelText('Upload images', { selector: 'input' })).toHaveAttribute(
    'accept',
    expect.stringMatching(/^image\/\*,.*\.heic/),
  );
  expect(stub.getRequests(ADD_IMAGES)[0]?.body).toMatchObject({ images: ['new', knownGroupId] });
});

testInLongRun('choosing a file again after a lost response sends the same idempotency key', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, { [UPLOAD_IMAGE]: failWith(0), [ADD_IMAGES]: createGroupChanges() });
  const input = screen.getByLabelText('Upload images', { selector: 'input' });
  const file = new File(['a'], 'a.png', { type: 'image/png' });
  await user.upload(input, file);
  expect(await screen.findByText('Unable to upload a.png!')).toBeVisible();
  stub.addHandlers({ [UPLOAD_IMAGE]: { id: 'new' } });
  await user.upload(input, file);
  expect(await screen.findByText('Uploaded 1 files.')).toBeVisible();
  const [firstKey, secondKey] = stub.getRequests(UPLOAD_IMAGE).map(({ headers }) => headers['Idempotency-Key']);
  expect(secondKey).toBe(firstKey);
  await user.upload(input, file);
  await waitFor(() => expect(stub.getRequests(UPLOAD_IMAGE)).toHaveLength(3));
  expect(stub.getRequests(UPLOAD_IMAGE)[2]?.headers['Idempotency-Key']).not.toBe(firstKey);
});
