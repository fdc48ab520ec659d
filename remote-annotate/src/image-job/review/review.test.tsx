import type { Remark } from '@console/shared-contract/api';
import { failWith, page, testUser, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId } from '../../browser/testing';
import { shownCanvas, fakeImages } from '../../image/testing/fake-canvas';
import { waitUntilSent, createJobRow, createJobServer, showJob } from '../testing';

jest.mock('../../editor/view', () => jest.requireActual<object>('../../image/testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../../image/testing/fake-canvas'));

const ITEMS = [createId(1), createId(2), createId(3)];
const SEND_BACK = 'POST /annotate/v2/imagejob/{id}/send-back';
const UPDATE_REMARK = 'PUT /annotate/v2/remark/{id}';
const GET_JOB = 'GET /annotate/v2/imagejob/{id}';
const CURRENT_USER = { id: testUser.id, username: 'me' };
const ANN = { id: createId(500), username: 'ann' };

const createRemark = (fields: Partial<Remark>): Remark => ({
  id: createId(700),
  workspace: 'w',
  job: createId(90),
  image: ITEMS[0]!,
  text: 'Tighter',
  data: [100, 80],
  author: CURRENT_USER,
  reviewer: ANN,
  state: 'open',
  created: '2026-01-01T00:00:00Z',
  answered: null,
  version: 3,
  ...fields,
});

/** Shows a job with remarks of reviewers. The stub server stores the state of each remark. */
function showJobWithRemarks(
  remarks: readonly Remark[],
  handlers: StubHandlers = {},
  search = '',
  items: readonly string[] = ITEMS,
) {
  const stateByRemark = new Map(remarks.map(({ id, state }) => [id, state]));
  const server = createJobServer(items, {
    'GET /annotate/v2/remark/': ({ query }: StubRequest) =>
      page(remarks.map((row) => ({ ...row, state: stateByRemark.get(row.id) })).filter(({ state }) => state === query.state)),
    [UPDATE_REMARK]: ({ params, body }: StubRequest) => {
      stateByRemark.set(params.id ?? '', (body as Remark).state);
      return { ...remarks.find(({ id }) => id === params.id), ...(body as object) };
    },
    ...handlers,
  });
  return { ...server, states: stateByRemark, ...showJob(search) };
}
const findButton = (name: string) => screen.findByRole('button', { name });
const waitUntilButtonEnabled = (name = 'Verify and Next') =>
  waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true'));
const waitForImageInUrl = (imageId: string) =>
  waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(imageId));
const pressKey = (key: string, eventInit: object = {}) => fireEvent.keyDown(window, { key, ...eventInit });

afterEach(waitUntilSent);
beforeEach(() => {
  fakeImages.loadAll();
  sessionStorage.clear();
  localStorage.clear();
});

test('Markdown instructions are shown until they are hidden, and run no script', async () => {
  const instructions =
    '# Cells\n\n- **All** of them\n\n<img src=x onerror="boom()">\n\n[Guide](https://guide.test) [bad](javascript:boom())\n\n![Cell](https://other.test/a.png)';
  const jobHandlers = { [GET_JOB]: { ...createJobRow(0, 3), instructions } };
  const { unmount, container } = showJobWithRemarks([], jobHandlers);
  const panel = await screen.findByRole('region', { name: 'Instructions' });
  expect(within(panel).getByRole('heading', { name: 'Cells', level: 3 })).toBeVisible();
  expect(within(panel).getByText('All').tagName).toBe('STRONG');
  expect(container.querySelector('img[onerror], script, img[src*="other.test"], a[href^="javascript"]')).toBeNull();
  expect(within(panel).getByRole('link')).toHaveAttribute('href', 'https://guide.test');
  expect(panel).toHaveTextContent('<img src=x');
  await userEvent.click(await findButton('Hide the instructions'));
  expect(screen.queryByRole('region', { name: 'Instructions' })).toBeNull();
  unmount();
  showJob();
  await waitUntilButtonEnabled();
  expect(screen.queryByRole('region', { name: 'Instructions' })).toBeNull();
  pressKey('I', { shiftKey: true, code: 'KeyI' });
  expect(await screen.findByRole('region', { name: 'Instructions' })).toBeVisible();
});

