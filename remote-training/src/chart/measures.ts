/** A measure of rows: a share of 0 to 1, a count, or any number from 0 up. */
export interface Measure {
  key: string;
  name: string;
  kind: 'share' | 'count' | 'number';
}

/** What is measured of; null is undefined, which is not 0. */
export interface MeasuredRow {
  id: string;
  name: string;
  values: Readonly<Record<string, number | null>>;
}

/** A measure as text; undefined is not a number. */
export function formatMeasure(kind: Measure['kind'], value: number | null | undefined, undefinedText: string): string {
  if (value == null) return undefinedText;
  return kind === 'count' ? value.toLocaleString('en') : value.toFixed(3);
}
