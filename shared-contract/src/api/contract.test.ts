import { apiCalls, Box, Id, Json, QueryBool, QueryDate, ShortName } from './index';
import { z } from 'zod';

test('Id converts to lower case and refuses everything except a UUID v4', () => {
  expect(Id.parse('3F2504E0-4F89-41D3-9A0C-0305E82C3301')).toBe('3f2504e0-4f89-41d3-9a0c-0305e82c3301');
  expect(Id.safeParse('3f2504e0-4f89-11d3-9a0c-0305e82c3301').success).toBe(false);
  expect(Id.safeParse('7').success).toBe(false);
});

test.each([
  ['True', true],
  ['true', true],
  ['1', true],
  ['False', false],
  ['FALSE', false],
  ['0', false],
])('QueryBool parses %s as %s', (text, value) => {
  expect(QueryBool.parse(text)).toBe(value);
});

test('QueryBool refuses a value that is not a boolean', () => {
  expect(QueryBool.safeParse('maybe').success).toBe(false);
});

test('QueryDate accepts valid ISO 8601 dates and defaults to UTC', () => {
  expect(QueryDate.parse('2024-02-29').toISOString()).toBe('2024-02-29T00:00:00.000Z');
  expect(QueryDate.parse('2024-02-29T23:59:00').toISOString()).toBe('2024-02-29T23:59:00.000Z');
  expect(QueryDate.parse('2024-02-29T23:59:00+02:00').toISOString()).toBe('2024-02-29T21:59:00.000Z');
  expect(QueryDate.safeParse('2023-02-29').success).toBe(false);
  expect(QueryDate.safeParse('yesterday').success).toBe(false);
  for (const date of ['0000-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-01:00'])
    expect([date, QueryDate.safeParse(date).error?.issues[0]?.message]).toEqual([date, 'must be of the years 1 to 9999']);
  expect(QueryDate.parse('9999-12-31').toISOString()).toBe('9999-12-31T00:00:00.000Z');
});

test('Json refuses deep nesting without a stack overflow', () => {
  let nestedArrays: unknown = 1;
  for (let i = 0; i < 100_000; i++) nestedArrays = [nestedArrays];
  expect(Json.safeParse(nestedArrays).success).toBe(false);
  expect(Json.safeParse({ note: 'ok', list: [1, null, { a: true }] }).success).toBe(true);
  expect(Json.safeParse({ note: 'a\u0000b' }).success).toBe(false);
});

test('ShortName needs a visible character and has at most 255 characters', () => {
  expect(ShortName.safeParse('x'.repeat(256)).error?.issues[0]?.message).toBe('has more than 255 characters');
  for (const name of ['\u200b\u200b\u200b', ' \u202e\u2066 ', '\u00ad\u00ad'])
    expect(ShortName.safeParse(name).error?.issues[0]?.message).toBe('Enter at least 2 letters');
  for (const name of ['A B', 'M-1', '茶\u200d茶', '👩\u200d🌾']) expect(ShortName.safeParse(name).success).toBe(true);
});

test('Json refuses values that would be stored differently', () => {
  const getErrors = (text: string) => Json.safeParse(JSON.parse(text)).error?.issues.map(({ message }) => message);
  expect(getErrors('[{ "a": { "__proto__": 1 } }]')).toEqual(['has a key named __proto__, which would be lost']);
  const roundingErrors = ['has a whole number beyond 9007199254740991, which would be rounded: send it as text'];
  for (const text of ['{ "sku": 9007199254740993 }', '[-9007199254740993]', '12345678901234567890'])
    expect(getErrors(text)).toEqual(roundingErrors);
  for (const text of [
    '{ "sku": "9007199254740993", "constructor": { "prototype": 1 } }',
    '[9007199254740991, 0.1, 6.022e23, -1e300]',
  ])
    expect(getErrors(text)).toBeUndefined();
});

test('Json has at most 256 kB in the notation of the database', () => {
  expect(Json.safeParse('x'.repeat(255_998)).success).toBe(true);
  expect(Json.safeParse('x'.repeat(255_999)).error?.issues[0]?.message).toBe('is larger than 256 kB');
  expect(Json.safeParse('€'.repeat(90_000)).success).toBe(false);
  expect(Json.safeParse(Array(1000).fill(1e308)).success).toBe(false);
  expect(Json.safeParse(Array(1000).fill(1_000_000)).success).toBe(true);
  expect(Json.safeParse(undefined).success).toBe(true);
});

test('Box consists of four integers', () => {
  expect(Box.safeParse([0, 0, 10, 10]).success).toBe(true);
  expect(Box.safeParse([0, 0, 10.5, 10]).success).toBe(false);
  expect(Box.safeParse([0, 0, 10]).success).toBe(false);
});

test('every call can be described as JSON schema', () => {
  for (const [key, call] of Object.entries(apiCalls)) {
    expect(key).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/[a-z0-9/{}_-]+$/);
    for (const pathPart of ['query', 'body', 'response'] as const) {
      const schema = (call as Record<string, unknown>)[pathPart];
      if (schema)
        expect(() =>
          z.toJSONSchema(schema as z.ZodType, { io: pathPart === 'response' ? 'output' : 'input', unrepresentable: 'any' }),
        ).not.toThrow();
    }
  }
});
