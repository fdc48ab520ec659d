/**
 * Number of files per call that announces files. Equal to `MAX_IMPORT_FILES_PER_CALL`, but importing that constant would bundle
 * the schemas of the API.
 */
export const MAX_FILES_PER_CALL = 1_000;
/** Chunk size in bytes: the maximum that must be sent again after an interrupted connection. */
export const CHUNK_BYTES = 8_000_000;
