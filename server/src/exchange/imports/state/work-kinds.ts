/** The stored names of the three kinds of long work. They must stay as they are. */
export const READ_IMPORT = 'import-read';
export const RUN_IMPORT = 'import-run';
export const UNDO_IMPORT = 'import-undo';
