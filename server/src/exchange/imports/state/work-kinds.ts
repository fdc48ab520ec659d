/** The names of the three kinds of background work. They must not change, because they are stored with the work. */
export const READ_IMPORT = 'import-read';
export const RUN_IMPORT = 'import-run';
export const UNDO_IMPORT = 'import-undo';
