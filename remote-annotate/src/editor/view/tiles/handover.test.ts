import type { ChangeEvent } from '../../document/changes';
import type { BoxData, BoxShape, Shape } from '../../model/types';
import { Handover } from './handover';

const createBox = (id: string, data: BoxData): BoxShape => ({ kind: 'object', id, labelId: 'cat', data, metaData: {} });
const SHAPE_A = createBox('a', [0, 0, 10, 10]);
const SHAPE_B = createBox('b', [50, 50, 60, 60]);

function setUp() {
  const tileState = { isFresh: false, excluded: new Set<string>(), invalidated: [] as Shape[], covered: [] as Shape[] };
  const shapesById = new Map([SHAPE_A, SHAPE_B].map((shape) => [shape.id, shape]));
  const fakeTiles = {
    invalidate: (shapes: readonly Shape[]) => void tileState.invalidated.push(...shapes),
    invalidateCovered: (shapes: readonly Shape[]) => {
      tileState.invalidated.push(...shapes);
      tileState.covered.push(...shapes);
    },
    exclude: (shapes: readonly Shape[]) => {
      tileState.excluded = new Set(shapes.map(({ id }) => id));
    },
    isFresh: () => tileState.isFresh,
  };
  const handover = new Handover(fakeTiles, (id) => shapesById.get(id));
  return { tileState, handover, listDrawnIds: () => handover.getShapes().map(({ id }) => id) };
}

const createEvent = (changes: ChangeEvent['changes'], cause: ChangeEvent['cause'] = 'update'): ChangeEvent => ({
  origin: 'local',
  cause,
  changes,
});

test('a deselected shape is painted until the tiles show it', () => {
  const { tileState, handover, listDrawnIds } = setUp();
  handover.select([SHAPE_A]);
  expect([...tileState.excluded]).toEqual(['a']);
  handover.select([SHAPE_B]);
  handover.removeFresh();
  expect(listDrawnIds()).toEqual(['a']);
  tileState.isFresh = true;
  handover.removeFresh();
  expect(listDrawnIds()).toEqual([]);
});

test('a changed shape is painted immediately and invalidates the tiles of its old and new state', () => {
  const { tileState, handover } = setUp();
  const changedShape = createBox('a', [5, 5, 15, 15]);
  handover.handleChange(createEvent([{ op: 'update', before: SHAPE_A, after: changedShape }]));
  expect(handover.getShapes()).toEqual([changedShape]);
  expect(tileState.invalidated).toEqual(expect.arrayContaining([SHAPE_A, changedShape]));
});

test('a deselected shape is painted at its current position', () => {
  const { handover } = setUp();
  handover.select([SHAPE_A]);
  const changedShape = createBox('a', [5, 5, 15, 15]);
  handover.handleChange(createEvent([{ op: 'update', before: SHAPE_A, after: changedShape }]));
  expect(handover.getShapes()).toEqual([]);
  handover.select([]);
  expect(handover.getShapes()).toEqual([changedShape]);
});

test('a selected shape that is deleted and restored is painted by the tiles again', () => {
  const { tileState, handover } = setUp();
  handover.select([SHAPE_A]);
  handover.handleChange(createEvent([{ op: 'delete', before: SHAPE_A }], 'delete'));
  handover.select([]);
  handover.handleChange(createEvent([{ op: 'create', after: SHAPE_A }], 'remote'));
  expect([...tileState.excluded]).toEqual([]);
  expect(handover.getShapes()).toEqual([SHAPE_A]);
});

test('deleted shapes are not painted', () => {
  const { handover, listDrawnIds } = setUp();
  handover.select([SHAPE_A]);
  handover.select([SHAPE_B]);
  handover.handleChange(
    createEvent(
      [
        { op: 'delete', before: SHAPE_A },
        { op: 'delete', before: SHAPE_B },
      ],
      'delete',
    ),
  );
  handover.select([]);
  expect(listDrawnIds()).toEqual([]);
});

test('a loaded page only invalidates tiles, and an acknowledgement changes nothing', () => {
  const { tileState, handover, listDrawnIds } = setUp();
  handover.handleChange(createEvent([{ op: 'update', before: SHAPE_A, after: { ...SHAPE_A, version: 2 } }], 'acknowledge'));
  expect(tileState.invalidated).toEqual([]);
  handover.handleChange(
    createEvent(
      Array.from({ length: 500 }, (_, index) => ({ op: 'create', after: createBox(`p${index}`, [0, 0, 10, 10]) })),
      'load',
    ),
  );
  expect(listDrawnIds()).toEqual([]);
  expect(tileState.invalidated).toHaveLength(500);
});

test('several selected shapes stay in the tiles and are painted immediately', () => {
  const { tileState, handover, listDrawnIds } = setUp();
  handover.select([SHAPE_A]);
  handover.select([SHAPE_A, SHAPE_B]);
  expect([...tileState.excluded]).toEqual([]);
  expect(listDrawnIds().sort()).toEqual(['a', 'b']);
  expect([handover.isInGroup(SHAPE_A), handover.isInGroup(SHAPE_B)]).toEqual([true, true]);
  handover.select([SHAPE_B]);
  expect([...tileState.excluded]).toEqual(['b']);
  expect(listDrawnIds()).toEqual(['a']);
  expect([handover.isInGroup(SHAPE_A), handover.isInGroup(SHAPE_B)]).toEqual([false, false]);
});

test('extending a selection invalidates only the added shapes', () => {
  const { tileState, handover } = setUp();
  handover.select([SHAPE_A, SHAPE_B]);
  tileState.invalidated.splice(0);
  const addedShape = createBox('c', [80, 80, 90, 90]);
  handover.select([SHAPE_A, SHAPE_B, addedShape]);
  expect(tileState.invalidated).toEqual([addedShape]);
});

test('tiles are drawn later only for changes that are painted on top', () => {
  const { tileState, handover } = setUp();
  handover.select([SHAPE_A]);
  handover.select([SHAPE_B]);
  handover.select([SHAPE_A, SHAPE_B]);
  expect(tileState.covered).toEqual(tileState.invalidated);
  const coveredCount = tileState.covered.length;
  handover.handleChange(createEvent([{ op: 'delete', before: SHAPE_A }], 'delete'));
  expect(tileState.covered).toHaveLength(coveredCount);
  expect(tileState.invalidated.at(-1)).toEqual(SHAPE_A);
});
