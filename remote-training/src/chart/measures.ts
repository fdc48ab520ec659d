/** A measure of rows: a ratio from 0 to 1, a count, or any number from 0. */
export interface ChartMeasure {
  key: string;
  name: string;
  kind: 'ratio' | 'count' | 'number';
}

/** A row with its measured values by the key of the measure. `null` means undefined, in contrast to 0. */
export interface MeasuredRow {
  id: string;
  name: string;
  values: Readonly<Record<string, number | null>>;
}

/** Formats a value for display. Returns `undefinedText` for null. */
export function formatMeasure(kind: ChartMeasure['kind'], value: number | null | undefined, undefinedText: string): string {
  if (value == null) return undefinedText;
  return kind === 'count' ? value.toLocaleString('en') : value.toFixed(3);
}
