import { collectLogoutWarnings } from '@console/shared-auth';
import { deferred, failWith, page, signInForTest, stubApi, testWorkspace } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IMAGES, createImageRow } from '../browser/testing';
import { ImagesPage } from '../browser';
import { uploads } from './queue/uploads';

const UPLOAD = 'POST /recognition/v2/training-image/';
const createImageFile = (name: string, bytes = 'pixels') => new File([bytes], name, { type: 'image/jpeg' });

beforeEach(() => signInForTest());
afterEach(() => act(() => uploads.clear()));

function showUploadArea(response: unknown) {
  const stub = stubApi({
    'GET /recognition/v2/label/': page([]),
    'GET /detection/v2/label/': page([]),
    [IMAGES]: page([createImageRow(1)]),
    [UPLOAD]: response,
  });
  renderConsole(<ImagesPage />, { route: '/images' });
  return stub;
}
const chooseFiles = async (...files: File[]) => {
  await screen.findByRole('list', { name: 'Images' });
  await userEvent.upload(screen.getByTestId('upload-input'), files);
};
const getPanel = () => within(screen.getByRole('region', { name: 'Uploads' }));
const isLeavingGuarded = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('uploads each file unmodified in a separate call and reports the count', async () => {
  let lastImageNumber = 1;
  const stub = showUploadArea(() => createImageRow((lastImageNumber += 1)));
  const files = [createImageFile('one.jpg'), createImageFile('two.jpg', 'other pixels')];
  await chooseFiles(...files);
  expect(await screen.findByText('Uploaded 2 files.')).toBeVisible();
  const sentForms = stub.getRequests(UPLOAD).map(({ body }) => Object.fromEntries(body as FormData));
  expect(sentForms).toEqual(
    files.map((file) => ({
      workspace: testWorkspace.id,
      noresize: 'true',
      meta_data: JSON.stringify({ filename: file.name }),
      file,
    })),
  );
  expect(getPanel().getByRole('status')).toHaveTextContent('2 uploaded');
  await waitFor(() => expect(stub.getRequests(IMAGES).length).toBeGreaterThan(1));
  // The link sorts the list by date. Sorted by name, the new images could be on any page.
  await userEvent.click(getPanel().getByRole('link', { name: 'Show them' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Newest first'));
  await userEvent.click(screen.getByRole('button', { name: 'Close uploads' }));
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
});

test('a duplicate links to the existing image', async () => {
  showUploadArea(failWith(400, 'The picture already exists (image ID: 3f0c8a52-1111-4222-8333-444455556666)'));
  await chooseFiles(createImageFile('again.jpg'));
  expect(await screen.findByText(/Already in this workspace/)).toBeVisible();
  expect(getPanel().getByRole('link', { name: 'Open the image' })).toHaveAttribute(
    'href',
    '/image/3f0c8a52-1111-4222-8333-444455556666',
  );
  expect(screen.queryByText(/^Uploaded/)).toBeNull();
});

test("a rejected file shows the server's reason and Retry sends it again", async () => {
  const stub = showUploadArea(failWith(400, 'The file is not a readable image.'));
  await chooseFiles(createImageFile('notes.jpg'));
  expect(await screen.findByText('The file is not a readable image.')).toBeVisible();
  stub.addHandlers({ [UPLOAD]: createImageRow(2) });
  await userEvent.click(getPanel().getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Uploaded 1 files.')).toBeVisible();
});

test('an unreadable file shows an error', async () => {
  const stub = showUploadArea(createImageRow(2));
  jest.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function (this: FileReader) {
    queueMicrotask(() => act(() => void this.dispatchEvent(new ProgressEvent('error'))));
  });
  await chooseFiles(createImageFile('gone.jpg'));
  expect(await screen.findAllByText('Problem parsing input file.')).not.toHaveLength(0);
  expect(stub.getRequests(UPLOAD)).toHaveLength(0);
  jest.restoreAllMocks();
});

test('dropped and pasted images are uploaded', async () => {
  const stub = showUploadArea(createImageRow(2));
  const list = await screen.findByRole('list', { name: 'Images' });
  const droppedFiles = [createImageFile('dropped.jpg')];
  const dataTransfer = { files: droppedFiles, items: [], types: ['Files'] };
  fireEvent.dragEnter(list, { dataTransfer });
  expect(screen.getByText(/^Drop images to upload them/)).toBeVisible();
  fireEvent.drop(list, { dataTransfer });
  expect(screen.queryByText(/^Drop images to upload them/)).toBeNull();
  await waitFor(() => expect(stub.getRequests(UPLOAD)).toHaveLength(1));

  const pasteEvent = createEvent.paste(list, { clipboardData: { files: [createImageFile('pasted.png')] } });
  fireEvent(list, pasteEvent);
  expect(await screen.findByText('pasted.png')).toBeVisible();
  await waitFor(() => expect(stub.getRequests(UPLOAD)).toHaveLength(2));
});

test('the upload area ignores dragged text', async () => {
  showUploadArea(createImageRow(2));
  const list = await screen.findByRole('list', { name: 'Images' });
  fireEvent.dragEnter(list, { dataTransfer: { files: [], items: [], types: ['text/plain'] } });
  expect(screen.queryByText(/^Drop images to upload them/)).toBeNull();
});

test('leaving the page or logging out shows a warning during uploads', async () => {
  const pendingResponse = deferred();
  showUploadArea(() => pendingResponse.promise);
  await chooseFiles(createImageFile('slow.jpg'));
  expect(await screen.findByRole('progressbar', { name: 'Progress of slow.jpg' })).toBeInTheDocument();
  expect(isLeavingGuarded()).toBe(true);
  expect(await collectLogoutWarnings()).toEqual(['1 image is still uploading and would be lost.']);
  await act(async () => pendingResponse.resolve(createImageRow(2)));
  expect(await screen.findByText('Uploaded 1 files.')).toBeVisible();
  expect(isLeavingGuarded()).toBe(false);
  expect(await collectLogoutWarnings()).toEqual([]);
});

describe('images similar to an upload', () => {
  const FIND_LOOK_ALIKES = 'POST /recognition/v2/training-image/look-alikes';
  const comparisonProgress = { ready: 4, total: 4 };
  const lookAlikes = [{ likeness: 0.985, image: createImageRow(7, { meta_data: { filename: 'mug.jpg' } }) }];

  test('are shown with thumbnails while the upload still counts as done', async () => {
    const stub = showUploadArea(createImageRow(2));
    stub.addHandlers({
      [FIND_LOOK_ALIKES]: {
        available: true,
        results: [{ id: createImageRow(2).id, like: lookAlikes }],
        ready: comparisonProgress,
      },
    });
    await chooseFiles(createImageFile('mug-small.jpg'));
    const list = within(await getPanel().findByRole('list', { name: 'Similar images:' }));
    expect(list.getByRole('link', { name: 'mug.jpg, 98% similar' })).toHaveAttribute('href', `/image/${createImageRow(7).id}`);
    expect(getPanel().getByRole('status')).toHaveTextContent('1 uploaded');
    expect(stub.getRequests(FIND_LOOK_ALIKES)).toMatchObject([
      { body: { images: [createImageRow(2).id], workspace: testWorkspace.id } },
    ]);
    expect(getPanel().queryByText(/^Compared with/)).toBeNull();
  });

  testInLongRun('are requested together for uploads that finish during a request', async () => {
    let lastImageNumber = 1;
    const pendingResponse = deferred();
    const stub = showUploadArea(() => createImageRow((lastImageNumber += 1)));
    stub.addHandlers({ [FIND_LOOK_ALIKES]: () => pendingResponse.promise });
    await chooseFiles(
      createImageFile('a.jpg'),
      createImageFile('b.jpg', 'b'),
      createImageFile('c.jpg', 'c'),
      createImageFile('d.jpg', 'd'),
    );
    await screen.findByText('Uploaded 4 files.');
    await act(async () => pendingResponse.resolve({ available: true, results: [], ready: { ready: 2, total: 9 } }));
    expect(await getPanel().findByText('Compared with 2 of 9 images; the others are not ready yet.')).toBeVisible();
    const requestedImages = stub.getRequests(FIND_LOOK_ALIKES).map(({ body }) => (body as { images: string[] }).images);
    expect(requestedImages).toHaveLength(2);
    expect(requestedImages.flat().sort()).toEqual([2, 3, 4, 5].map((imageNumber) => createImageRow(imageNumber).id));
  });

  const FAILURES = [
    ['the request fails', failWith(502)],
    ['similarity is unavailable', { available: false, results: [], ready: comparisonProgress }],
  ] as const;
  test.each(FAILURES.slice(0, isLongRun ? undefined : 1))('are not shown if %s', async (_, response) => {
    const stub = showUploadArea(createImageRow(2));
    stub.addHandlers({ [FIND_LOOK_ALIKES]: response });
    await chooseFiles(createImageFile('mug.jpg'));
    await screen.findByText('Uploaded 1 files.');
    await waitFor(() => expect(stub.getRequests(FIND_LOOK_ALIKES)).toHaveLength(1));
    expect(getPanel().queryByText('Similar images:')).toBeNull();
    expect(getPanel().queryByRole('alert')).toBeNull();
    expect(getPanel().getByText('mug.jpg')).toBeVisible();
  });
});

// Keep this test last: the cancelled uploads never finish.
test('running uploads can be cancelled', async () => {
  showUploadArea(() => deferred().promise);
  await chooseFiles(createImageFile('slow.jpg'), createImageFile('next.jpg'), createImageFile('last.jpg'));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel all' }));
  expect(getPanel().getAllByText('Cancelled')).toHaveLength(3);
  expect(isLeavingGuarded()).toBe(false);
});
