// Rows out to a CSV file and in from one, with a preview before and a way back after.
export { CsvButtons } from './csv-buttons';
export type { CsvExchange, CsvPlan } from './exchange';
export { PreviewList } from './preview-list';
export { createCsvUndo, type CsvUndoResult } from './undo';
