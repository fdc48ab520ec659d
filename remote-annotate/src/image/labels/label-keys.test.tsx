import 'fake-indexeddb/auto';
import { page, testUser } from '@console/shared-auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import type { Editor } from '../../editor';
import { shownCanvas } from '../testing/fake-canvas';
import { createLabelServer, apple, pear } from '../testing/label-server';
import { showImage, waitUntilSaved } from '../testing/show-image';
import { getUserKeymap } from '../keys/user-keymap';

// The canvas uses konva, so the tests send pointer events to the editor.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const createLabel = (number: number, name: string, key: string | null) => ({ id: createId(number), name, color: '#00aa88', key });
const LABELS = [
  createLabel(900, 'Cup', '2'),
  createLabel(22, 'Plate', '1'),
  createLabel(24, 'Fork', 'f'),
  createLabel(25, 'Bowl', 'b'),
];
const getIds = (...names: string[]) => names.map((name) => LABELS.find((label) => label.name === name)?.id);

beforeEach(() => {
  localStorage.clear();
  // Restore the default keys, because key bindings are kept in memory.
  getUserKeymap(testUser.id).reset();
});

/**
 * Frees the letter of the mask tool by assigning another key to the tool. By default, actions use all letters, so labels with a letter have
 * no effect.
 */
const unassignLetterF = () => act(() => void getUserKeymap(testUser.id).rebind('mask', 'Shift+9'));

/** Each test uses its own image, because unsent changes stay in browser storage. */
async function showImageScreen(number: number, handlers: Parameters<typeof showImage>[0] = {}) {
  const image = createImageRow(number);
  const stub = showImage({
    image,
    ...handlers,
    handlers: {
      'GET /detection/v2/label/': page(LABELS),
      'GET /detection/v2/object/': page([createObjectRow(31, image)]),
      ...handlers.handlers,
    },
  });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Draw objects' })).toBeEnabled());
  await waitFor(() => expect(shownCanvas.editor?.document.size).toBe(1));
  const editor = shownCanvas.editor!;
  act(() => editor.viewport.resize({ width: 640, height: 480 }));
  return { user: userEvent.setup(), editor, stub };
}

const NO_MODIFIERS = { shift: false, ctrl: false, alt: false, meta: false };

/** Draws a box of 30 by 30 screen pixels in cell `index` of a grid with ten columns. */
function drawBox(editor: Editor, index: number): void {
  const [x, y] = [50 + (index % 10) * 50, 50 + Math.floor(index / 10) * 60];
  const event = { modifiers: NO_MODIFIERS, pointerType: 'mouse', pointerId: 1 } as const;
  act(() => {
    editor.dispatch({ ...event, type: 'pointer_move', button: -1, point: { x, y } });
    editor.dispatch({ ...event, type: 'pointer_down', button: 0, point: { x, y } });
    editor.dispatch({ ...event, type: 'pointer_move', button: -1, point: { x: x + 30, y: y + 30 } });
    editor.dispatch({ ...event, type: 'pointer_up', button: 0, point: { x: x + 30, y: y + 30 } });
  });
}
const listDrawnLabels = (editor: Editor) =>
  editor.document.getShapes().flatMap((shape) => (shape.serverId === createId(31) || !('labelId' in shape) ? [] : shape.labelId));

test('a key relabels the selected shapes, and changes nothing if they have its label', async () => {
  const { user, editor, stub } = await showImageScreen(64, {
    handlers: { 'PUT /detection/v2/object/{id}/': { ...createObjectRow(31, createImageRow(64)), version: 2 } },
  });
  const [shape] = editor.document.getShapes();
  act(() => {
    editor.setTool('select');
    editor.select(shape!.id);
  });
  await user.keyboard('2');
  expect(editor.document.canUndo).toBe(false);
  await user.keyboard('1');
  expect(editor.document.getShapes()).toMatchObject([{ labelId: createId(22) }]);
  await user.keyboard('1');
  await waitUntilSaved();
  expect(stub.getRequests('PUT /detection/v2/object/{id}/')).toHaveLength(1);
  act(() => editor.undo());
  expect(editor.document.canUndo).toBe(false);
  await waitFor(() => expect(stub.getRequests('PUT /detection/v2/object/{id}/')).toHaveLength(2));
  await waitUntilSaved();
});

