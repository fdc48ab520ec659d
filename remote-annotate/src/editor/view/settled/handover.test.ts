import type { ChangeEvent } from '../../document/changes';
import type { Bounds, BoxData, BoxShape } from '../../types';
import { Handover } from './handover';

const box = (id: string, data: BoxData): BoxShape => ({ kind: 'object', id, labelId: 'cat', data, metaData: {} });
const A = box('a', [0, 0, 10, 10]);
const B = box('b', [50, 50, 60, 60]);

function setUp() {
  const tiles = { fresh: false, leftOut: new Set<string>(), spoilt: [] as Bounds[], behind: [] as Bounds[] };
  const known = new Map([A, B].map((shape) => [shape.id, shape]));
  const surfaces = {
    spoil: (bounds: Bounds) => void tiles.spoilt.push(bounds),
    spoilAll: (places: readonly Bounds[]) => void tiles.spoilt.push(...places),
    spoilBehind: (places: readonly Bounds[]) => {
      tiles.spoilt.push(...places);
      tiles.behind.push(...places);
    },
    leaveOut: (ids: ReadonlySet<string>) => {
      tiles.leftOut = new Set(ids);
    },
    isFresh: () => tiles.fresh,
  };
  const handover = new Handover(surfaces, (id) => known.get(id));
  return { tiles, handover, drawn: () => handover.shapes().map(({ id }) => id) };
}

const event = (changes: ChangeEvent['changes'], cause: ChangeEvent['cause'] = 'update'): ChangeEvent => ({
  origin: 'local',
  cause,
  changes,
});

test('a shape that loses the selection is drawn until the tiles show it', () => {
  const { tiles, handover, drawn } = setUp();
  handover.select([A]);
  expect([...tiles.leftOut]).toEqual(['a']);
  handover.select([B]);
  handover.settle();
  expect(drawn()).toEqual(['a']);
  tiles.fresh = true;
  handover.settle();
  expect(drawn()).toEqual([]);
});

test('a change of a shape that is not selected is seen at once, and where it was is drawn anew', () => {
  const { tiles, handover } = setUp();
  const after = box('a', [5, 5, 15, 15]);
  handover.take(event([{ op: 'update', before: A, after }]));
  expect(handover.shapes()).toEqual([after]);
  expect(tiles.spoilt).toEqual(
    expect.arrayContaining([
      { minX: 0, minY: 0, maxX: 10, maxY: 10 },
      { minX: 5, minY: 5, maxX: 15, maxY: 15 },
    ]),
  );
});

test('the selected shape leaves the place where it is now when it is let go', () => {
  const { handover } = setUp();
  handover.select([A]);
  const after = box('a', [5, 5, 15, 15]);
  handover.take(event([{ op: 'update', before: A, after }]));
  expect(handover.shapes()).toEqual([]);
  handover.select([]);
  expect(handover.shapes()).toEqual([after]);
});

test('what is deleted is not drawn any more, selected or not', () => {
  const { handover, drawn } = setUp();
  handover.select([A]);
  handover.select([B]);
  handover.take(
    event(
      [
        { op: 'delete', before: A },
        { op: 'delete', before: B },
      ],
      'delete',
    ),
  );
  handover.select([]);
  expect(drawn()).toEqual([]);
});

test('a page of shapes is left to the tiles, and an acknowledgement changes nothing', () => {
  const { tiles, handover, drawn } = setUp();
  handover.take(event([{ op: 'update', before: A, after: { ...A, version: 2 } }], 'acknowledge'));
  expect(tiles.spoilt).toEqual([]);
  handover.take(
    event(
      Array.from({ length: 500 }, (_, index) => ({ op: 'create', after: box(`p${index}`, [0, 0, 10, 10]) })),
      'load',
    ),
  );
  expect(drawn()).toEqual([]);
  expect(tiles.spoilt).toHaveLength(500);
});

test('several selected shapes stay in the tiles with their look, and are seen with it at once', () => {
  const { tiles, handover, drawn } = setUp();
  handover.select([A]);
  handover.select([A, B]);
  expect([...tiles.leftOut]).toEqual([]);
  expect(drawn().sort()).toEqual(['a', 'b']);
  expect([handover.isInGroup(A), handover.isInGroup(B)]).toEqual([true, true]);
  handover.select([B]);
  expect([...tiles.leftOut]).toEqual(['b']);
  expect(drawn()).toEqual(['a']);
  expect([handover.isInGroup(A), handover.isInGroup(B)]).toEqual([false, false]);
});

test('of a selection that only grew, what was in it before is not drawn again', () => {
  const { tiles, handover } = setUp();
  handover.select([A, B]);
  tiles.spoilt.splice(0);
  const more = box('c', [80, 80, 90, 90]);
  handover.select([A, B, more]);
  expect(tiles.spoilt).toEqual([{ minX: 80, minY: 80, maxX: 90, maxY: 90 }]);
});

test('the tiles may follow later where a shape is drawn over them, and not where nothing else shows what has changed', () => {
  const { tiles, handover } = setUp();
  handover.select([A]);
  handover.select([B]);
  handover.select([A, B]);
  expect(tiles.behind).toEqual(tiles.spoilt);
  const behind = tiles.behind.length;
  handover.take(event([{ op: 'delete', before: A }], 'delete'));
  expect(tiles.behind).toHaveLength(behind);
  expect(tiles.spoilt.at(-1)).toEqual({ minX: 0, minY: 0, maxX: 10, maxY: 10 });
});
