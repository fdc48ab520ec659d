/** Files that one call announces, as the contract has it (`MOST_IMPORT_FILES_OF_CALL`, whose module brings its validation along). */
export const MOST_FILES = 1_000;
/** A cut connection loses no more than this. */
export const PART_BYTES = 8_000_000;
