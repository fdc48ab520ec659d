// Formatting and parsing functions without React, which also run outside a browser page, for example in workers.
export { formatBytes } from './bytes';
export { formatCount } from './counts';
export { downloadCsv, formatCsv, type CsvCell } from './csv';
export { formatDate, formatDateTime } from './dates';
export { compareByName, compareText, getDistinctNames } from './names';
export { formatScore } from './scores';
export { toPlainReason } from './plain-reason';
export { parseId, parseIds } from './parse-ids';
