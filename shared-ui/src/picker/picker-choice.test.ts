import { findChoices } from './picker-choice';

const choices = [
  { value: '5e5e5e5e-5e5e-4e5e-8e5e-5e5e5e5e5e5e', label: 'Breakfast' },
  { value: '6f6f6f6f-6f6f-4f6f-8f6f-6f6f6f6f6f6f', label: 'Lunch' },
];
const findNames = (search: string) => findChoices(choices, search, []).map(({ label }) => label);

test('choices are found by a part of the name or by the complete id', () => {
  expect(findNames('BREAK')).toEqual(['Breakfast']);
  expect(findNames(' 6F6F6F6F-6F6F-4F6F-8F6F-6F6F6F6F6F6F ')).toEqual(['Lunch']);
  expect(findNames('6f6f6f6f')).toEqual([]);
});
