import type { Example, RecognitionType } from '../protocol';
import { holdOut } from './split';
import { targetsOf, type Target } from './targets';

const LABELS = ['a', 'b', 'c'].map((id) => ({ id, name: id }));

function targets(type: RecognitionType, said: readonly Example['labels'][]): Target[] {
  const examples = said.map((labels, at) => {
    return { id: String(at), file: '', width: 1, height: 1, isTest: false, labels, boxes: [], polygons: [] };
  });
  return targetsOf({ type, labels: LABELS }, examples);
}

const rowsOf = ([first]: readonly Target[]) => [...first!.values.keys()];
/** Each row is of a picture of its own. */
const alone = String;
const one = (id: string, value: number | null = null) => [{ id, value }];

it('holds out about a fifth, evenly over the labels, the same ones for the same seed', () => {
  const known = targets('multi_class', [
    ...Array.from({ length: 50 }, () => one('a')),
    ...Array.from({ length: 10 }, () => one('b')),
  ]);
  const held = holdOut(known, rowsOf(known), alone, 3);
  expect(held.size).toBe(12);
  expect([...held].filter((row) => row >= 50).length).toBe(2);
  expect(holdOut(known, rowsOf(known), alone, 3)).toEqual(held);
  expect(holdOut(known, rowsOf(known), alone, 4)).not.toEqual(held);
});

it('leaves of each label, and of those without a tag, two to train on', () => {
  const few = targets('multi_class', [...Array.from({ length: 20 }, () => one('a')), one('b'), one('b'), one('c')]);
  expect([...holdOut(few, rowsOf(few), alone, 1)].every((row) => row < 20)).toBe(true);
  const tags = targets('multi_label', [...Array.from({ length: 20 }, () => one('a')), one('b'), one('c')]);
  const held = holdOut(tags, rowsOf(tags), alone, 1);
  expect(held.size).toBeGreaterThan(0);
  expect([...held].every((row) => row < 20)).toBe(true);
  const tiny = targets('multi_class', [one('a'), one('a'), one('b'), one('b')]);
  expect(holdOut(tiny, rowsOf(tiny), alone, 1).size).toBe(0);
});

it('leaves great and small values', () => {
  const values = targets(
    'regression',
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 9].map((value) => one('a', value)),
  );
  const held = holdOut(values, rowsOf(values), alone, 1);
  expect(held.size).toBe(2);
  expect([...held].every((row) => row < 10)).toBe(true);
});

it('holds out what is of one picture together, or leaves it together', () => {
  const parts = targets(
    'multi_class',
    Array.from({ length: 40 }, (_, row) => one(row % 2 ? 'a' : 'b')),
  );
  const pictureOf = (row: number) => String(Math.floor(row / 4));
  const held = holdOut(parts, rowsOf(parts), pictureOf, 1);
  const pictures = new Set([...held].map(pictureOf));
  expect(pictures.size).toBeGreaterThan(0);
  expect(held.size).toBe(4 * pictures.size);
  expect(holdOut(parts, rowsOf(parts), () => 'the same', 1).size).toBe(0);
});
