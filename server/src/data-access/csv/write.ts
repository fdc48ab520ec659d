import Papa from 'papaparse';

/** Also matches texts that already start with apostrophes, so that reading restores every text exactly. */
const GUARDED_CELL = /^'*(?:[=+\-@\t\r].*|\(none\))$/is;

/** Formats rows as CSV, with or without a header. Cells that a spreadsheet would run as a formula get an apostrophe. */
export function writeCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
  hasHeader = true,
): string {
  const options = { escapeFormulae: GUARDED_CELL, newline: '\n' } as const;
  const data = rows.map((row) => columns.map((column) => row[column]));
  return Papa.unparse(hasHeader ? [[...columns], ...data] : data, options);
}
