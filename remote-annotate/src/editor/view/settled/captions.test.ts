import { isLight, shortened } from './captions';

const widthOf = (text: string) => text.length * 10;

test('a name that fits is left alone; a longer one ends in an ellipsis', () => {
  expect(shortened('Apple', 50, widthOf)).toBe('Apple');
  expect(shortened('Golden Delicious', 60, widthOf)).toBe('Golde…');
  expect(shortened('Golden', 5, widthOf)).toBe('…');
});

test('text is dark on light colours', () => {
  expect([isLight('#f2c94c'), isLight('#ffffff'), isLight('#2f80ed'), isLight('#000000'), isLight('red')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
