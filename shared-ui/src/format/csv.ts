/** A cell of a CSV file. `null` becomes an empty cell. */
export type CsvCell = string | number | null;

/** Formats a cell. An apostrophe before `=`, `+`, `-` and `@` prevents spreadsheets from running the text as a formula. */
function formatCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a table as CSV with CRLF line ends. */
export function formatCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** Downloads a table as a CSV file. */
export function downloadCsv(name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void {
  // Start with a byte order mark. Without it, spreadsheet programs would not recognise the encoding UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', formatCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
