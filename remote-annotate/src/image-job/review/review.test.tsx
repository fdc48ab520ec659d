import type { Remark } from '@console/shared-contract/api';
import { failWith, page, testUser, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId } from '../../browser/testing';
import { onCanvas, fakeImages } from '../../image/testing/fake-canvas';
import { waitUntilSent, createJobRow, createJobServer, showJob } from '../testing';

jest.mock('../../editor/view', () => jest.requireActual<object>('../../image/testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../../image/testing/fake-canvas'));

const ITEMS = [createId(1), createId(2), createId(3)];
const SEND_BACK = 'POST /annotate/v2/imagejob/{id}/send-back';
const DECIDE = 'PUT /annotate/v2/remark/{id}';
const JOB_ROW = 'GET /annotate/v2/imagejob/{id}';
const currentUser = { id: testUser.id, username: 'me' };
const ann = { id: createId(500), username: 'ann' };

const remark = (fields: Partial<Remark>): Remark => ({
  id: createId(700),
  workspace: 'w',
  job: createId(90),
  image: ITEMS[0]!,
  text: 'Tighter',
  data: [100, 80],
  author: currentUser,
  reviewer: ann,
  state: 'open',
  created: '2026-01-01T00:00:00Z',
  answered: null,
  version: 3,
  ...fields,
});

/** Shows a job with remarks of reviewers. The stub server stores the state of each remark. */
function show(remarks: readonly Remark[], handlers: StubHandlers = {}, search = '', items: readonly string[] = ITEMS) {
  const states = new Map(remarks.map(({ id, state }) => [id, state]));
  const server = createJobServer(items, {
    'GET /annotate/v2/remark/': ({ query }: StubRequest) =>
      page(remarks.map((row) => ({ ...row, state: states.get(row.id) })).filter(({ state }) => state === query.state)),
    [DECIDE]: ({ params, body }: StubRequest) => {
      states.set(params.id ?? '', (body as Remark).state);
      return { ...remarks.find(({ id }) => id === params.id), ...(body as object) };
    },
    ...handlers,
  });
  return { ...server, states, ...showJob(search) };
}
const findButton = (name: string) => screen.findByRole('button', { name });
const waitUntilSeen = (name = 'Verify and Next') =>
  waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true'));
const waitUntilAt = (image: string) =>
  waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(image));
const pressKey = (key: string, init: object = {}) => fireEvent.keyDown(window, { key, ...init });

afterEach(waitUntilSent);
beforeEach(() => {
  fakeImages.all();
  sessionStorage.clear();
  localStorage.clear();
});

test('Markdown instructions are shown until they are hidden, and run no script', async () => {
  const instructions =
    '# Cells\n\n- **All** of them\n\n<img src=x onerror="boom()">\n\n[Guide](https://guide.test) [bad](javascript:boom())\n\n![Cell](https://other.test/a.png)';
  const job = { [JOB_ROW]: { ...createJobRow(0, 3), instructions } };
  const { unmount, container, stub } = show([], job);
  const panel = await screen.findByRole('region', { name: 'Instructions' });
  expect(within(panel).getByRole('heading', { name: 'Cells', level: 3 })).toBeVisible();
  expect(within(panel).getByText('All').tagName).toBe('STRONG');
  expect(container.querySelector('img[onerror], script, img[src*="other.test"], a[href^="javascript"]')).toBeNull();
  expect(within(panel).getByRole('link')).toHaveAttribute('href', 'https://guide.test');
  expect(panel).toHaveTextContent('<img src=x');
  await userEvent.click(await findButton('Hide the instructions'));
  expect(screen.queryByRole('region', { name: 'Instructions' })).toBeNull();
  unmount();
  const reloaded = showJob();
  await waitUntilSeen();
  expect(screen.queryByRole('region', { name: 'Instructions' })).toBeNull();
  pressKey('I', { shiftKey: true, code: 'KeyI' });
  expect(await screen.findByRole('region', { name: 'Instructions' })).toBeVisible();
  await userEvent.click(await findButton('Hide the instructions'));
  reloaded.unmount();
  stub.addHandlers({ [JOB_ROW]: { ...createJobRow(0, 3), instructions: 'Others now' } });
  showJob();
  expect(await screen.findByText('Others now')).toBeVisible();
});