testInLongRun('changed instructions are shown although the user has hidden the previous ones', async () => {
  const { unmount, stub } = showJobWithRemarks([], { [GET_JOB]: { ...createJobRow(0, 3), instructions: 'All cells' } });
  await userEvent.click(await findButton('Hide the instructions'));
  unmount();
  stub.addHandlers({ [GET_JOB]: { ...createJobRow(0, 3), instructions: 'Others now' } });
  showJob();
  expect(await screen.findByText('Others now')).toBeVisible();
});

test('an item is sent back with a remark at the clicked position', async () => {
  const { stub } = showJobWithRemarks([], { [SEND_BACK]: createRemark({ author: ANN, reviewer: CURRENT_USER }) });
  await waitUntilButtonEnabled();
  await userEvent.click(await findButton('Send back'));
  const pickerArea = await findButton('Click the location on the image, or move the mark with the arrow keys and press Enter.');
  const expectedPosition = shownCanvas.editor!.viewport.toImage({ x: 30, y: 20 });
  fireEvent.click(pickerArea, { clientX: 30, clientY: 20, detail: 1 });
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the item back' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(dialog.getByText('Enter what to change')).toBeVisible();
  expect(stub.getRequests(SEND_BACK)).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/^What to change/), 'A cell is missing');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(await screen.findByText('Item sent back')).toBeVisible();
  const clampToImage = (value: number, max: number) => Math.round(Math.min(max, Math.max(0, value)));
  expect(stub.getRequests(SEND_BACK)[0]?.body).toMatchObject({
    item: ITEMS[0],
    text: 'A cell is missing',
    data: [clampToImage(expectedPosition.x, 640), clampToImage(expectedPosition.y, 480)],
  });
});

test('an item can be sent back by keyboard, and a server error keeps the entered text', async () => {
  const { stub } = showJobWithRemarks([], { [SEND_BACK]: failWith(400, 'item: has not been marked as done') });
  await waitUntilButtonEnabled();
  pressKey('M', { shiftKey: true, code: 'KeyM' });
  const pickerArea = await findButton('Click the location on the image, or move the mark with the arrow keys and press Enter.');
  expect(pickerArea).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(pickerArea).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('application', { name: 'Annotation canvas' })).toHaveFocus());
  pressKey('M', { shiftKey: true, code: 'KeyM' });
  await findButton('Click the location on the image, or move the mark with the arrow keys and press Enter.');
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the item back' }));
  await userEvent.type(dialog.getByLabelText(/^What to change/), 'Tighter');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(await dialog.findByText(/^Unable to send the item back. Item has not been marked/)).toBeVisible();
  expect(dialog.getByLabelText(/^What to change/)).toHaveValue('Tighter');
  expect((stub.getRequests(SEND_BACK)[0]!.body as { data: unknown }).data).toHaveLength(2);
});

