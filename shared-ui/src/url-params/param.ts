import { parseOrdering, toOrdering, type Sort } from '../table/sort-rows';

/** Definition of a URL parameter: how its text is parsed and formatted. */
export interface Param<Value> {
  /** Value if the URL does not contain the parameter. This value is never written to the URL. */
  initial: Value;
  /** Parses the text. Returns undefined if it is invalid. */
  read: (text: string) => Value | undefined;
  /** Formats the value. Declared as a method, so that a parameter of any type is assignable to `Param<unknown>`. */
  write(value: Value): string;
  /** Name in the URL, if it differs from the property name. */
  urlName?: string;
  /** Set if the user types the value. It is then written to the URL only after a pause and adds no history entry. */
  typed?: true;
  /** Set for the page number of a list. Changing any other parameter resets it to the first page. */
  isPage?: true;
}

/** Maximum length of a text parameter, because browsers and servers limit the length of URLs. */
const MAX_TEXT = 200;
const MAX_PAGE = 100_000_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID_PATTERN = /^[\w-]{1,64}$/;

/** A text that the user types, such as a search. */
function search(): Param<string> {
  return { initial: '', read: (text) => text.slice(0, MAX_TEXT), write: (value) => value.slice(0, MAX_TEXT), typed: true };
}

/** A page number, starting at 1. */
function page(): Param<number> {
  return {
    initial: 1,
    read: (text) => {
      const pageNumber = Number(text);
      return Number.isInteger(pageNumber) && pageNumber >= 1 && pageNumber <= MAX_PAGE ? pageNumber : undefined;
    },
    write: String,
    isPage: true,
  };
}

/** One of the given values. */
function oneOf<const Value extends string>(values: readonly Value[], initial: NoInfer<Value>): Param<Value> {
  return { initial, read: (text) => values.find((value) => value === text), write: (value) => value };
}

/** One of several values. The URL contains the text of the value: `{ all: '', yes: '1', no: '0' }`. */
function mapped<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  initial: NoInfer<Extract<keyof Texts, string>>,
): Param<Extract<keyof Texts, string>> {
  const values = Object.keys(texts) as Extract<keyof Texts, string>[];
  return { initial, read: (text) => values.find((value) => texts[value] === text), write: (value) => texts[value] ?? '' };
}

/** A boolean, written as 1 or 0. */
function flag(initial = false): Param<boolean> {
  return {
    initial,
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    write: (value) => (value ? '1' : '0'),
  };
}

/** A boolean, or null if the user has not chosen a value. */
function optionalFlag(): Param<boolean | null> {
  const { read, write } = flag();
  return { initial: null, read, write: (value) => (value === null ? '' : write(value)) };
}

/** The id of a row, or an empty string. */
function id(): Param<string> {
  return { initial: '', read: (text) => (ID_PATTERN.test(text) ? text : undefined), write: (value) => value };
}

/** The unique ids of several rows. */
function ids(): Param<readonly string[]> {
  return {
    initial: [],
    read: (text) => [...new Set(text.split(',').filter((candidate) => ID_PATTERN.test(candidate)))],
    write: (value) => value.join(','),
  };
}

/** A date such as `2026-02-03`, or an empty string. */
function day(): Param<string> {
  return {
    initial: '',
    read: (text) => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
    write: (value) => value,
  };
}

/** The sort order of a table: the column `name`, or `-name` for descending order. */
function sort<const Id extends string>(
  columnIds: readonly Id[],
  initial?: { columnId: NoInfer<Id>; direction: Sort['direction'] },
) {
  return {
    initial: initial as Sort | undefined,
    read: (text: string): Sort | undefined => {
      const order = parseOrdering(text);
      return columnIds.some((id) => id === order.columnId) ? order : undefined;
    },
    write: (value: Sort | undefined) => (value ? toOrdering(value) : ''),
  } satisfies Param<Sort | undefined>;
}

/** Factories for the common kinds of parameters. */
export const param = { search, page, oneOf, mapped, flag, optionalFlag, id, ids, day, sort };
