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

const ID = 16;
/** Stands in the file for an id whose embedding is being written. */
const NONE = new Uint8Array(ID);
const AT_ONCE = 4096;
const { length, version } = EMBEDDING;

/** What is kept of an index: `embeddings` and `ids`, one after the other in the same order, and `about.json`. */
export interface Rows {
  idAt: (row: number) => Uint8Array;
  embeddingAt: (row: number) => Int8Array;
}

const filesOf = (folder: string) => ({
  about: join(folder, 'about.json'),
  embeddings: join(folder, 'embeddings'),
  ids: join(folder, 'ids'),
});

/** Reads the embeddings of a folder, and answers how many rows it has, whole or not. */
export function readStored(folder: string, take: (id: Uint8Array, embedding: Int8Array) => void): number {
  const files = filesOf(folder);
  if (!isOurs(files.about)) {
    mkdirSync(folder, { recursive: true });
    for (const file of [files.embeddings, files.ids]) writeFileSync(file, '');
    writeFileSync(files.about, JSON.stringify({ version, length }));
    return 0;
  }
  const ids = readFileSync(files.ids);
  const file = openSync(files.embeddings, 'r');
  try {
    const piece = Buffer.alloc(AT_ONCE * length);
    for (let row = 0; row < Math.floor(ids.length / ID);) {
      const rows = Math.floor(readSync(file, piece, 0, piece.length, row * length) / length);
      if (rows === 0) break;
      for (let at = 0; at < rows && (row + at + 1) * ID <= ids.length; at++) {
        const id = ids.subarray((row + at) * ID, (row + at + 1) * ID);
        if (id.equals(NONE)) continue;
        take(id, new Int8Array(piece.buffer, piece.byteOffset + at * length, length));
      }
      row += rows;
    }
    return Math.ceil(Math.max(ids.length / ID, fstatSync(file).size / length));
  } finally {
    closeSync(file);
  }
}

/**
 * Writes rows. Whoever is killed in the middle leaves no id with the embedding of another: the ids of rows that were there before are
 * taken out first and come back last.
 */
export function writeStored(folder: string, rows: Rows, changed: readonly number[]): void {
  if (changed.length === 0) return;
  const files = filesOf(folder);
  const ordered = [...changed].sort((a, b) => a - b);
  const [embeddings, ids] = [openSync(files.embeddings, 'r+'), openSync(files.ids, 'r+')];
  try {
    const before = Math.ceil(fstatSync(ids).size / ID);
    writeRuns(
      ids,
      ordered.filter((row) => row < before),
      ID,
      () => NONE,
    );
    writeRuns(embeddings, ordered, length, rows.embeddingAt.bind(rows));
    writeRuns(ids, ordered, ID, rows.idAt.bind(rows));
  } finally {
    closeSync(embeddings);
    closeSync(ids);
  }
}

/** Leaves only so many rows in a folder. */
export function cutStored(folder: string, rows: number): void {
  const files = filesOf(folder);
  for (const [name, size] of [
    [files.ids, ID],
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

/** Rows that follow on one another are written in one. */
function writeRuns(file: number, rows: readonly number[], size: number, of: (row: number) => Uint8Array | Int8Array): void {
  for (let at = 0; at < rows.length;) {
    const first = rows[at]!;
    const run: Uint8Array[] = [];
    while (rows[at] === first + run.length && run.length < AT_ONCE) {
      const row = of(rows[at]!);
      run.push(new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
      at += 1;
    }
    writeSync(file, Buffer.concat(run), 0, run.length * size, first * size);
  }
}

function isOurs(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const about = JSON.parse(readFileSync(file, 'utf8')) as { version?: number; length?: number };
    return about.version === version && about.length === length;
  } catch {
    return false;
  }
}
