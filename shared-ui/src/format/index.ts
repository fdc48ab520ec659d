// Formatting and parsing without React, also for code that runs without a screen.
export { formatBytes } from './bytes';
export { formatCount } from './counts';
export { downloadCsv, formatCsv, type CsvCell } from './csv';
export { formatDate, formatDateTime } from './dates';
export { compareByName, compareText, getDistinctNames } from './names';
export { formatScore } from './scores';
export { toPlainReason } from './plain-reason';
export { parseId, parseIds } from './parse-ids';
