import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { EMBEDDING } from './projection';

const ID_BYTES = 16;
/** Replaces an id in the file while its embedding is being written. */
const EMPTY_ID = new Uint8Array(ID_BYTES);
/** Maximum number of rows per read or write. */
const ROWS_PER_CALL = 4096;
const { length, version } = EMBEDDING;

/** Access to the rows of an index. */
export interface IndexRows {
  getIdAt: (row: number) => Uint8Array;
  getEmbeddingAt: (row: number) => Int8Array;
}

/** The files of an index. `embeddings` and `ids` contain one row after the other, in the same order. */
const getFiles = (folder: string) => ({
  about: join(folder, 'about.json'),
  embeddings: join(folder, 'embeddings'),
  ids: join(folder, 'ids'),
});

/** Reads the complete rows of a folder. Returns the number of rows in the files, complete or not. */
export function readIndexFiles(folder: string, onRow: (id: Uint8Array, embedding: Int8Array) => void): number {
  const files = getFiles(folder);
  if (!isCurrentVersion(files.about)) {
    mkdirSync(folder, { recursive: true });
    for (const file of [files.embeddings, files.ids]) writeFileSync(file, '');
    writeFileSync(files.about, JSON.stringify({ version, length }));
    return 0;
  }
  const ids = readFileSync(files.ids);
  const file = openSync(files.embeddings, 'r');
  try {
    const chunk = Buffer.alloc(ROWS_PER_CALL * length);
    for (let row = 0; row < Math.floor(ids.length / ID_BYTES);) {
      const readRows = Math.floor(readSync(file, chunk, 0, chunk.length, row * length) / length);
      if (readRows === 0) break;
      for (let index = 0; index < readRows && (row + index + 1) * ID_BYTES <= ids.length; index++) {
        const id = ids.subarray((row + index) * ID_BYTES, (row + index + 1) * ID_BYTES);
        if (id.equals(EMPTY_ID)) continue;
        onRow(id, new Int8Array(chunk.buffer, chunk.byteOffset + index * length, length));
      }
      row += readRows;
    }
    return Math.ceil(Math.max(ids.length / ID_BYTES, fstatSync(file).size / length));
  } finally {
    closeSync(file);
  }
}

/**
 * Writes rows in an order that is safe if the process is killed: an id is never stored with the embedding of another id. The ids of
 * existing rows are cleared first and written last.
 */
export function writeIndexRows(folder: string, rows: IndexRows, changedRows: readonly number[]): void {
  if (changedRows.length === 0) return;
  const files = getFiles(folder);
  const orderedRows = [...changedRows].sort((a, b) => a - b);
  const [embeddings, ids] = [openSync(files.embeddings, 'r+'), openSync(files.ids, 'r+')];
  try {
    const existingRows = Math.ceil(fstatSync(ids).size / ID_BYTES);
    writeRuns(
      ids,
      orderedRows.filter((row) => row < existingRows),
      ID_BYTES,
      () => EMPTY_ID,
    );
    writeRuns(embeddings, orderedRows, length, rows.getEmbeddingAt.bind(rows));
    writeRuns(ids, orderedRows, ID_BYTES, rows.getIdAt.bind(rows));
  } finally {
    closeSync(embeddings);
    closeSync(ids);
  }
}

/** Truncates the files of an index to a number of rows. */
export function truncateIndexFiles(folder: string, rows: number): void {
  const files = getFiles(folder);
  for (const [name, size] of [
    [files.ids, ID_BYTES],
    [files.embeddings, length],
  ] as const) {
    const file = openSync(name, 'r+');
    try {
      if (fstatSync(file).size > rows * size) ftruncateSync(file, rows * size);
    } finally {
      closeSync(file);
    }
  }
}

/** Writes runs of consecutive rows with one call each. */
function writeRuns(file: number, rows: readonly number[], size: number, getBytes: (row: number) => Uint8Array | Int8Array): void {
  for (let index = 0; index < rows.length;) {
    const firstRow = rows[index]!;
    const consecutiveBytes: Uint8Array[] = [];
    while (rows[index] === firstRow + consecutiveBytes.length && consecutiveBytes.length < ROWS_PER_CALL) {
      const row = getBytes(rows[index]!);
      consecutiveBytes.push(new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
      index += 1;
    }
    writeSync(file, Buffer.concat(consecutiveBytes), 0, consecutiveBytes.length * size, firstRow * size);
  }
}

function isCurrentVersion(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const header = JSON.parse(readFileSync(file, 'utf8')) as { version?: number; length?: number };
    return header.version === version && header.length === length;
  } catch {
    return false;
  }
}
