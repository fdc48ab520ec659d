import { nextLabelColor } from '../fields/label-palette';
import { formatCount } from './counts';
import { formatDate, formatDateTime } from './dates';
import { compareByName } from './names';
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
