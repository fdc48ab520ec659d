import Papa from 'papaparse';
import { messages } from './messages';

/** What a spreadsheet would run as a formula, or reading would take for more than its text; its apostrophe is taken off again. */
const GUARDED = /^'(?='*(?:[=+\-@\t\r]|\(none\)$))/i;
/** A cell that says so empties what is there; an empty one leaves it. */
const NONE = '(none)';
/** Such a cell, once it is read: no text that a file may hold. */
export const EMPTIED = '\0';
/** Rows of one file: what a person can look through before it is taken over. */
export const MOST_CSV_ROWS = 10_000;

/** A row that is wrong; `row` is its line of the table, from 1 for that of the columns' names. */
export interface RowError {
  row: number;
  detail: string;
}

export interface CsvLine<Column extends string> {
  row: number;
  /** '' for an empty cell; undefined where the file has no such column. */
  cells: Partial<Record<Column, string>>;
}

export interface CsvLines<Column extends string> {
  lines: CsvLine<Column>[];
  errors: RowError[];
}

/**
 * Reads a table by its columns' names, in any order, parted by commas, semicolons or tabs; columns of other names are left
 * out of account. Without one of `needed` it has no lines and says so. A cell of an `emptiable` column may be `EMPTIED`.
 */
export function readCsv<Column extends string>(
  text: string,
  columns: readonly Column[],
  needed: readonly (readonly Column[])[],
  emptiable: readonly Column[] = [],
): CsvLines<Column> {
  const refused = (row: number, detail: string): CsvLines<Column> => ({ lines: [], errors: [{ row, detail }] });
  if (/[\0\uFFFD]/.test(text.slice(0, 1000))) return refused(1, messages.encoding);
  const table = text.replace(/^\uFEFF/, '');
  const { data, errors: broken } = Papa.parse<string[]>(table, { delimiter: delimiterOf(table) });
  const quotes = broken.find(({ type }) => type === 'Quotes');
  if (quotes) return refused((quotes.row ?? 0) + 1, messages.quotes);
  const [head = [], ...rows] = data;
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = needed.find((any) => !any.some((column) => names.includes(column)));
  if (missing) return refused(1, messages.noColumn(missing[0] ?? ''));
  const twice = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (twice) return refused(1, messages.twoColumns(twice));
  const filled = rows.map((cells, index) => ({ cells, row: index + 2 })).filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (filled.length > MOST_CSV_ROWS) return refused(filled[MOST_CSV_ROWS]?.row ?? 1, messages.tooMany(MOST_CSV_ROWS));
  const lines: CsvLine<Column>[] = [];
  const errors: RowError[] = [];
  for (const { cells, row } of filled) {
    // More cells than columns: a separator stands in a cell without quotation marks, and all behind it are in the wrong column.
    if (cells.slice(names.length).some((cell) => cell.trim()))
      errors.push({ row, detail: messages.cells(cells.length, names.length) });
    else if (cells.some((cell) => cell.includes('\0'))) errors.push({ row, detail: messages.characters });
    else lines.push({ row, cells: cellsOf(cells, names, columns, emptiable) });
  }
  return { lines, errors };
}

/** A cell without the apostrophe by which a spreadsheet takes it for text. */
export function unguarded(cell: string): string {
  return cell.replace(GUARDED, '');
}

/** What parts the columns' names. Papaparse's own guess goes by the rows, and is misled by text with commas in it. */
function delimiterOf(table: string): string {
  const head = /^[^\r\n]*/.exec(table)?.[0] ?? '';
  const [best = ','] = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length);
  return best;
}

function cellsOf<Column extends string>(
  cells: readonly string[],
  names: readonly string[],
  columns: readonly Column[],
  emptiable: readonly Column[],
) {
  const found: Partial<Record<Column, string>> = {};
  for (const column of columns) {
    const at = names.indexOf(column);
    if (at < 0) continue;
    const cell = (cells[at] ?? '').trim();
    found[column] = emptiable.includes(column) && cell.toLowerCase() === NONE ? EMPTIED : unguarded(cell).trim();
  }
  return found;
}
