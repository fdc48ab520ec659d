// CSV export, and CSV import with preview and undo.
export { CsvButtons } from './csv-buttons';
export type { CsvExchange, CsvPlan } from './exchange';
export { PreviewList } from './preview-list';
