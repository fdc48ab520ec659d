/** Files per announcing call, equal to `MAX_IMPORT_FILES_PER_CALL`. Importing that constant would bundle its validation module. */
export const MAX_FILES_PER_CALL = 1_000;
/** Chunk size in bytes: the most that an interrupted connection has to send again. */
export const CHUNK_BYTES = 8_000_000;
