import { formatCount } from '../format/counts';

const formatNumber = (number: number) => number.toLocaleString('en');

/** Interface text of exports and imports of CSV files. */
export const csvMessages = {
  file: 'CSV file',
  hint: 'The first line contains the column names in any order, separated by commas or semicolons. An empty cell keeps the current value. (none) removes an optional value.',
  submit: 'Import',
  reading: 'Reading the file…',
  unreadable: 'Problem parsing input file.',
  utf16: 'This file is in UTF-16. Save it as "CSV UTF-8" and choose it again.',
  notUtf8: 'This file is not in UTF-8. Save it as "CSV UTF-8" and choose it again.',
  nothing: 'This file contains no changes.',
  makeMissing: (itemNames: string) => `Create missing items: ${itemNames}`,
  errors: (rows: number) =>
    `${formatCount(rows, 'row has', 'rows have')} errors. Nothing was imported. Correct the file and choose it again.`,
  errorsToSkip: (rows: number) =>
    `${formatCount(rows, 'row has', 'rows have')} errors and can't be imported. Download, correct and import ${rows === 1 ? 'this row' : 'these rows'} again.`,
  submitValid: (rows: number) => `Import ${formatCount(rows, 'valid row', 'valid rows')}`,
  downloadErrors: 'Download rows with errors',
  errorsFileName: (fileName: string) => fileName.replace(/(\.csv)?$/, '-errors.csv'),
  row: 'Row',
  detail: 'Error',
  more: (rows: number) => `and ${formatNumber(rows)} more`,
  undo: 'Undo import',
};
