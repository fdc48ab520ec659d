// Rows out to a CSV file and in from one, with a preview before and a way back after.
export { CsvButtons, type CsvExchange, type CsvPlan } from './csv-buttons';
export { PreviewList } from './preview-list';
export { undoOf, type CsvUndone } from './undo';
