import { nextLabelColor } from '@console/shared-contract/label-palette';
import { formatCount } from './counts';
import { formatCsv } from './csv';
import { formatDate, formatDateTime } from './dates';
import { compareByName, getDistinctNames } from './names';
import { formatScore } from './scores';

test('formatDate returns the date, formatDateTime the date and time', () => {
  expect(formatDate('2026-02-03T14:05:06.789Z')).toBe('2026-02-03');
  expect(formatDateTime('2026-02-03T14:05:06.789Z')).toBe('2026-02-03 14:05');
  expect(formatDateTime(null)).toBe('');
  expect(formatDateTime('2026-02-03')).toBe('2026-02-03');
});

test('compareByName ignores case', () => {
  expect(
    [{ name: 'beta' }, { name: 'Alpha' }, { name: 'alpha 10' }, { name: 'Alpha 9' }].sort(compareByName).map((row) => row.name),
  ).toEqual(['Alpha', 'Alpha 9', 'alpha 10', 'beta']);
});

test('formatCount uses the singular for 1 only, and thousands separators', () => {
  expect([0, 1, 1200].map((count) => formatCount(count, 'image', 'images'))).toEqual(['0 images', '1 image', '1,200 images']);
});

test('formatScore returns 3 decimals', () => {
  expect(formatScore(0.75)).toBe('0.750');
  expect(formatScore(null)).toBe('–');
});

test('nextLabelColor returns an unused colour', () => {
  expect(nextLabelColor([])).toBe('#e6194b');
  expect(nextLabelColor(['#E6194B'])).toBe('#f58231');
});

test('getDistinctNames adds the start of the id to duplicate names', () => {
  const rows = [
    { id: '1234567890', name: 'Cup' },
    { id: 'abcdefghij', name: 'Cup' },
    { id: 'x', name: 'Jar' },
  ];
  expect([...getDistinctNames(rows).values()]).toEqual(['Cup · 123456', 'Cup · abcdef', 'Jar']);
});

test('formatCsv quotes special characters and escapes formulas', () =>
  expect(
    formatCsv(
      ['Name', 'Recall'],
      [
        ['a "b", c', null],
        ['=1+1', -0.5],
      ],
    ),
  ).toBe('Name,Recall\r\n"a ""b"", c",\r\n\'=1+1,-0.5\r\n'));
