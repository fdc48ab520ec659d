import { parseGroupId } from './parse-group-id';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

test.each([
  [id, id],
  [`  ${id.toUpperCase()}\n`, id],
  [`https://console.test/group/${id}`, id],
  [`https://console.test/group/${id}?tab=meta`, id],
  ['', null],
  ['Blue bottles', null],
  [`${id}0`, null],
  [`https://console.test/image/${id}`, null],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', null],
])('parseGroupId of %j returns %s', (text, expected) => {
  expect(parseGroupId(text)).toBe(expected);
});
