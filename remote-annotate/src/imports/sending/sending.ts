/** Files per announcing call, equal to `MAX_IMPORT_FILES_PER_CALL`. Importing that constant would bundle its validation module. */
export const MOST_FILES = 1_000;
/** Chunk size in bytes: the most that an interrupted connection has to send again. */
export const PART_BYTES = 8_000_000;
