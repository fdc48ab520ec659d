import 'fake-indexeddb/auto';
import { failWith, page } from '@console/shared-auth/testing';
import type { Change } from '@console/shared-contract/api';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { shownCanvas } from '../testing/fake-canvas';
import { showImage, waitUntilSaved } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const image = createImageRow(1, { name: 'shelf.png' });
const object = createObjectRow(31, image);

const createChange = (id: number, fields: Partial<Change> = {}): Change => ({
  id,
  change_set: {
    id,
    created: `2026-02-03T14:0${id}:00.000Z`,
    user: { id: createId(5), username: 'Anna' },
    ...({ origin: 'console', action: null, work: null, summarized: false, kinds: ['detection_object'] } as const),
    can_undo: true,
    undoes: null,
    undone_by: null,
  },
  kind: 'detection_object',
  subject: image.id,
  row: object.id,
  operation: 'update',
  before: { data: [1, 1, 40, 40] },
  after: { data: [2, 2, 40, 40] },
  ...fields,
});
const changes = [
  createChange(3, { operation: 'delete', row: createId(32), before: { detection_label_id: createId(900) }, after: null }),
  createChange(2),
  createChange(1, { kind: 'training_image', row: image.id, operation: 'insert', before: null, after: { name: 'shelf.png' } }),
];
const handlers = {
  'GET /history/v2/change/': {
    results: changes,
    next: null,
    names: { [createId(900)]: { kind: 'detection_label', name: 'Cup' } },
  },
  'GET /history/v2/image-shapes/': ({ query }: { query: { change: number } }) => ({
    created: `2026-02-03T14:0${query.change}:00.000Z`,
    shapes: [{ kind: 'detection_object', id: object.id, label: createId(900), name: null, data: [query.change, 2, 40, 40] }],
  }),
};
const showImageWithHistory = (options: Parameters<typeof showImage>[0] = {}) =>
  showImage({ image, ...options, handlers: { ...handlers, ...options.handlers } });
const openPanel = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  return within(await screen.findByRole('complementary', { name: 'History' }));
};
const getEarlierShapes = () => shownCanvas.editor?.topics.earlier.getSnapshot();
const pressKeys = (keys: string) => userEvent.keyboard(keys);

beforeEach(() => {
  Element.prototype.scrollIntoView = jest.fn();
});

