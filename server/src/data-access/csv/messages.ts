/** Errors of a CSV file, or of one of its rows. */
export const messages = {
  missingColumn: (column: string) => `The header has no column '${column}'.`,
  duplicateColumn: (column: string) => `The header has the column '${column}' twice.`,
  encoding: 'The file is not in UTF-8. Save it as "CSV UTF-8" and select it again.',
  tooManyRows: (limit: number) => `The file has more than ${limit} rows.`,
  unstorableCharacters: 'The row has characters that cannot be stored.',
  tooManyCells: (count: number, columns: number) => `The row has ${count} cells, but the header has ${columns} columns.`,
  misplacedQuote: 'A quotation mark is not closed, or is in the middle of a cell.',
} as const;
