import type { Sort } from '../table/sort-rows';

/** One parameter of an address: how its text is read and written. What cannot be read counts as not said. */
export interface Param<Value> {
  /** What holds where the address says nothing; it is never written. */
  initial: Value;
  /** undefined: the text says nothing that is understood. */
  read: (text: string) => Value | undefined;
  /** A method, not a property: parameters of any value are then parameters of an address. */
  write(value: Value): string;
  /** What it is called in the address, where that is not its name. */
  urlName?: string;
  /** Typed letter by letter: it goes into the address a moment after the last letter, and makes no step of its own for Back. */
  typed?: true;
  /** The page of a list: back to the first with every other change. */
  isPage?: true;
}

/** Longer than any name; an address has a limit of its own. */
const MAX_TEXT = 200;
const MAX_PAGE = 100_000_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[\w-]{1,64}$/;

/** A text that a person types, such as a search. */
function search(): Param<string> {
  return { initial: '', read: (text) => text.slice(0, MAX_TEXT), write: (value) => value.slice(0, MAX_TEXT), typed: true };
}

/** From 1. */
function page(): Param<number> {
  return {
    initial: 1,
    read: (text) => {
      const number = Number(text);
      return Number.isInteger(number) && number >= 1 && number <= MAX_PAGE ? number : undefined;
    },
    write: String,
    isPage: true,
  };
}

/** One of a few words. */
function oneOf<const Value extends string>(values: readonly Value[], initial: NoInfer<Value>): Param<Value> {
  return { initial, read: (text) => values.find((value) => value === text), write: (value) => value };
}

/** One of a few things that are said in other words, `{ all: '', yes: '1', no: '0' }`. */
function mapped<const Words extends Readonly<Record<string, string>>>(
  said: Words,
  initial: NoInfer<Extract<keyof Words, string>>,
): Param<Extract<keyof Words, string>> {
  const values = Object.keys(said) as Extract<keyof Words, string>[];
  return { initial, read: (text) => values.find((value) => said[value] === text), write: (value) => said[value] ?? '' };
}

/** On or off. */
function flag(initial = false): Param<boolean> {
  return {
    initial,
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    write: (value) => (value ? '1' : '0'),
  };
}

/** On, off, or as something else has it (null). */
function optionalFlag(): Param<boolean | null> {
  const { read, write } = flag();
  return { initial: null, read, write: (value) => (value === null ? '' : write(value)) };
}

/** The id of a row, or '' for none. */
function id(): Param<string> {
  return { initial: '', read: (text) => (ID.test(text) ? text : undefined), write: (value) => value };
}

/** Ids of several rows, each once. */
function ids(): Param<readonly string[]> {
  return {
    initial: [],
    read: (text) => [...new Set(text.split(',').filter((part) => ID.test(part)))],
    write: (value) => value.join(','),
  };
}

/** `2026-02-03`, or '' for any day. */
function day(): Param<string> {
  return {
    initial: '',
    read: (text) => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
    write: (value) => value,
  };
}

/** The column that a table is sorted by: `name`, or `-name` for downwards. */
function sort<const Id extends string>(
  columnIds: readonly Id[],
  initial?: { columnId: NoInfer<Id>; direction: Sort['direction'] },
) {
  return {
    initial: initial as Sort | undefined,
    read: (text: string): Sort | undefined => {
      const columnId = columnIds.find((each) => each === text.replace(/^-/, ''));
      return columnId && { columnId, direction: text.startsWith('-') ? 'descending' : 'ascending' };
    },
    write: (value: Sort | undefined) => (value ? `${value.direction === 'descending' ? '-' : ''}${value.columnId}` : ''),
  } satisfies Param<Sort | undefined>;
}

/** The kinds of parameters that lists have. */
export const param = { search, page, oneOf, words: mapped, flag, choice: optionalFlag, id, ids, day, sort };
