import { deferred, testUser, testWorkspace } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId, createImageRow } from '../browser/testing';
import { fakeImages } from '../image/testing/fake-canvas';
import { getConsoleOutboxes } from '../outbox/console/console-outboxes';
import { waitUntilSent, GET_BATCH, MARK_DONE, createJobServer, showJob, UNMARK_DONE } from './testing';

jest.mock('../editor/view', () => jest.requireActual<object>('../image/testing/fake-canvas'));
jest.mock('../image-decoding', () => jest.requireActual<object>('../image/testing/fake-canvas'));

const ITEMS = [createId(1), createId(2), createId(3)];
const findButton = (name: string) => screen.findByRole('button', { name });
/** Waits until the button is enabled. It is disabled until the image has been shown. */
const waitUntilReady = async (name = 'Verify and Next') =>
  waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true'));
const pressStep = async (name: string) => {
  await waitUntilReady(name);
  await userEvent.click(await findButton(name));
};
/** Simulates a press of Enter on a button, or a repeat while Enter is held. user-event does not set `repeat`. */
const pressEnter = async ({ isRepeat }: { isRepeat: boolean }) => {
  const stepButton = await findButton('Verify and Next');
  if (fireEvent.keyDown(stepButton, { key: 'Enter', repeat: isRepeat })) fireEvent.click(stepButton);
};
const getUrl = () => screen.getByRole('status', { name: 'Address' }).textContent;
const waitForImageInUrl = (imageId: string | null) =>
  waitFor(() => expect(new URLSearchParams(getUrl()?.split('?')[1]).get('image')).toBe(imageId));

afterEach(waitUntilSent);

beforeEach(() => {
  fakeImages.loadAll();
  sessionStorage.clear();
});

test('an empty batch shows that everything is complete', async () => {
  createJobServer([]);
  showJob();
  expect(await screen.findByText('There is no job for this task. Everything is complete!')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Check again' })).not.toBeInTheDocument();
  expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent('0/0');
});

test('items of other users are counted, and the batch can be loaded again', async () => {
  let openItems: string[] = [];
  createJobServer(ITEMS, {
    [GET_BATCH]: () => (openItems.length > 0 ? { results: openItems } : { results: [], with_others: 2 }),
  });
  showJob();
  expect(await screen.findByText(/Everything is complete!/)).toHaveTextContent('2 items are currently open for other users.');
  openItems = [ITEMS[1]!];
  await userEvent.click(await findButton('Check again'));
  await waitForImageInUrl(ITEMS[1]!);
});

test("a tooltip on the job's name shows its description", async () => {
  createJobServer(ITEMS);
  showJob();
  const toolbar = within(await screen.findByRole('toolbar', { name: 'Job' }));
  await userEvent.hover(toolbar.getByText('Shelf round'));
  expect(await screen.findByText('By the shelf.')).toBeVisible();
});

testInLongRun('the toolbar shows the file name of the image', async () => {
  createJobServer(ITEMS, {
    'GET /recognition/v2/training-image/{id}': createImageRow(1, { meta_data: { filename: 'shelf-1.jpg' } }),
  });
  showJob();
  expect(await screen.findByText('shelf-1.jpg')).toBeVisible();
});

test('an image cannot be verified before it is shown', async () => {
  const server = createJobServer(ITEMS);
  fakeImages.loadNone();
  showJob();
  await screen.findByRole('application', { name: 'Annotation canvas' });
  await userEvent.click(await findButton('Verify and Next'));
  await userEvent.click(await findButton('Next'));
  await waitForImageInUrl(ITEMS[0]!);
  fakeImages.load('/files/1.jpg');
  await pressStep('Verify and Next');
  await waitForImageInUrl(ITEMS[1]!);
  await screen.findByRole('application', { name: 'Annotation canvas' });
  expect(await findButton('Verify and Next')).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(server.listDone()).toEqual([ITEMS[0]]));
  expect(server.listVerified()).toEqual([ITEMS[0]]);
});

