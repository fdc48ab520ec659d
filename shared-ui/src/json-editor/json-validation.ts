import { isRounded } from '@console/shared-contract/limits';
import { jsonMessages } from './json-messages';

/** Matches strings and numbers. Strings are matched as well, so that digits in a string do not count as a number. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Returns only the significant digits of a number: no sign, decimal point, exponent, leading zeros or trailing zeros. */
const getSignificantDigits = (number: string) =>
  number
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');

/**
 * Whether JavaScript can represent the number without rounding. The editor refuses other numbers, as the API does, because the tree view
 * may already have rounded them.
 */
function isExact(token: string): boolean {
  const number = Number(token);
  return !isRounded(number) && Number.isFinite(number) && getSignificantDigits(token) === getSignificantDigits(String(number));
}

const listNumbers = (text: string) => (text.match(STRING_OR_NUMBER) ?? []).filter((token) => !token.startsWith('"'));

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}

/** Parses JSON. Returns null for an empty text. @throws SyntaxError if the text is invalid */
export const parseJson = (text: string): unknown => (text.trim() === '' ? null : JSON.parse(text));

/**
 * Returns an error message if the text is invalid JSON or would not be stored unchanged, otherwise null. JavaScript rounds some numbers,
 * and a key `__proto__` is lost when an object is copied.
 */
export function findJsonFault(text: string): string | null {
  try {
    if (hasPrototypeKey(parseJson(text))) return jsonMessages.jsonPrototypeKey;
  } catch {
    return jsonMessages.jsonInvalid;
  }
  const inexactNumber = listNumbers(text).find((token) => !isExact(token));
  return inexactNumber === undefined ? null : jsonMessages.jsonNumber(inexactNumber);
}
