import type { Label } from '../../editor';
import { assignDistinctColors } from './label-colors';

const createLabel = (id: string, color: string): Label => ({ id, name: id, color });
const getColors = (...labels: Label[]) => assignDistinctColors({ object: labels, polygon: [] }).object.map(({ color }) => color);

test('distinct colours stay unchanged', () => {
  const distinct = ['#e6194b', '#3cb44b', '#4363d8', '#f58231'];
  expect(getColors(...distinct.map((color, index) => createLabel(`${index}`, color)))).toEqual(distinct);
});

test('the second of two similar colours is replaced by a distinct colour', () => {
  const [first, second, third] = getColors(createLabel('a', '#2f80ed'), createLabel('b', '#2f82ee'), createLabel('c', '#27ae60'));
  expect([first, third]).toEqual(['#2f80ed', '#27ae60']);
  expect(second).toMatch(/^#[0-9a-f]{6}$/);
  // A second run finds distinct colours and changes nothing.
  expect(getColors(createLabel('a', first!), createLabel('b', second!), createLabel('c', third!))).toEqual([
    first,
    second,
    third,
  ]);
});

test('ten labels of one colour get ten stable colours', () => {
  const same = Array.from({ length: 10 }, (_, index) => createLabel(`${index}`, '#808080'));
  const shown = getColors(...same);
  expect(new Set(shown).size).toBe(10);
  expect(getColors(...same)).toEqual(shown);
});

test('invalid colours and very long label lists stay unchanged', () => {
  expect(getColors(createLabel('a', 'red'), createLabel('b', 'red'))).toEqual(['red', 'red']);
  const many = Array.from({ length: 3000 }, (_, index) => createLabel(`${index}`, '#808080'));
  expect(new Set(getColors(...many))).toEqual(new Set(['#808080']));
});

test('boxes and polygons are compared only with labels of their own kind', () => {
  const both = assignDistinctColors({ object: [createLabel('a', '#808080')], polygon: [createLabel('b', '#808080')] });
  expect(both.polygon[0]?.color).toBe('#808080');
});
