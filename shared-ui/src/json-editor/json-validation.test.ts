import { jsonMessages } from './json-messages';
import { findJsonFault } from './json-validation';

test.each([
  ['9007199254740993', '{ "sku": 9007199254740993 }'],
  ['-9007199254740993', '[[-9007199254740993]]'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e20', '{ "far": 1e20 }'],
  ['1e400', '{ "far": 1e400 }'],
  ['0.12345678901234567891', '{ "share": 0.12345678901234567891 }'],
])('refuses a number that would be rounded: %s', (number, text) => {
  expect(findJsonFault(text)).toBe(jsonMessages.jsonNumber(number));
});

test.each([
  '{ "sku": "9007199254740993" }',
  '9007199254740991',
  '[1.50, 0, -0, 0.1, 1e3, 1.5E-7, 2500, 1e15, 6.022e23, 1e300]',
  '{ "constructor": null, "hasOwnProperty": 1, "said \\"9007199254740993": "12345678901234567890 pieces" }',
  '',
])('accepts JSON that is stored unchanged: %s', (text) => {
  expect(findJsonFault(text)).toBeNull();
});

test.each(['{ "__proto__": {} }', '[{ "a": { "__proto__": 1 } }]'])('refuses a key that would be lost: %s', (text) => {
  expect(findJsonFault(text)).toBe(jsonMessages.jsonPrototypeKey);
});
