import { rankLabels } from './label-ranking';

const labels = ['Bottle cap', 'Can', 'Carton', 'Red blood cell', 'Cup', 'Café au lait'].map((name) => ({ id: name, name }));
const rankNames = (typed: string, recent: string[] = []) => rankLabels(labels, typed, recent).map(({ name }) => name);

test('an empty search lists recently used labels first', () => {
  expect(rankNames('', ['Cup', 'Can', 'deleted'])).toEqual([
    'Cup',
    'Can',
    'Bottle cap',
    'Carton',
    'Red blood cell',
    'Café au lait',
  ]);
});

test('better matches rank higher: exact, prefix, word, initials, substring, subsequence', () => {
  expect(rankNames('ca')).toEqual(['Can', 'Carton', 'Café au lait', 'Bottle cap']);
  expect(rankNames('can')[0]).toBe('Can');
  expect(rankNames('rbc')).toEqual(['Red blood cell']);
  expect(rankNames('arto')).toEqual(['Carton']);
  expect(rankNames('btcp')).toEqual(['Bottle cap']);
  expect(rankNames('blood c')).toEqual(['Red blood cell']);
  expect(rankNames('zebra')).toEqual([]);
});

test('recently used labels rank first among equal matches', () => {
  expect(rankNames('ca', ['Bottle cap', 'Carton'])).toEqual(['Carton', 'Can', 'Café au lait', 'Bottle cap']);
});

test('ranking ignores accents and case, and special characters have no meaning', () => {
  expect(rankNames('CAFE')).toEqual(['Café au lait']);
  expect(rankNames('.*')).toEqual([]);
});

test('without a query, labels with keys come first in a fixed order', () => {
  const keyByName: Record<string, string> = { Cup: '2', Can: '0', Carton: 'b', 'Bottle cap': '1' };
  const labelsWithKeys = labels.map((label) => ({ ...label, key: keyByName[label.name] ?? null }));
  const listNames = (query: string, recent: string[]) => rankLabels(labelsWithKeys, query, recent).map(({ name }) => name);
  const firstNames = ['Bottle cap', 'Cup', 'Can', 'Carton'];
  expect(listNames('', [])).toEqual([...firstNames, 'Red blood cell', 'Café au lait']);
  expect(listNames('', ['Café au lait', 'Carton', 'Can'])).toEqual([...firstNames, 'Café au lait', 'Red blood cell']);
  expect(listNames('ca', ['Carton']).slice(0, 2)).toEqual(['Carton', 'Can']);
});

test('labels of the job come first, before keys but after better matches', () => {
  const labelsWithJob = labels.map((label) => ({
    ...label,
    key: label.name === 'Cup' ? '1' : null,
    isOfJob: label.name.startsWith('Ca'),
  }));
  const listNames = (query: string) => rankLabels(labelsWithJob, query).map(({ name }) => name);
  expect(listNames('').slice(0, 4)).toEqual(['Can', 'Carton', 'Café au lait', 'Cup']);
  expect(listNames('c').slice(0, 4)).toEqual(['Can', 'Carton', 'Café au lait', 'Cup']);
  expect(listNames('cap')).toEqual(['Bottle cap']);
  expect(listNames('cup')[0]).toBe('Cup');
});

test('ranking handles three thousand labels', () => {
  const manyLabels = Array.from({ length: 3000 }, (_, index) => ({ id: `${index}`, name: `Product ${index}` }));
  expect(rankLabels(manyLabels, 'prod 2999', [])[0]?.id).toBe('2999');
});
