import { Captions, isLight, truncateText } from './captions';
import type { Surface } from './surface';

const measureWidth = (text: string) => text.length * 10;

test('a name that is too long ends in an ellipsis', () => {
  expect(truncateText('Apple', 50, measureWidth)).toBe('Apple');
  expect(truncateText('Golden Delicious', 60, measureWidth)).toBe('Golde…');
  expect(truncateText('Golden', 5, measureWidth)).toBe('…');
});

test('the measured width contains the flags', () => {
  const context = { measureText: (text: string) => ({ width: measureWidth(text) }) };
  const captions = new Captions(1, () => ({ context }) as unknown as Surface);
  const look = { name: 'Cup', color: '#ffffff' };
  expect(captions.measure({ ...look, marks: 'crowd' })).toBe(captions.measure(look) + measureWidth(' · crowd'));
});

test('isLight returns true for colors on which black has more contrast than white', () => {
  const [light, dark] = [
    ['#ffffff', '#f2c94c', '#2f80ed', '#808080', '#e6194b'],
    ['#000000', '#1d4ed8', '#911eb4', '#737373'],
  ];
  expect(light.map(isLight)).toEqual(light.map(() => true));
  expect([...dark, 'red'].map(isLight)).toEqual([...dark, 'red'].map(() => false));
});
