import type { LabelledShape } from '@console/shared-contract/api';
import {
  createUndoResult,
  failWith,
  listChangeSets,
  listUndone,
  page,
  signInForTest,
  UNDO,
  type StubHandlers,
  type StubRequest,
} from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, stubWorkspace } from '../browser/testing';
import { ShapeWallPage } from './shape-wall-page';

const LIST_SHAPES = 'GET /annotate/v2/labelled-shape/';
const CHANGE_SHAPES = 'POST /annotate/v2/labelled-shape/change';
const SEND_BACK = 'POST /annotate/v2/labelled-shape/send-back';
/** Gold items are images whose correct annotations are known. The work of annotators is compared with them. */
const ADD_TO_GOLD = 'POST /annotate/v2/gold/';
const cellLabel = { id: createId(900), name: 'Cell', color: '#ff0000', key: '1' };
const plateletLabel = { id: createId(901), name: 'Platelet', color: '#00ff00', key: '2' };

const createShape = (number: number, fields: Partial<LabelledShape> = {}): LabelledShape => ({
  id: createId(number),
  kind: 'object',
  label: cellLabel,
  box: [0, 0, 10, 10],
  crop: `/files/crop-${number}.webp`,
  image: { id: createId(500 + number), name: `slide-${number}.png`, verified: false },
  created_by: null,
  created: '2026-02-03T14:05:00.000Z',
  suspicion: null,
  likeness: null,
  ...fields,
});
const shapes = Array.from({ length: 5 }, (_, index) => createShape(index + 1));

interface ChangeRequestBody {
  shapes?: string[];
  dry_run?: boolean;
  label?: string;
}
const respondToChange = ({ body }: StubRequest) => {
  const { shapes: ids, dry_run: isPreview } = body as ChangeRequestBody;
  const count = ids?.length ?? 5;
  return isPreview
    ? { changed: [], next: null, preview: { matched: count, changes: count, images: 1, unfit: 0 } }
    : { changed: ids ?? shapes.map(({ id }) => id), next: null, preview: null };
};

function showWall(query: string, handlers: StubHandlers = {}) {
  const api = stubWorkspace({
    [LIST_SHAPES]: { total: shapes.length, next: null, shapes },
    [CHANGE_SHAPES]: respondToChange,
    [UNDO]: createUndoResult(),
    'GET /detection/v2/label/': page([cellLabel, plateletLabel]),
    'GET /segmentation/v2/label/': page([]),
    'GET /account/v2/member/': page([{ id: createId(50), username: 'ann' }]),
    ...handlers,
  });
  renderConsole(<ShapeWallPage />, { route: `/shapes${query}` });
  return api;
}
const WITH_CELLS = `?labels=${cellLabel.id}`;
const findTiles = async () => within(await screen.findByRole('listbox', { name: 'Shapes' })).findAllByRole('option');
const listSelected = () =>
  within(screen.getByRole('listbox', { name: 'Shapes' }))
    .getAllByRole('option')
    .flatMap((tile, index) => (tile.getAttribute('aria-selected') === 'true' ? index : []));
const pressButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

