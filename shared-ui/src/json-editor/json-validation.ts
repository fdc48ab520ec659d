import { isRounded } from '@console/shared-contract/limits';
import { messages } from '../messages';

/** A string, so that nothing within it is taken for a number, or a number. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Digits that say something: neither the sign, the point, the exponent nor zeros at an end. */
const getSignificantDigits = (number: string) =>
  number
    .replace(/[eE].*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');

/** Whether a number of JavaScript holds all of it. What the tree may have rounded already the API refuses, too. */
function isExact(token: string): boolean {
  const number = Number(token);
  return !isRounded(number) && Number.isFinite(number) && getSignificantDigits(token) === getSignificantDigits(String(number));
}

const listNumbers = (text: string) => (text.match(STRING_OR_NUMBER) ?? []).filter((token) => !token.startsWith('"'));

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}

/** The value of a text; of none it is null. Throws where the text is no JSON. */
export const parseJson = (text: string): unknown => (text.trim() === '' ? null : JSON.parse(text));

/**
 * What is wrong with a text as JSON, or null: it does not parse, or it would not be kept as it stands. Numbers are JavaScript's
 * on the whole way to the database, and a key `__proto__` is lost wherever an object is copied.
 */
export function findJsonFault(text: string): string | null {
  try {
    if (hasPrototypeKey(parseJson(text))) return messages.jsonPrototypeKey;
  } catch {
    return messages.jsonInvalid;
  }
  const rounded = listNumbers(text).find((token) => !isExact(token));
  return rounded === undefined ? null : messages.jsonNumber(rounded);
}