test('an item is sent back with a remark at the clicked position', async () => {
  const { stub } = show([], { [SEND_BACK]: remark({ author: ann, reviewer: currentUser }) });
  await waitUntilSeen();
  await userEvent.click(await findButton('Send back'));
  const pickerArea = await findButton('Click the location on the image, or move the mark with the arrow keys and press Enter.');
  const expected = onCanvas.editor!.viewport.toImage({ x: 30, y: 20 });
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
    data: [clampToImage(expected.x, 640), clampToImage(expected.y, 480)],
  });
});

test('an item can be sent back by keyboard, and a rejection keeps the text', async () => {
  const { stub } = show([], { [SEND_BACK]: failWith(400, 'item: has not been marked as done') });
  await waitUntilSeen();
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
  const { stub } = show([], {
    [JOB_ROW]: { ...createJobRow(0, 3), todo_number: 2 },
    [SEND_BACK]: remark({ author: ann }),
    'GET /annotate/v2/imagejob/{id}/snapshots': {
      results: [ann, { id: createId(501), username: 'bob' }].map((user) => ({ user, taken: '', labels: [], shapes: [] })),
    },
  });
  await waitUntilSeen();
  await userEvent.click(await findButton('Send back'));
  await userEvent.click(await findButton('Use the entire image'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the item back' }));
  await userEvent.selectOptions(await dialog.findByLabelText('Send to'), 'ann');
  await userEvent.type(dialog.getByLabelText(/^What to change/), 'Tighter');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  await waitFor(() => expect(stub.getRequests(SEND_BACK)[0]?.body).toMatchObject({ to: ann.id, data: null }));
});

test('a key and a filter lead the author to a remark, and Verify answers it', async () => {
  const { states, done } = show([remark({ image: ITEMS[2]! })], {}, `?image=${ITEMS[0]}`);
  await waitUntilSeen();
  const filter = await screen.findByRole('button', { name: /^Show only items with remarks for you\. Open remarks for you: 1/ });
  pressKey('r', { code: 'KeyR' });
  await waitUntilAt(ITEMS[2]!);
  expect(await screen.findByRole('region', { name: 'Remarks on this image' })).toHaveTextContent('Tighter');
  const pin = screen.getByRole('img', { name: 'Remark 1' });
  const { x, y } = onCanvas.editor!.viewport.toScreen({ x: 100, y: 80 });
  expect([pin.style.left, pin.style.top]).toEqual([`${x}px`, `${y}px`]);
  // Only the reviewer can close a remark.
  expect(screen.queryByRole('button', { name: 'Close the remark' })).toBeNull();
  await userEvent.click(filter);
  expect(filter).toHaveAttribute('aria-pressed', 'true');
  await waitUntilSeen();
  states.set(createId(700), 'answered');
  await userEvent.click(await findButton('Verify and Next'));
  await waitFor(() => expect(done()).toEqual([ITEMS[2]]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Show only items with remarks/ })).toBeNull());
});