test('the reviewer selects one of two annotators', async () => {
  const { stub } = showJobWithRemarks([], {
    [GET_JOB]: { ...createJobRow(0, 3), todo_number: 2 },
    [SEND_BACK]: createRemark({ author: ANN }),
    'GET /annotate/v2/imagejob/{id}/snapshots': {
      results: [ANN, { id: createId(501), username: 'bob' }].map((user) => ({ user, taken: '', labels: [], shapes: [] })),
    },
  });
  await waitUntilButtonEnabled();
  await userEvent.click(await findButton('Send back'));
  await userEvent.click(await findButton('Use the entire image'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the item back' }));
  await userEvent.selectOptions(await dialog.findByLabelText('Send to'), 'ann');
  await userEvent.type(dialog.getByLabelText(/^What to change/), 'Tighter');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  await waitFor(() => expect(stub.getRequests(SEND_BACK)[0]?.body).toMatchObject({ to: ANN.id, data: null }));
});

test('a key or a filter shows the author the item with a remark, and Verify answers the remark', async () => {
  const { states, listDone } = showJobWithRemarks([createRemark({ image: ITEMS[2]! })], {}, `?image=${ITEMS[0]}`);
  await waitUntilButtonEnabled();
  const filterButton = await screen.findByRole('button', {
    name: /^Show only items with remarks for you\. Open remarks for you: 1/,
  });
  pressKey('r', { code: 'KeyR' });
  await waitForImageInUrl(ITEMS[2]!);
  expect(await screen.findByRole('region', { name: 'Remarks on this image' })).toHaveTextContent('Tighter');
  const pin = screen.getByRole('img', { name: 'Remark 1' });
  const { x, y } = shownCanvas.editor!.viewport.toScreen({ x: 100, y: 80 });
  expect([pin.style.left, pin.style.top]).toEqual([`${x}px`, `${y}px`]);
  // Only the reviewer can close a remark.
  expect(screen.queryByRole('button', { name: 'Close the remark' })).toBeNull();
  await userEvent.click(filterButton);
  expect(filterButton).toHaveAttribute('aria-pressed', 'true');
  await waitUntilButtonEnabled();
  states.set(createId(700), 'answered');
  await userEvent.click(await findButton('Verify and Next'));
  await waitFor(() => expect(listDone()).toEqual([ITEMS[2]]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Show only items with remarks/ })).toBeNull());
});

