import Papa from 'papaparse';

/** With the apostrophes of those that were guarded before: what is written must be read back as it was. */
const GUARDED = /^'*(?:[=+\-@\t\r].*|\(none\))$/is;

/** Rows as CSV, with or without the line of the columns' names; what a spreadsheet would run is written as text. */
export function writeCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
  hasHead = true,
): string {
  const options = { escapeFormulae: GUARDED, newline: '\n' } as const;
  const data = rows.map((row) => columns.map((column) => row[column]));
  return Papa.unparse(hasHead ? [[...columns], ...data] : data, options);
}
