/**
 * Maximum number of files that one call registers. Equal to `MAX_IMPORT_FILES_PER_CALL`. That constant is not imported, because the schemas
 * of the API would then be bundled.
 */
export const MAX_FILES_PER_CALL = 1_000;
/** Chunk size in bytes. After an interrupted connection, at most one chunk must be sent again. */
export const CHUNK_BYTES = 8_000_000;
