/** The names of the three kinds of long work, as they are stored with it. */
export const READ_IMPORT = 'import-read';
export const RUN_IMPORT = 'import-run';
export const UNDO_IMPORT = 'import-undo';