// jsdom has no layout, so simulate a grid of 360 x 600 pixels. It has three columns.
beforeEach(() => {
  signInForTest();
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(360);
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

test('the shape wall asks for a label before it lists shapes', async () => {
  const api = showWall('');
  expect(await screen.findByText('Select one or more labels to see their shapes.')).toBeVisible();
  expect(api.getRequests(LIST_SHAPES)).toHaveLength(0);
});

test('the URL filters and sorts the shapes', async () => {
  const task = createId(77);
  const api = showWall(
    `${WITH_CELLS}&verified=0&creator=${createId(50)}&suspected=1&sort=largest&violations-of=${task}&violated-rule=small`,
  );
  expect(await findTiles()).toHaveLength(5);
  expect(screen.getByText('5 shapes')).toBeVisible();
  expect(api.getRequests(LIST_SHAPES)[0]?.query).toMatchObject({
    shape_labels: [cellLabel.id],
    verified: false,
    created_by: createId(50),
    suspected: true,
    sort: 'largest',
    detection_task_violations: task,
    violated_rule: 'small',
  });
});

test('tiles name the label, the image, the suspected error and the confidence of the model', async () => {
  const shapes = [createShape(1, { suspicion: 0.75 }), createShape(2, { confidence: 0.4 })];
  showWall(WITH_CELLS, { [LIST_SHAPES]: { total: 2, next: null, shapes } });
  expect(await screen.findByRole('option', { name: 'Cell, box, slide-2.png, confidence of the model, 40 %' })).toBeVisible();
  expect(await screen.findByRole('option', { name: 'Cell, box, slide-1.png, suspected error, 75 %' })).toBeVisible();
});

test('clicks, Shift and Ctrl select shapes, and so do arrow keys and Space', async () => {
  showWall(WITH_CELLS);
  const tiles = await findTiles();
  const user = userEvent.setup();
  await user.click(tiles[1]!);
  expect(listSelected()).toEqual([1]);
  await user.keyboard('{Shift>}');
  await user.click(tiles[3]!);
  await user.keyboard('{/Shift}');
  expect(listSelected()).toEqual([1, 2, 3]);
  await user.keyboard('{Control>}');
  await user.click(tiles[2]!);
  await user.keyboard('{/Control}');
  expect(listSelected()).toEqual([1, 3]);
  // The grid has three columns, so the down arrow moves from tile 0 to tile 3.
  act(() => tiles[2]!.focus());
  await user.keyboard('{ArrowLeft}{ArrowLeft} ');
  expect(listSelected()).toEqual([0, 1, 3]);
  await user.keyboard('{ArrowDown}{Shift>}{ArrowRight}{/Shift}');
  expect(listSelected()).toEqual([3, 4]);
  expect(document.activeElement).toHaveAttribute('aria-posinset', '5');
});

test('a label key relabels the selection after a preview, and one Undo reverts all calls', async () => {
  const api = showWall(WITH_CELLS);
  const tiles = await findTiles();
  await userEvent.click(tiles[0]!);
  await userEvent.keyboard('2');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the label of 1 shape' }));
  expect(await dialog.findByText('1 shape in 1 image will change.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Change label' }));
  expect(await screen.findByText('Label of 1 shape changed.')).toBeVisible();
  const changeBodies = api.getRequests(CHANGE_SHAPES).map(({ body }) => body as ChangeRequestBody);
  expect(changeBodies.at(-1)).toMatchObject({ change: 'relabel', shapes: [shapes[0]!.id], label: plateletLabel.id });
  const [changeSet] = listChangeSets(api, CHANGE_SHAPES).filter(Boolean);
  await pressButton('Undo');
  await waitFor(() => expect(listUndone(api)).toEqual([changeSet]));
});

test('all matching shapes are deleted by the filter', async () => {
  const listShapes = ({ query }: StubRequest) =>
    query.after ? { total: null, next: null, shapes: [] } : { total: 2000, next: 'more', shapes };
  const api = showWall(`${WITH_CELLS}&verified=0`, { [LIST_SHAPES]: listShapes });
  const tiles = await findTiles();
  await userEvent.click(tiles[0]!);
  await pressButton('Select all 2,000 shapes that match this search');
  await pressButton('Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2,000 shapes?' }));
  expect(await dialog.findByText('5 shapes in 1 image will be deleted.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('5 shapes deleted.')).toBeVisible();
  expect(api.getRequests(CHANGE_SHAPES).at(-1)?.body).toMatchObject({
    change: 'delete',
    filter: { shape_labels: [cellLabel.id], verified: false },
  });
});

test('images of selected shapes are sent back with a remark', async () => {
  const api = showWall(WITH_CELLS, {
    [SEND_BACK]: { images: [shapes[0]!.image.id], not_done: 1 },
  });
  const tiles = await findTiles();
  await userEvent.click(tiles[0]!);
  await pressButton('Send back');
  const dialog = within(await screen.findByRole('dialog', { name: 'Send images back' }));
  expect(await dialog.findByText(/^1 image will be sent back/)).toHaveTextContent(
    '1 image is not a completed item of a job and will not be sent back.',
  );
  await userEvent.type(dialog.getByRole('textbox', { name: /^What to change/ }), 'Too large');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(await screen.findByText('1 image sent back.')).toBeVisible();
  expect(api.getRequests(SEND_BACK).at(-1)?.body).toMatchObject({ shapes: [shapes[0]!.id], text: 'Too large' });
});

testInLongRun('images of selected shapes become gold items of a task', async () => {
  const { image } = shapes[0]!;
  const task = { id: createId(78), name: 'Cells' };
  const api = showWall(WITH_CELLS, {
    [LIST_SHAPES]: { total: 2, next: null, shapes: [shapes[0]!, createShape(2, { image })] },
    'GET /detection/v2/task/': page([task]),
    'GET /segmentation/v2/task/': page([]),
    'GET /recognition/v2/task/': page([]),
    [ADD_TO_GOLD]: { created: 1, already_gold: 0, not_verified: 0 },
  });
  const tiles = await findTiles();
  await userEvent.click(tiles[0]!);
  await userEvent.keyboard('{Shift>}');
  await userEvent.click(tiles[1]!);
  await pressButton('Add to gold');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 1 image to gold' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Task' }));
  await userEvent.click(await screen.findByRole('option', { name: /Cells/ }));
  await dialog.findByText('1 image will become a gold item.');
  await userEvent.click(dialog.getByRole('button', { name: 'Add to gold' }));
  expect(await screen.findByText('1 image added to gold.')).toBeVisible();
  expect(api.getRequests(ADD_TO_GOLD).at(-1)?.body).toMatchObject({ task: task.id, images: [image.id], dry_run: false });
});