test('a double click or a held Enter key completes only one image', async () => {
  const server = createJobServer(ITEMS);
  showJob();
  await waitUntilReady();
  await userEvent.dblClick(await findButton('Verify and Next'));
  await waitForImageInUrl(ITEMS[1]!);
  await waitUntilReady();
  await pressEnter({ isRepeat: false });
  await waitForImageInUrl(ITEMS[2]!);
  await waitUntilReady();
  for (let repeatCount = 0; repeatCount < 5; repeatCount += 1) await pressEnter({ isRepeat: true });
  await waitForImageInUrl(ITEMS[2]!);
  await waitFor(() => expect(server.listDone()).toEqual([ITEMS[0], ITEMS[1]]));
  expect(server.listVerified()).toEqual([ITEMS[0], ITEMS[1]]);
});

test('undo after a step removes the verification and the completion mark of the image', async () => {
  const server = createJobServer(ITEMS);
  showJob();
  await pressStep('Verify and Next');
  await waitForImageInUrl(ITEMS[1]!);
  await waitFor(() => expect(server.listDone()).toEqual([ITEMS[0]]));
  await waitFor(async () => expect(await findButton('Undo')).toBeEnabled());
  await userEvent.click(await findButton('Undo'));
  await waitForImageInUrl(ITEMS[0]!);
  await waitFor(() => expect(server.listDone()).toEqual([]));
  const getUnverifyRequests = () => server.stub.getRequests('DELETE /annotate/v2/verification/{id}');
  await waitFor(() => expect(getUnverifyRequests()).toMatchObject([{ params: { id: 'v' } }]));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent('0/3'));
});

testInLongRun('undone steps can be redone in order and undone again', async () => {
  const server = createJobServer(ITEMS);
  showJob();
  const pressHistoryButton = async (name: 'Undo' | 'Redo') => {
    await waitUntilReady();
    await waitFor(async () => expect(await findButton(name)).toBeEnabled());
    await userEvent.click(await findButton(name));
  };
  await pressStep('Verify and Next');
  await waitForImageInUrl(ITEMS[1]!);
  await pressStep('Next');
  await waitForImageInUrl(ITEMS[2]!);
  await pressHistoryButton('Undo');
  await waitForImageInUrl(ITEMS[1]!);
  await pressHistoryButton('Undo');
  await waitForImageInUrl(ITEMS[0]!);
  await waitFor(() => expect(server.listDone()).toEqual([]));
  await pressHistoryButton('Redo');
  await waitForImageInUrl(ITEMS[1]!);
  await waitFor(() => expect(server.listDone()).toEqual([ITEMS[0]]));
  expect(server.listVerified()).toEqual([ITEMS[0], ITEMS[0]]);
  await pressHistoryButton('Redo');
  await waitForImageInUrl(ITEMS[2]!);
  await waitFor(() => expect(server.listDone()).toEqual(ITEMS.slice(0, 2)));
  await pressHistoryButton('Undo');
  await waitForImageInUrl(ITEMS[1]!);
  await pressHistoryButton('Undo');
  await waitForImageInUrl(ITEMS[0]!);
  await waitFor(() => expect(server.listDone()).toEqual([]));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent('0/3'));
});

test('an undone step of the last image can be redone after a reload', async () => {
  const server = createJobServer(ITEMS.slice(0, 1));
  const { unmount } = showJob();
  await pressStep('Verify and Next');
  await screen.findByText('There is no job for this task. Everything is complete!');
  await userEvent.click(await findButton('Undo the last step'));
  await waitForImageInUrl(ITEMS[0]!);
  await waitFor(async () => expect(await findButton('Redo')).toBeEnabled());
  await waitFor(() => expect(server.listDone()).toEqual([]));
  await waitUntilSent();
  unmount();
  showJob(`?image=${ITEMS[0]}`);
  await waitUntilReady();
  await waitFor(async () => expect(await findButton('Redo')).toBeEnabled());
  await userEvent.click(await findButton('Redo'));
  await screen.findByText('There is no job for this task. Everything is complete!');
  await waitFor(() => expect(server.listDone()).toEqual([ITEMS[0]]));
});

