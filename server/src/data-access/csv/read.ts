import Papa from 'papaparse';
import { messages } from './messages';

/** Matches the apostrophe that `writeCsv` puts before formulas and before a literal `(none)`. It is removed when a cell is read. */
const FORMULA_GUARD = /^'(?='*(?:[=+\-@\t\r]|\(none\)$))/i;
/** A cell with this text clears the stored value; an empty cell leaves it unchanged. */
const CLEAR_MARKER = '(none)';
/** Value of a cell that clears the stored value, after parsing. No file can contain this character. */
export const CLEARED_CELL = '\0';
/** Maximum number of rows per file. A user can still review that many rows before confirming the import. */
const MAX_CSV_ROWS = 10_000;

/** An invalid row. `row` is its line in the table; the header is line 1. */
export interface RowError {
  row: number;
  detail: string;
}

export interface CsvLine<Column extends string> {
  row: number;
  /** '' for an empty cell; undefined if the file has no such column. */
  cells: Partial<Record<Column, string>>;
}

/** The lines to import, and the errors of lines that could not be parsed. */
export interface CsvLines<Column extends string> {
  lines: readonly CsvLine<Column>[];
  errors: readonly RowError[];
}

export interface CsvFile<Column extends string> extends CsvLines<Column> {
  /** The table as written in the file. It has no rows if the complete file is rejected. */
  table: CsvTable;
}

export interface CsvTable {
  header: readonly string[];
  delimiter: string;
  rows: readonly { row: number; cells: readonly string[] }[];
}

/**
 * Parses a CSV table by its column names, in any order, separated by commas, semicolons or tabs. Ignores unknown columns. The file needs at
 * least one column of each group in `requiredColumns`; otherwise only an error is returned. A cell of `clearableColumns` may be
 * `CLEARED_CELL`.
 */
export function readCsv<Column extends string>(
  text: string,
  columns: readonly Column[],
  requiredColumns: readonly (readonly Column[])[],
  clearableColumns: readonly Column[] = [],
): CsvFile<Column> {
  const rejectFile = (row: number, detail: string): CsvFile<Column> => ({
    lines: [],
    errors: [{ row, detail }],
    table: { header: [], delimiter: ',', rows: [] },
  });
  if (/[\0\uFFFD]/.test(text.slice(0, 1000))) return rejectFile(1, messages.encoding);
  const table = text.replace(/^\uFEFF/, '');
  const delimiter = detectDelimiter(table);
  const { data, errors: parseErrors } = Papa.parse<string[]>(table, { delimiter });
  const quoteError = parseErrors.find(({ type }) => type === 'Quotes');
  if (quoteError) return rejectFile((quoteError.row ?? 0) + 1, messages.misplacedQuote);
  const [header = [], ...dataRows] = data;
  const columnNames = header.map((name) => name.trim().toLowerCase());
  const missingColumns = requiredColumns.find((alternatives) => !alternatives.some((column) => columnNames.includes(column)));
  if (missingColumns) return rejectFile(1, messages.missingColumn(missingColumns[0] ?? ''));
  const duplicateColumn = columns.find((column) => columnNames.indexOf(column) !== columnNames.lastIndexOf(column));
  if (duplicateColumn) return rejectFile(1, messages.duplicateColumn(duplicateColumn));
  const filledRows = dataRows
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (filledRows.length > MAX_CSV_ROWS) return rejectFile(filledRows[MAX_CSV_ROWS]?.row ?? 1, messages.tooManyRows(MAX_CSV_ROWS));
  const lines: CsvLine<Column>[] = [];
  const errors: RowError[] = [];
  for (const { cells, row } of filledRows) {
    // If a row has more cells than there are columns, an unquoted separator has moved the following cells into wrong columns.
    if (cells.slice(columnNames.length).some((cell) => cell.trim()))
      errors.push({ row, detail: messages.tooManyCells(cells.length, columnNames.length) });
    else if (cells.some((cell) => cell.includes('\0'))) errors.push({ row, detail: messages.unstorableCharacters });
    else lines.push({ row, cells: parseCells(cells, columnNames, columns, clearableColumns) });
  }
  return { lines, errors, table: { header, delimiter, rows: filledRows } };
}

/** Removes the apostrophe that makes a spreadsheet treat a cell as text. */
export function removeFormulaGuard(cell: string): string {
  return cell.replace(FORMULA_GUARD, '');
}

/** Detects the delimiter from the header. Papaparse detects it from the rows, where commas in texts mislead it. */
function detectDelimiter(table: string): string {
  const header = /^[^\r\n]*/.exec(table)?.[0] ?? '';
  const [bestDelimiter = ','] = [',', ';', '\t'].sort((a, b) => header.split(b).length - header.split(a).length);
  return bestDelimiter;
}

function parseCells<Column extends string>(
  cells: readonly string[],
  columnNames: readonly string[],
  columns: readonly Column[],
  clearableColumns: readonly Column[],
) {
  const parsedCells: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    const index = columnNames.indexOf(column);
    if (index < 0) continue;
    const cell = (cells[index] ?? '').trim();
    parsedCells[column] =
      clearableColumns.includes(column) && cell.toLowerCase() === CLEAR_MARKER ? CLEARED_CELL : removeFormulaGuard(cell).trim();
  }
  return parsedCells;
}
