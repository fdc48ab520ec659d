import { keepMarkedParts } from './marked-parts';

const PLACE = { x: 0, y: 0, columns: 5, rows: 3, step: 10 };
const toRegion = (rows: readonly string[]) => ({
  ...PLACE,
  bits: Uint8Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0)),
});
const MASK = toRegion(['##..#', '#...#', '..#.#']);

const markPoint = (x: number, y: number, isObject = true) => ({ points: [x, y], isObject });

test('keeps only the part with an object point, not a part that touches its corner', () => {
  expect(keepMarkedParts(MASK, { box: null, strokes: [markPoint(5, 5), markPoint(45, 5, false)] })).toEqual(
    toRegion(['##...', '#....', '.....']),
  );
  expect(keepMarkedParts(MASK, { box: null, strokes: [markPoint(25, 25), markPoint(49, 29)] })).toEqual(
    toRegion(['....#', '....#', '..#.#']),
  );
});

test('keeps the parts in the box if there is no object point', () => {
  expect(keepMarkedParts(MASK, { box: [0, 0, 29, 9], strokes: [] })).toEqual(toRegion(['##...', '#....', '.....']));
});

test('removes no part if the point lies outside all parts', () => {
  expect(keepMarkedParts(MASK, { box: null, strokes: [markPoint(35, 15)] })).toEqual(MASK);
  expect(keepMarkedParts(MASK, { box: null, strokes: [markPoint(50, 30)] })).toEqual(MASK);
});
