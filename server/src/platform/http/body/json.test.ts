import { isTooDeeplyNested } from './json';

const createNestedLists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each([
  ['accepts 100 nested lists', createNestedLists(100), false],
  ['refuses 101 nested lists', createNestedLists(101), true],
  ['refuses 101 nested objects', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, true],
  ['accepts many lists at the same level', `[${Array.from({ length: 500 }, () => '[{}]').join()}]`, false],
  ['ignores brackets in strings', JSON.stringify({ a: '['.repeat(500), '[[[': '\\"[' }), false],
  ['counts brackets after strings that end with a backslash', `{"a\\\\":"\\\\","b":${createNestedLists(100)}}`, true],
  ['ignores brackets in an unterminated string', `["${'['.repeat(500)}`, false],
])('%s', (_, text, isTooDeep) => {
  expect(isTooDeeplyNested(text)).toBe(isTooDeep);
});
