import { getLastWeek } from './counted-days';

test.each([
  ['2026-11-23', 'a Monday'],
  ['2026-11-26', 'a Thursday'],
  ['2026-11-29', 'a Sunday'],
])('the last week of %s, %s, is the previous Monday to Sunday', (day) => {
  expect(getLastWeek(day)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
});
