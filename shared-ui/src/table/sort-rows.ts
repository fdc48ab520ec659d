import { compareText } from '../format/names';

export type SortValue = string | number | boolean | null | undefined;
export interface Sort {
  columnId: string;
  direction: 'ascending' | 'descending';
}

/** Converts a sort order to the format of URLs and the API: the column, with a leading minus for descending order. */
export const toOrdering = ({ columnId, direction }: Sort): string => `${direction === 'descending' ? '-' : ''}${columnId}`;

/** Parses the result of `toOrdering`. */
export const parseOrdering = (ordering: string): Sort => ({
  columnId: ordering.replace(/^-/, ''),
  direction: ordering.startsWith('-') ? 'descending' : 'ascending',
});

function compareValues(left: SortValue, right: SortValue): number {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  return Number(left) - Number(right);
}

/** Returns a sorted copy. Texts are compared ignoring case. Rows without a value come last in both directions. */
export function sortRows<Row>(rows: readonly Row[], getValue: (row: Row) => SortValue, direction: Sort['direction']): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [left, right] = [getValue(a), getValue(b)];
    if (left == null || right == null) return Number(left == null) - Number(right == null);
    return sign * compareValues(left, right);
  });
}
