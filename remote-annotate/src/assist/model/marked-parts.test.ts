import { keepMarkedParts } from './marked-parts';

const PLACEMENT = { x: 0, y: 0, columns: 5, rows: 3, step: 10 };
const toRegion = (rows: readonly string[]) => ({
  ...PLACEMENT,
  bits: Uint8Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0)),
});
const MASK = toRegion(['##..#', '#...#', '..#.#']);

const createPointStroke = (x: number, y: number, isObject = true) => ({ points: [x, y], isObject });

test('keeps only the part with an object point, not a part that touches its corner', () => {
  expect(keepMarkedParts(MASK, { box: null, strokes: [createPointStroke(5, 5), createPointStroke(45, 5, false)] })).toEqual(
    toRegion(['##...', '#....', '.....']),
  );
  expect(keepMarkedParts(MASK, { box: null, strokes: [createPointStroke(25, 25), createPointStroke(49, 29)] })).toEqual(
    toRegion(['....#', '....#', '..#.#']),
  );
});

test('keeps the parts in the box if there is no object point', () => {
  expect(keepMarkedParts(MASK, { box: [0, 0, 29, 9], strokes: [] })).toEqual(toRegion(['##...', '#....', '.....']));
});

test('keeps all parts if the point lies outside all of them', () => {
  expect(keepMarkedParts(MASK, { box: null, strokes: [createPointStroke(35, 15)] })).toEqual(MASK);
  expect(keepMarkedParts(MASK, { box: null, strokes: [createPointStroke(50, 30)] })).toEqual(MASK);
});
