import { getLabelByDigit, rankLabels } from './label-ranking';

const labels = ['Bottle cap', 'Can', 'Carton', 'Red blood cell', 'Cup', 'Café au lait'].map((name) => ({ id: name, name }));
const found = (typed: string, recent: string[] = []) => rankLabels(labels, typed, recent).map(({ name }) => name);

test('with nothing typed the last used come first, the others as they stand', () => {
  expect(found('', ['Cup', 'Can', 'gone'])).toEqual(['Cup', 'Can', 'Bottle cap', 'Carton', 'Red blood cell', 'Café au lait']);
});

test('the better fit comes first: the same name, its start, a word, initials, a part, letters in order', () => {
  expect(found('ca')).toEqual(['Can', 'Carton', 'Café au lait', 'Bottle cap']);
  expect(found('can')[0]).toBe('Can');
  expect(found('rbc')).toEqual(['Red blood cell']);
  expect(found('arto')).toEqual(['Carton']);
  expect(found('btcp')).toEqual(['Bottle cap']);
  expect(found('blood c')).toEqual(['Red blood cell']);
  expect(found('zebra')).toEqual([]);
});

test('among equal fits the last used comes first, and a better fit before it', () => {
  expect(found('ca', ['Bottle cap', 'Carton'])).toEqual(['Carton', 'Can', 'Café au lait', 'Bottle cap']);
});

test('accents and case make no difference, and no character has a meaning of its own', () => {
  expect(found('CAFE')).toEqual(['Café au lait']);
  expect(found('.*')).toEqual([]);
});

test('digits choose among the first nine', () => {
  expect(getLabelByDigit(labels, 1, ['Cup'])?.name).toBe('Cup');
  expect(getLabelByDigit(labels, 2, ['Cup'])?.name).toBe('Bottle cap');
  expect(getLabelByDigit(labels, 7, [])).toBeUndefined();
  expect(getLabelByDigit(labels, 0, [])).toBeUndefined();
});

test('three thousand labels are ranked at each letter', () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({ id: `${index}`, name: `Product ${index}` }));
  expect(rankLabels(many, 'prod 2999', [])[0]?.id).toBe('2999');
});
