/** What is wrong with a file, or with one of its rows. */
export const messages = {
  noColumn: (column: string) => `The first line has no column '${column}'.`,
  twoColumns: (column: string) => `The first line has the column '${column}' twice.`,
  encoding: 'The file is not in UTF-8. Save it as "CSV UTF-8" and choose it again.',
  tooMany: (most: number) => `The file has more than ${most} rows.`,
  characters: 'It has characters that cannot be stored.',
  cells: (found: number, columns: number) => `It has ${found} cells, the first line has ${columns} columns.`,
  quotes: 'A quotation mark is opened and not closed, or stands in the middle of a cell.',
  noUndo: 'is not what an import of this workspace has answered in the last 30 days',
} as const;
