import { isLight, truncateText } from './captions';

const measureWidth = (text: string) => text.length * 10;

test('a name that is too long ends in an ellipsis', () => {
  expect(truncateText('Apple', 50, measureWidth)).toBe('Apple');
  expect(truncateText('Golden Delicious', 60, measureWidth)).toBe('Golde…');
  expect(truncateText('Golden', 5, measureWidth)).toBe('…');
});

test('isLight returns true for light colors', () => {
  expect([isLight('#f2c94c'), isLight('#ffffff'), isLight('#2f80ed'), isLight('#000000'), isLight('red')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
