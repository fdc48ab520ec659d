import { createBox, LABELS, createPoint, createPolygon } from '../../editor/testing/test-editor';
import { findItems, groupItems, listItems, NO_QUERY, sortItems, type ItemQuery } from './find-items';

const SHAPES = [
  createBox('9f31aa00', [100, 300, 200, 400]),
  createPolygon('bb47', [0, 0, 10, 0, 10, 10]),
  createBox('77c2de11', [0, 100, 300, 300], 'dog'),
  createPoint('p1', [5, 50], 'Left ear'),
  { ...createBox('local', [10, 10, 30, 30]), serverId: '5e6f7a8b' },
];
const labelsByShape = { '9f31aa00': [{ id: 'r1', name: 'Ripe', value: 0.25 }] } as Record<
  string,
  { id: string; name: string; value: number }[]
>;
const items = listItems(SHAPES, LABELS, ({ id }) => labelsByShape[id] ?? []);
const findIds = (query: Partial<ItemQuery>) => findItems(items, { ...NO_QUERY, ...query }).map(({ shape }) => shape.id);

test.each([
  ['part of the label, in any case', 'CA', ['9f31aa00', 'local']],
  ['number within the kind', '2', ['77c2de11']],
  ['label and number', 'cat 3', ['local']],
  ['prefix of the id', '77c2', ['77c2de11']],
  ['prefix of the server id', '5e6f7a', ['local']],
  ['too short a prefix of an id, without a match', '77c', []],
  ['name of a point', 'ear', ['p1']],
  ['recognition label', 'ripe', ['9f31aa00']],
  ['value of a recognition label', '0.25', ['9f31aa00']],
  ['text without a match', 'zebra', []],
  ['spaces only, which match everything', '  ', SHAPES.map(({ id }) => id)],
])('search finds items by %s', (_, text, ids) => {
  expect(findIds({ text })).toEqual(ids);
});

test('kind and label filters narrow the search results', () => {
  expect(findIds({ kind: 'polygon' })).toEqual(['bb47']);
  const group = groupItems(items).find(({ name }) => name === 'Cat')?.key ?? '';
  expect(findIds({ group })).toEqual(['9f31aa00', 'local']);
  expect(findIds({ group, text: '3', kind: 'object' })).toEqual(['local']);
  expect(findIds({ group, kind: 'point' })).toEqual([]);
});

test('items are grouped by label, and all points form one group', () => {
  expect(groupItems(items).map(({ name, kind, ids }) => [name, kind, ids.length])).toEqual([
    ['Cat', 'object', 2],
    ['Dog', 'object', 1],
    ['Leaf', 'polygon', 1],
    ['Points', 'point', 1],
  ]);
});

test.each([
  ['drawn', SHAPES.map(({ id }) => id)],
  ['label', ['9f31aa00', 'local', '77c2de11', 'bb47', 'p1']],
  ['largest', ['77c2de11', '9f31aa00', 'local', 'bb47', 'p1']],
  ['smallest', ['p1', 'bb47', 'local', '9f31aa00', '77c2de11']],
  ['position', ['bb47', 'local', 'p1', '77c2de11', '9f31aa00']],
] as const)('items are sorted by %s', (order, ids) => {
  expect(sortItems(items, order).map(({ shape }) => shape.id)).toEqual(ids);
});

test('an item keeps its number in every sort order', () => {
  expect(
    sortItems(items, 'smallest')
      .filter(({ shape }) => shape.kind === 'object')
      .map(({ number }) => number),
  ).toEqual([3, 1, 2]);
});
