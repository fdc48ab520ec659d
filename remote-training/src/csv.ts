type Cell = string | number | null;

/** Text that a spreadsheet would take for a formula is kept from it by an apostrophe. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV; what is undefined is an empty cell. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** Has the browser save a table as a file. */
export function downloadCsv(name: string, header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  // Spreadsheets take a file without the mark for one in the local code page.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csvText(header, rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