test('lists users and their changes, focuses the heading, and closes with Escape', async () => {
  showImageWithHistory();
  const panel = await openPanel();
  expect(await panel.findByRole('button', { name: /^Removed 1 object: Cup.*2026-02-03 14:03 · Anna/ })).toBeVisible();
  expect(panel.getByRole('button', { name: /^Changed 1 object · Shape: 1, 1, 40, 40 → 2, 2, 40, 40/ })).toBeVisible();
  expect(panel.getByRole('button', { name: /^Added 1 image: shelf.png/ })).toBeVisible();
  expect(panel.getByRole('link', { name: 'Verifications and origin' })).toHaveAttribute(
    'href',
    `/history?kind=training_image&subject=${image.id}&name=shelf.png`,
  );
  expect(screen.getByRole('heading', { name: 'History' })).toHaveFocus();
  await pressKeys('{Escape}');
  expect(screen.queryByRole('complementary', { name: 'History' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('button', { name: 'History' })).toHaveFocus());
});

testInLongRun('keys show earlier versions of the shapes with a legend', async () => {
  showImageWithHistory();
  const panel = await openPanel();
  await panel.findByRole('button', { name: /^Removed 1 object/ });
  await pressKeys(',');
  await waitFor(() =>
    expect(getEarlierShapes()?.shapes).toMatchObject([{ kind: 'object', id: object.id, data: [2, 2, 40, 40] }]),
  );
  expect([...getEarlierShapes()!.changedIds]).toEqual([object.id]);
  const legend = within(await screen.findByRole('group', { name: 'Legend' }));
  expect(legend.getByText('2026-02-03 14:02 UTC (1 shape)')).toBeVisible();
  await pressKeys(',');
  await waitFor(() => expect(getEarlierShapes()?.shapes[0]?.data[0]).toBe(1));
  await pressKeys('.');
  await waitFor(() => expect(getEarlierShapes()?.shapes[0]?.data[0]).toBe(2));
  await userEvent.click(legend.getByRole('button', { name: 'Hide the earlier shapes' }));
  expect(getEarlierShapes()).toBeNull();
  expect(screen.queryByRole('group', { name: 'Legend' })).toBeNull();
});

test('a restored version replaces the shapes on the canvas', async () => {
  let objectData = [10, 10, 60, 60];
  const stub = showImageWithHistory({
    handlers: {
      'GET /detection/v2/object/': () => page([{ ...object, data: objectData, version: objectData[0] }]),
      'POST /history/v2/restore-version': ({ body }: { body: { dry_run?: boolean } }) => {
        if (!body.dry_run) objectData = [20, 20, 60, 60];
        return { change_set: 9, undone: 1, conflict_count: 0, conflicts: [] };
      },
    },
  });
  const panel = await openPanel();
  await userEvent.click(await panel.findByRole('button', { name: /^Changed 1 object/ }));
  await userEvent.click(await panel.findByRole('button', { name: 'Restore this version' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(shownCanvas.editor?.document.getShapes()[0]?.data).toEqual([20, 20, 60, 60]));
  expect(stub.getRequests('POST /history/v2/restore-version').at(-1)?.body).toMatchObject({
    kind: 'training_image',
    subject: image.id,
    change: 2,
  });
  // Ctrl+Z remains the key for undo in the editor.
  expect(await screen.findByText('Restored an earlier version (1 row)')).toBeVisible();
  expect(screen.queryByText('Ctrl+Z')).toBeNull();
});

test('unsent changes must be saved before a version is restored', async () => {
  let sendResponse: (() => void) | undefined;
  const stub = showImageWithHistory({
    handlers: {
      'PUT /detection/v2/object/{id}/': () => new Promise((resolve) => (sendResponse = () => resolve({ ...object, version: 2 }))),
    },
  });
  await waitFor(() => expect(shownCanvas.editor?.document.getShapes()).toHaveLength(1));
  const panel = await openPanel();
  await userEvent.click(await panel.findByRole('button', { name: /^Changed 1 object/ }));
  const restoreButton = await panel.findByRole('button', { name: 'Restore this version' });
  expect(restoreButton).not.toHaveAttribute('aria-disabled', 'true');
  const requestCount = stub.getRequests('GET /history/v2/change/').length;
  act(() => void shownCanvas.editor?.document.move(object.id, { x: 5, y: 5 }));
  expect(await panel.findByText(/Your latest changes are not saved yet/)).toBeVisible();
  expect(restoreButton).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(sendResponse).toBeDefined());
  act(() => sendResponse?.());
  await waitUntilSaved();
  await waitFor(() => expect(panel.queryByText(/Your latest changes are not saved yet/)).toBeNull());
  await waitFor(() => expect(stub.getRequests('GET /history/v2/change/').length).toBeGreaterThan(requestCount));
});

testInLongRun('a button shows the history of a deleted shape', async () => {
  const stub = showImageWithHistory();
  const panel = await openPanel();
  await userEvent.click(await panel.findByRole('button', { name: /^Removed 1 object/ }));
  await userEvent.click(await panel.findByRole('button', { name: 'History of a deleted shape' }));
  expect(await screen.findByRole('heading', { name: 'History of a deleted shape' })).toHaveFocus();
  expect(stub.getRequests('GET /history/v2/change/').at(-1)?.query).toMatchObject({ subject: image.id, row: createId(32) });
  await userEvent.click(screen.getByRole('button', { name: 'History of the image' }));
  expect(await screen.findByRole('heading', { name: 'History' })).toBeVisible();
});

test('the panel reports a missing connection and offers a retry', async () => {
  showImageWithHistory({ handlers: { 'GET /history/v2/change/': failWith(0) } });
  const panel = await openPanel();
  expect(await panel.findByText('You are offline. The history is shown when the connection returns.')).toBeVisible();
  expect(panel.getByRole('button', { name: 'Retry' })).toBeVisible();
});