test('the reviewer closes a changed item or sends it back again', async () => {
  const answered = remark({ author: ann, reviewer: currentUser, state: 'answered' });
  const { stub, done } = show([answered], { 'GET /annotate/v2/verification/': page([]) }, `?image=${ITEMS[1]}`);
  await waitUntilSeen();
  pressKey('r', { code: 'KeyR' });
  await waitUntilAt(ITEMS[0]!);
  await userEvent.click(await findButton('Send back again'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the item back' }));
  const text = dialog.getByLabelText(/^What to change/);
  expect(text).toHaveValue('Tighter');
  await userEvent.type(text, ' still');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  await waitFor(() =>
    expect(stub.getRequests(DECIDE)[0]?.body).toMatchObject({ state: 'open', text: 'Tighter still', version: 3 }),
  );
  await userEvent.click(await findButton('Close the remark'));
  await waitFor(() => expect(stub.getRequests(DECIDE)[1]?.body).toMatchObject({ state: 'closed', version: 3 }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Remarks on this image' })).toBeNull());
  expect(done()).toEqual([]);
});

test('the image stays, with the focus, after a reviewer without items closes its remark', async () => {
  show(
    [remark({ author: ann, reviewer: currentUser, state: 'answered' })],
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
  show([remark({})]);
  expect(await screen.findByRole('img', { name: 'Remark 1' })).toBeVisible();
  expect(screen.getByText('Tighter')).toBeVisible();
  fireEvent.click(await findButton('Hide the remarks'));
  expect(screen.getByText('Tighter')).not.toBeVisible();
  expect(localStorage.getItem('annotate.remarks-folded')).not.toBeNull();
});

test('the pins of open comments replace the pins of remarks', async () => {
  show([remark({})], { 'GET /comments/v2/thread/': page([]) }, `?image=${ITEMS[0]}&comment=all`);
  expect(await screen.findByText('Tighter')).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Remark 1' })).toBeNull();
});

test('Next on an item under review marks nothing', async () => {
  const { done } = show([remark({ author: ann, reviewer: currentUser, state: 'answered' })], {}, `?image=${ITEMS[0]}`);
  await screen.findByRole('region', { name: 'Remarks on this image' });
  await waitUntilSeen('Next');
  await userEvent.click(await findButton('Next'));
  await waitUntilAt(ITEMS[1]!);
  await waitUntilSeen('Next');
  await userEvent.click(await findButton('Next'));
  await waitFor(() => expect(done()).toEqual([ITEMS[1]]));
});

test('a reviewer verifies the images that others have done, and returns to the open images', async () => {
  const doneImages = [createId(8), createId(9)];
  const toReview = page(doneImages.map((image) => ({ image, done: '2026-01-01T00:00:00Z' })));
  const { verified, done } = show([], { 'GET /annotate/v2/imagejob/{id}/to-review/': toReview });
  await waitUntilSeen();
  fireEvent.click(await findButton('Review done images: 2'));
  await waitUntilAt(doneImages[0]!);
  await waitUntilSeen();
  fireEvent.click(await findButton('Verify and Next'));
  await waitUntilAt(doneImages[1]!);
  await waitUntilSeen();
  fireEvent.click(await findButton('Verify and Next'));
  expect(await screen.findByText('You have reviewed all done images of this job.')).toBeVisible();
  fireEvent.click(await findButton('Show the open images'));
  await waitUntilAt(ITEMS[0]!);
  await waitFor(() => expect(verified()).toEqual(doneImages));
  expect(done()).toEqual([]);
});

test('undo of a verification adds the image to the review again, and redo removes it', async () => {
  const doneImages = [createId(8), createId(9)];
  const toReview = page(doneImages.map((image) => ({ image, done: '2026-01-01T00:00:00Z' })));
  show([], { 'GET /annotate/v2/imagejob/{id}/to-review/': toReview });
  const press = async (name: 'Undo' | 'Redo') => {
    await waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true'));
    fireEvent.click(screen.getByRole('button', { name }));
  };
  await waitUntilSeen();
  fireEvent.click(await findButton('Review done images: 2'));
  await waitUntilAt(doneImages[0]!);
  await waitUntilSeen();
  fireEvent.click(await findButton('Verify and Next'));
  await waitUntilAt(doneImages[1]!);
  expect(await findButton('Review done images: 1')).toBeVisible();
  await waitUntilSeen();
  await press('Undo');
  await waitUntilAt(doneImages[0]!);
  expect(await findButton('Review done images: 2')).toBeVisible();
  await waitUntilSeen();
  await press('Redo');
  await waitUntilAt(doneImages[1]!);
  expect(await findButton('Review done images: 1')).toBeVisible();
});

test('a job of other users names its assignees', async () => {
  show([], { [JOB_ROW]: { ...createJobRow(0, 3), assignees: [ann] } }, '', []);
  expect(await screen.findByText(/^This job is assigned to ann\./)).toBeVisible();
  await act(async () => Promise.resolve());
});