test('a key searches labels for new shapes or the selection, and returns to the canvas', async () => {
  const { user, editor } = await showImageScreen(67, {
    handlers: { 'PUT /detection/v2/object/{id}/': { ...createObjectRow(31, createImageRow(67)), version: 2 } },
  });
  await user.keyboard('b;f{Enter}');
  expect(screen.getByRole('combobox', { name: 'Label for new shapes' })).toHaveValue('Fork');
  await user.keyboard('b;bow{Enter}');
  expect(screen.getByRole('combobox', { name: 'Label for new shapes' })).toHaveValue('Bowl');
  expect(screen.getByRole('application')).toHaveFocus();
  const [shape] = editor.document.getShapes();
  act(() => {
    editor.setTool('select');
    editor.select(shape!.id);
  });
  // Most letters are commands on the canvas. Therefore, `;` opens the search, which finds the label by its key.
  await user.keyboard(';f{Enter}');
  expect(editor.document.getShapes()).toMatchObject([{ labelId: createId(24) }]);
  act(() => editor.undo());
  await user.keyboard(';plat');
  expect(screen.getByRole('combobox', { name: 'Label' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('application')).toHaveFocus();
  expect(editor.document.canUndo).toBe(false);
  await user.keyboard(';plat{Enter}');
  expect(editor.document.getShapes()).toMatchObject([{ labelId: createId(22) }]);
  expect(screen.getByRole('application')).toHaveFocus();
  await waitUntilSaved();
});

test('a letter chooses a label only if no action uses the letter', async () => {
  const { user } = await showImageScreen(63);
  unassignLetterF();
  const getLabelPicker = () => screen.getByRole('combobox', { name: 'Label for new shapes' });
  await user.keyboard('b1');
  expect(getLabelPicker()).toHaveValue('Plate');
  await user.keyboard('b');
  expect(getLabelPicker()).toHaveValue('Plate');
  await user.keyboard('f');
  expect(getLabelPicker()).toHaveValue('Fork');
  act(() => void getUserKeymap(testUser.id).rebind('point', 'f'));
  await user.keyboard('1f');
  expect(screen.getByRole('radio', { name: 'Draw points' })).toBeChecked();
});

test('keys label the image in the recognition tab, or the object whose tasks have the focus', async () => {
  const labelServer = createLabelServer();
  const labelsWithKeys = [
    { ...apple, key: '1' },
    { ...pear, key: 'f' },
  ];
  const { user, editor } = await showImageScreen(1, {
    handlers: { ...labelServer.handlers, 'GET /recognition/v2/label/': page(labelsWithKeys) },
  });
  unassignLetterF();
  act(() => editor.setTool('select'));
  await user.click(await screen.findByRole('tab', { name: /^Recognition/ }));
  const findTask = async () => within(await screen.findByRole('region', { name: 'Kind' }));
  expect((await findTask()).getByRole('button', { name: 'Apple' })).toHaveAttribute('aria-keyshortcuts', '1');
  await user.keyboard('f');
  expect(await (await findTask()).findByRole('button', { name: 'Pear', pressed: true })).toBeVisible();
  await user.keyboard('1');
  expect(await (await findTask()).findByRole('button', { name: 'Apple', pressed: true })).toBeVisible();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Apple']));
  const [shape] = editor.document.getShapes();
  act(() => editor.select(shape!.id));
  const appleButton = await (await findTask()).findByRole('button', { name: 'Apple', pressed: false });
  act(() => appleButton.focus());
  await user.keyboard('f');
  await waitFor(() => expect(labelServer.listObjectLabels()).toEqual(['Pear']));
  expect(labelServer.listImageLabels()).toEqual(['Apple']);
  expect(editor.document.get(shape!.id)).toEqual(expect.objectContaining({ labelId: (shape as { labelId: string }).labelId }));
});

/** Enough boxes to press the key of a chosen label again, and to change the label. */
const BOX_COUNT = isLongRun ? 30 : 5;

// The next two tests must be the last ones, because their unsent boxes stay in browser storage.
test('after two keys, drags draw boxes of one label without a dialog', async () => {
  const { user, editor } = await showImageScreen(61);
  await user.keyboard('b2');
  for (let index = 0; index < BOX_COUNT; index += 1) drawBox(editor, index);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(listDrawnLabels(editor)).toEqual(Array.from({ length: BOX_COUNT }, () => getIds('Cup')[0]));
});

test('one key before each drag sets the label of the next box', async () => {
  const { user, editor } = await showImageScreen(62);
  unassignLetterF();
  const labels = Array.from({ length: BOX_COUNT }, (_, index) => (['Cup', 'Plate', 'Plate', 'Fork'] as const)[index % 4]!);
  await user.click(screen.getByRole('radio', { name: 'Draw objects' }));
  for (const [index, label] of labels.entries()) {
    // Press the key of the label even if the label is already chosen, as a user would who does not look at the toolbar.
    await user.keyboard(LABELS.find(({ name }) => name === label)?.key ?? '');
    drawBox(editor, index);
  }
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(listDrawnLabels(editor)).toEqual(getIds(...labels));
});