test('the reviewer can close an answered remark or send its item back again', async () => {
  const answeredRemark = createRemark({ author: ANN, reviewer: CURRENT_USER, state: 'answered' });
  const { stub, listDone } = showJobWithRemarks(
    [answeredRemark],
    { 'GET /annotate/v2/verification/': page([]) },
    `?image=${ITEMS[1]}`,
  );
  await waitUntilButtonEnabled();
  pressKey('r', { code: 'KeyR' });
  await waitForImageInUrl(ITEMS[0]!);
  await userEvent.click(await findButton('Send back again'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the item back' }));
  const textField = dialog.getByLabelText(/^What to change/);
  expect(textField).toHaveValue('Tighter');
  await userEvent.type(textField, ' still');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  await waitFor(() =>
    expect(stub.getRequests(UPDATE_REMARK)[0]?.body).toMatchObject({ state: 'open', text: 'Tighter still', version: 3 }),
  );
  await userEvent.click(await findButton('Close the remark'));
  await waitFor(() => expect(stub.getRequests(UPDATE_REMARK)[1]?.body).toMatchObject({ state: 'closed', version: 3 }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Remarks on this image' })).toBeNull());
  expect(listDone()).toEqual([]);
});

testInLongRun('closing the only remark keeps the image open and focuses its canvas', async () => {
  showJobWithRemarks(
    [createRemark({ author: ANN, reviewer: CURRENT_USER, state: 'answered' })],
    { 'GET /annotate/v2/imagejob/': page([]) },
    `?image=${ITEMS[0]}`,
    [],
  );
  await screen.findByRole('region', { name: 'Remarks on this image' });
  await userEvent.click(await findButton('Close the remark'));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Remarks on this image' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Show only items with remarks/ })).toBeNull());
  await waitFor(() => expect(screen.getByRole('application', { name: 'Annotation canvas' })).toHaveFocus());
  expect(screen.queryByText(/not in this job/)).toBeNull();
});

test('folded remarks show no text and stay folded in this browser', async () => {
  showJobWithRemarks([createRemark({})]);
  expect(await screen.findByRole('img', { name: 'Remark 1' })).toBeVisible();
  expect(screen.getByText('Tighter')).toBeVisible();
  fireEvent.click(await findButton('Hide the remarks'));
  expect(screen.getByText('Tighter')).not.toBeVisible();
  expect(localStorage.getItem('annotate.remarks-folded')).not.toBeNull();
});

testInLongRun('the pins of open comments replace the pins of remarks', async () => {
  showJobWithRemarks([createRemark({})], { 'GET /comments/v2/thread/': page([]) }, `?image=${ITEMS[0]}&comment=all`);
  expect(await screen.findByText('Tighter')).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Remark 1' })).toBeNull();
});

test('Next on an item under review does not mark the item as done', async () => {
  const { listDone } = showJobWithRemarks(
    [createRemark({ author: ANN, reviewer: CURRENT_USER, state: 'answered' })],
    {},
    `?image=${ITEMS[0]}`,
  );
  await screen.findByRole('region', { name: 'Remarks on this image' });
  await waitUntilButtonEnabled('Next');
  await userEvent.click(await findButton('Next'));
  await waitForImageInUrl(ITEMS[1]!);
  await waitUntilButtonEnabled('Next');
  await userEvent.click(await findButton('Next'));
  await waitFor(() => expect(listDone()).toEqual([ITEMS[1]]));
});

test('a reviewer verifies the images that others have done, and returns to the open images', async () => {
  const doneImages = [createId(8), createId(9)];
  const toReviewPage = page(doneImages.map((image) => ({ image, done: '2026-01-01T00:00:00Z' })));
  const { listVerified, listDone } = showJobWithRemarks([], { 'GET /annotate/v2/imagejob/{id}/to-review/': toReviewPage });
  await waitUntilButtonEnabled();
  fireEvent.click(await findButton('Review done images: 2'));
  await waitForImageInUrl(doneImages[0]!);
  await waitUntilButtonEnabled();
  fireEvent.click(await findButton('Verify and Next'));
  await waitForImageInUrl(doneImages[1]!);
  await waitUntilButtonEnabled();
  fireEvent.click(await findButton('Verify and Next'));
  expect(await screen.findByText('You have reviewed all done images of this job.')).toBeVisible();
  fireEvent.click(await findButton('Show the open images'));
  await waitForImageInUrl(ITEMS[0]!);
  await waitFor(() => expect(listVerified()).toEqual(doneImages));
  expect(listDone()).toEqual([]);
});

testInLongRun('undo of a verification adds the image to the review again, and redo removes it', async () => {
  const doneImages = [createId(8), createId(9)];
  const toReviewPage = page(doneImages.map((image) => ({ image, done: '2026-01-01T00:00:00Z' })));
  showJobWithRemarks([], { 'GET /annotate/v2/imagejob/{id}/to-review/': toReviewPage });
  const pressHistoryButton = async (name: 'Undo' | 'Redo') => {
    await waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true'));
    fireEvent.click(screen.getByRole('button', { name }));
  };
  await waitUntilButtonEnabled();
  fireEvent.click(await findButton('Review done images: 2'));
  await waitForImageInUrl(doneImages[0]!);
  await waitUntilButtonEnabled();
  fireEvent.click(await findButton('Verify and Next'));
  await waitForImageInUrl(doneImages[1]!);
  expect(await findButton('Review done images: 1')).toBeVisible();
  await waitUntilButtonEnabled();
  await pressHistoryButton('Undo');
  await waitForImageInUrl(doneImages[0]!);
  expect(await findButton('Review done images: 2')).toBeVisible();
  await waitUntilButtonEnabled();
  await pressHistoryButton('Redo');
  await waitForImageInUrl(doneImages[1]!);
  expect(await findButton('Review done images: 1')).toBeVisible();
});

test('a job of other users names its assignees', async () => {
  showJobWithRemarks([], { [GET_JOB]: { ...createJobRow(0, 3), assignees: [ANN] } }, '', []);
  expect(await screen.findByText(/^This job is assigned to ann\./)).toBeVisible();
  await act(async () => Promise.resolve());
});