testInLongRun('a step can be undone before its writes are stored', async () => {
  const server = createJobServer(ITEMS);
  const outbox = getConsoleOutboxes().getOutbox(testUser.id, testWorkspace.id);
  const delayedStorage = deferred<void>();
  const enterWrite = outbox.enterWrite.bind(outbox);
  const slowEnterWrite = jest.spyOn(outbox, 'enterWrite').mockImplementation(async (write) => {
    await enterWrite(write);
    await delayedStorage.promise;
  });
  showJob();
  await pressStep('Verify and Next');
  await waitForImageInUrl(ITEMS[1]!);
  await waitFor(async () => expect(await findButton('Undo')).toBeEnabled());
  await userEvent.click(await findButton('Undo'));
  await waitForImageInUrl(ITEMS[0]!);
  slowEnterWrite.mockRestore();
  delayedStorage.resolve();
  // The undo waits until the step is stored. Depending on the timing, the undo cancels the step in the outbox or is sent after it.
  await waitFor(() => {
    expect(outbox.getPendingEntries()).toEqual([]);
    expect(server.stub.getRequests(UNMARK_DONE)).toHaveLength(server.stub.getRequests(MARK_DONE).length);
  });
  expect(server.listDone()).toEqual([]);
  await waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent('0/3'));
});

test('the last step of a job can be undone', async () => {
  const server = createJobServer(ITEMS.slice(0, 1));
  showJob();
  await pressStep('Verify and Next');
  await screen.findByText('There is no job for this task. Everything is complete!');
  await userEvent.click(await findButton('Undo the last step'));
  await waitForImageInUrl(ITEMS[0]!);
  expect(await screen.findByRole('application', { name: 'Annotation canvas' })).toBeVisible();
  await waitFor(() => expect(server.listDone()).toEqual([]));
});

test('Previous goes back after a reload and warns at the first image', async () => {
  createJobServer(ITEMS);
  const { unmount } = showJob();
  await pressStep('Previous');
  expect((await screen.findAllByText('No previous item in job....')).length).toBeGreaterThan(0);
  await pressStep('Next');
  await waitForImageInUrl(ITEMS[1]!);
  await pressStep('Next');
  await waitForImageInUrl(ITEMS[2]!);
  unmount();

  showJob(`?image=${ITEMS[2]}`);
  await screen.findByRole('application', { name: 'Annotation canvas' });
  await pressStep('Previous');
  await waitForImageInUrl(ITEMS[1]!);
  await pressStep('Previous');
  await waitForImageInUrl(ITEMS[0]!);
  // The image is already done and not in the current batch, but it is still an item of the job, so it can be opened.
  expect(await screen.findByRole('application', { name: 'Annotation canvas' })).toBeVisible();
});

test('an image that is not in the job is replaced by a message', async () => {
  createJobServer(ITEMS);
  showJob(`?image=${createId(7)}`);
  expect(await screen.findByText(/^This image is not in the job\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the image' })).toHaveAttribute('href', `/image/${createId(7)}`);
  expect(screen.queryByRole('application')).toBeNull();
  expect(await findButton('Verify and Next')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(await findButton('Continue the job'));
  await waitForImageInUrl(ITEMS[0]!);
  expect(await screen.findByRole('application', { name: 'Annotation canvas' })).toBeVisible();
});

test('after an image is deleted, the job shows the next image or loads the next batch', async () => {
  const server = createJobServer(ITEMS.slice(0, 2), {
    'DELETE /recognition/v2/training-image/{id}': ({ params }: { params: Record<string, string> }) => {
      server.remove(params.id ?? '');
      return {};
    },
  });
  showJob();
  const deleteCurrentImage = async () => {
    await screen.findByRole('application', { name: 'Annotation canvas' });
    await userEvent.click(await findButton('Delete image'));
    // Use `hidden: true`. On a busy machine, the focus trap of the dialog hides the dialog itself in jsdom.
    const dialog = within(await screen.findByRole('alertdialog', { hidden: true }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete image', hidden: true }));
  };
  await waitForImageInUrl(ITEMS[0]!);
  await deleteCurrentImage();
  await waitForImageInUrl(ITEMS[1]!);
  await deleteCurrentImage();
  expect(await screen.findByText('There is no job for this task. Everything is complete!')).toBeVisible();
  expect(server.stub.getRequests(GET_BATCH)).toHaveLength(2);
  expect(server.listDone()).toEqual([]);
});

test('users who cannot annotate have no step buttons', async () => {
  createJobServer(ITEMS, {}, ['recognition']);
  showJob();
  await screen.findByRole('application', { name: 'Annotation canvas' });
  for (const name of ['Previous', 'Verify and Next', 'Next']) expect(screen.queryByRole('button', { name })).toBeNull();
});
