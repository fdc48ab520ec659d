import { findMembers, findMentionSearch, splitMentions, toEditedText, toStoredText } from './mentions';

const annUser = { id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', username: 'Ann' };
const annaUser = { id: 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb', username: 'Anna Meier' };
const USERS = [annUser, annaUser];

test('names of members become mentions, the longest name first', () => {
  expect(toStoredText('@Anna Meier and @Ann, please', USERS)).toBe(`@{${annaUser.id}} and @{${annUser.id}}, please`);
});

test('an address or a longer word is not a mention', () => {
  expect(toStoredText('@Annabel, me@Nowhere', USERS)).toBe('@Annabel, me@Nowhere');
});

test('a stored text is edited and shown with names', () => {
  const storedText = `@{${annUser.id}}: see @{cccccccc-cccc-4ccc-8ccc-cccccccccccc}`;
  expect(toEditedText(storedText, USERS)).toBe('@Ann: see @{cccccccc-cccc-4ccc-8ccc-cccccccccccc}');
  expect(splitMentions(storedText, USERS, 'former member')).toEqual([
    { text: '@Ann', isMention: true },
    { text: ': see ', isMention: false },
    { text: '@former member', isMention: true },
  ]);
});

test('the search follows the last @ before the caret', () => {
  expect(findMentionSearch('Hi @an', 6)).toEqual({ start: 3, search: 'an' });
  expect(findMentionSearch('a@an', 4)).toBeNull();
  expect(findMentionSearch('Hi @an\nmore', 11)).toBeNull();
});

test('members are found by parts of their names, those that start with the search first', () => {
  const usersWithJo = [{ id: '1', username: 'Joanna' }, annaUser, annUser];
  expect(findMembers(usersWithJo, 'ann').map(({ username }) => username)).toEqual(['Ann', 'Anna Meier', 'Joanna']);
});
