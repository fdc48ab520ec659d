import type { Label } from '../../editor';
import { assignDistinctColors } from './label-colors';

const label = (id: string, color: string): Label => ({ id, name: id, color });
const colors = (...labels: Label[]) => assignDistinctColors({ object: labels, polygon: [] }).object.map(({ color }) => color);

test('distinct colours stay unchanged', () => {
  const distinct = ['#e6194b', '#3cb44b', '#4363d8', '#f58231'];
  expect(colors(...distinct.map((color, index) => label(`${index}`, color)))).toEqual(distinct);
});

test('the second of two similar colours is replaced by a distinct colour', () => {
  const [first, second, third] = colors(label('a', '#2f80ed'), label('b', '#2f82ee'), label('c', '#27ae60'));
  expect([first, third]).toEqual(['#2f80ed', '#27ae60']);
  expect(second).toMatch(/^#[0-9a-f]{6}$/);
  // A second run finds distinct colours and changes nothing.
  expect(colors(label('a', first!), label('b', second!), label('c', third!))).toEqual([first, second, third]);
});

test('ten labels of one colour get ten stable colours', () => {
  const same = Array.from({ length: 10 }, (_, index) => label(`${index}`, '#808080'));
  const shown = colors(...same);
  expect(new Set(shown).size).toBe(10);
  expect(colors(...same)).toEqual(shown);
});

test('invalid colours and very long label lists stay unchanged', () => {
  expect(colors(label('a', 'red'), label('b', 'red'))).toEqual(['red', 'red']);
  const many = Array.from({ length: 3000 }, (_, index) => label(`${index}`, '#808080'));
  expect(new Set(colors(...many))).toEqual(new Set(['#808080']));
});

test('boxes and polygons are compared only with labels of their own kind', () => {
  const both = assignDistinctColors({ object: [label('a', '#808080')], polygon: [label('b', '#808080')] });
  expect(both.polygon[0]?.color).toBe('#808080');
});
