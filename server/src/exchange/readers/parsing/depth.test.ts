import { Readable } from 'node:stream';
import { readJsonElements } from './json-elements';
import { isDeepYaml } from './yaml-depth';

async function readAll(text: string, keys: readonly string[] | null) {
  const values: unknown[] = [];
  for await (const { value } of readJsonElements(Readable.from([Buffer.from(text)]), keys)) values.push(value);
  return values;
}

it.each([
  ['lists', '['.repeat(2_000_000)],
  ['objects', '{"a":'.repeat(500_000)],
])('rejects millions of nested %s in JSON within seconds', async (_, nested) => {
  const TOO_DEEP_MESSAGE = 'Lists and objects are nested more than 100 levels deep.';
  const startedAt = performance.now();
  await expect(readAll(nested, null)).rejects.toThrow(TOO_DEEP_MESSAGE);
  await expect(readAll(`{"images":[{"other":${nested}`, ['images'])).rejects.toThrow(TOO_DEEP_MESSAGE);
  await expect(readAll(`{"other":${nested}`, ['images'])).rejects.toThrow(TOO_DEEP_MESSAGE);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it('reads deep JSON within the limit, and brackets in strings', async () => {
  const deepJson = `${'['.repeat(90)}${']'.repeat(90)}`;
  expect(await readAll(`{"images":[${deepJson},"[[[[","]]"]}`, ['images'])).toEqual([JSON.parse(deepJson), '[[[[', ']]']);
});

it.each([
  ['flow lists', `names: ${'['.repeat(20_000)}`, true],
  ['flow maps', `names: ${'{a: '.repeat(20_000)}`, true],
  ['lists in one line', `names:\n  ${'- '.repeat(20_000)}`, true],
  ['indented maps', Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'), true],
  ['usual names', 'train: ../train/images\nnc: 2\nnames: ["[a", \'b\']\n# [ [ [\n', false],
])('decides whether YAML with %s is too deep', (_, text, isDeep) => {
  expect(isDeepYaml(text)).toBe(isDeep);
});
