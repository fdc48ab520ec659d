import Papa from 'papaparse';
import type { CsvTable, RowError } from './read';

/**
 * Matches cells that get a guard apostrophe, which `readCsv` removes: formulas, and the text `(none)`, which imports read as an empty
 * value. If a cell already has apostrophes before such a text, it gets another apostrophe, so that every text is restored exactly.
 */
const GUARDED_CELL = /^'*(?:[=+\-@\t\r].*|\(none\))$/is;

/** Formats rows as CSV, with or without a header. Cells that a spreadsheet would run as a formula get an apostrophe. */
export function writeCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, string>[],
  hasHeader = true,
): string {
  const options = { escapeFormulae: GUARDED_CELL, newline: '\n' } as const;
  const cells = rows.map((row) => columns.map((column) => row[column]));
  return Papa.unparse(hasHeader ? [[...columns], ...cells] : cells, options);
}

/** Name of the column with the error of each row. Imports ignore this column. */
const ERROR_COLUMN = 'error';

/**
 * Formats the invalid rows of a file as CSV, with the reasons in the first column. The other cells are unchanged, so that the
 * rows can be corrected and imported again. Undefined if the complete file was rejected.
 */
export function writeInvalidRows({ header, delimiter, rows }: CsvTable, errors: readonly RowError[]): string | undefined {
  const reasonsByRow = new Map<number, string[]>();
  for (const { row, detail } of errors) reasonsByRow.set(row, [...(reasonsByRow.get(row) ?? []), detail]);
  const invalidRows = rows.filter(({ row }) => reasonsByRow.has(row));
  if (invalidRows.length === 0) return undefined;
  // The file may already have an error column from an earlier correction.
  const previousColumn = header.findIndex((name) => name.trim().toLowerCase() === ERROR_COLUMN);
  const omitPreviousErrors = (cells: readonly string[]) => cells.filter((_, index) => index !== previousColumn);
  const cells = [
    [ERROR_COLUMN, ...omitPreviousErrors(header)],
    ...invalidRows.map(({ row, cells }) => [reasonsByRow.get(row)?.join(' ') ?? '', ...omitPreviousErrors(cells)]),
  ];
  // `escapeFormulae` puts an apostrophe before formulas. `readCsv` removes the apostrophe.
  return Papa.unparse(cells, { delimiter, escapeFormulae: true, newline: '\n' });
}