test('shapes similar to the selected one are listed', async () => {
  const mask = createShape(2, { kind: 'mask' });
  const api = showWall(WITH_CELLS, {
    [LIST_SHAPES]: { total: 2, next: null, shapes: [shapes[0], mask] },
    'GET /annotate/v2/labelled-shape/{id}': mask,
    'GET /segmentation/v2/mask/{id}/similar': { available: true, by: 'both', images: [], objects: [], groups: [], ready: {} },
  });
  const tiles = await findTiles();
  await userEvent.click(tiles[1]!);
  await pressButton('Show similar');
  await waitFor(() => expect(api.getRequests(LIST_SHAPES).at(-1)?.query).toMatchObject({ similar_to: mask.id }));
  const chip = within(await screen.findByRole('group', { name: 'Similar to' }));
  expect(await chip.findByRole('link', { name: 'Cell' })).toHaveAttribute('href', `/image/${mask.image.id}?object=${mask.id}`);
  await userEvent.click(chip.getByRole('button', { name: 'Show all shapes again' }));
  await waitFor(() => expect(api.getRequests(LIST_SHAPES).at(-1)?.query).not.toHaveProperty('similar_to'));
});

test('shows how many shapes the search for similar shapes can find', async () => {
  const readyCounts = { ready: { object: { ready: 12, total: 40 } } };
  showWall(`${WITH_CELLS}&similar=${createId(1)}`, {
    [LIST_SHAPES]: { total: 0, next: null, shapes: [] },
    'GET /detection/v2/object/{id}/similar': { available: true, by: 'both', images: [], objects: [], groups: [], ...readyCounts },
  });
  expect(
    await screen.findByText('12 of 40 shapes of this kind are ready for the search. The list grows as more become ready.'),
  ).toBeVisible();
});

test('shows a message if no shape matches, and retries a failed list', async () => {
  let isFailing = true;
  showWall(`${WITH_CELLS}&verified=1`, {
    [LIST_SHAPES]: () => (isFailing ? failWith(500) : { total: 0, next: null, shapes: [] }),
  });
  expect(await screen.findByText('Unable to load the shapes.', undefined, { timeout: 10_000 })).toBeVisible();
  isFailing = false;
  await pressButton('Retry');
  expect(await screen.findByText('No shapes match these filters.')).toBeVisible();
});
