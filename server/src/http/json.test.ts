import { isNestedTooDeep } from './json';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each([
  ['a hundred lists', nested(100), false],
  ['one more', nested(101), true],
  ['objects too', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, true],
  ['many beside one another', `[${Array.from({ length: 500 }, () => '[{}]').join()}]`, false],
  ['brackets in a string', JSON.stringify({ a: '['.repeat(500), '[[[': '\\"[' }), false],
  ['brackets after strings that end in a backslash', `{"a\\\\":"\\\\","b":${nested(100)}}`, true],
  ['a string that never ends', `["${'['.repeat(500)}`, false],
])('%s', (_, text, isTooDeep) => {
  expect(isNestedTooDeep(text)).toBe(isTooDeep);
});
