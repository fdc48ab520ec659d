import type { EmbeddingPart, Neighbour } from '../protocol/protocol';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import { IdTable } from './id-table';
import { parseUuid, formatUuid } from './uuid';
import { EMBEDDING } from './projection';
import { loadScan, type Scan } from './scan';
import { truncateIndexFiles, readIndexFiles, writeIndexRows, type IndexRows } from './index-files';

const ID_BYTES = 16;
/** Number of embeddings in one chunk of memory. Each scan covers one chunk. */
const CHUNK_ROWS = 65_536;
const INITIAL_ROWS = 1024;
const { length, half } = EMBEDDING;

/** The range of each part within an embedding. */
const PART_RANGES: Record<EmbeddingPart, readonly [number, number]> = {
  colours: [0, half],
  features: [half, length],
  both: [0, length],
};

/**
 * Embeddings by id, in memory and in the files of a folder. The search for nearest neighbours is exact: it scans all embeddings.
 * Every change is written to the files before the call returns. A `Scan` is a function that returns the rows with the greatest inner
 * products with a query. `loadScan` loads the fastest scan that is available.
 */
export class EmbeddingIndex implements IndexRows {
  private readonly chunks: Int8Array[] = [];
  private ids = new Uint8Array(INITIAL_ROWS * ID_BYTES);
  private readonly idTable = new IdTable((row) => this.getIdAt(row));
  private rows = 0;

  private constructor(
    private readonly folder: string,
    private readonly scan: Scan,
  ) {}

  /** Opens the index of a folder. It is empty if the folder is new or contains embeddings of another version. */
  static async open(folder: string, scan?: Scan): Promise<EmbeddingIndex> {
    const index = new EmbeddingIndex(folder, scan ?? (await loadScan()));
    const storedRows = readIndexFiles(folder, (id, embedding) => {
      if (index.idTable.find(id) < 0) index.writeRow(index.rows, id, embedding);
    });
    // Truncated and duplicate rows were skipped, so all rows are written again.
    if (storedRows !== index.rows) index.save(Array.from({ length: index.rows }, (_, row) => row));
    return index;
  }

  get count(): number {
    return this.rows;
  }

  /** Adds embeddings. They replace embeddings with the same id. Throws InvalidRequestError for an invalid id or length. */
  add(entries: readonly { id: string; embedding: Int8Array }[]): void {
    const parsedEntries = entries.map(({ id, embedding }) => {
      if (embedding.length !== length)
        throw new InvalidRequestError(`An embedding has ${length} numbers, not ${embedding.length}`);
      return { id: parseUuid(id), embedding };
    });
    const changedRows = new Set<number>();
    for (const { id, embedding } of parsedEntries) {
      const row = this.idTable.find(id);
      changedRows.add(row < 0 ? this.rows : row);
      this.writeRow(row < 0 ? this.rows : row, id, embedding);
    }
    this.save([...changedRows]);
  }

  /** Removes embeddings. The last embedding moves to the row of the removed embedding. Unknown ids are ignored. */
  remove(ids: readonly string[]): void {
    const changedRows = new Set<number>();
    for (const id of ids.map(parseUuid)) {
      const row = this.idTable.find(id);
      if (row < 0) continue;
      this.idTable.delete(id);
      this.rows -= 1;
      if (row === this.rows) continue;
      this.writeRow(row, Uint8Array.from(this.getIdAt(this.rows)), this.getEmbeddingAt(this.rows));
      changedRows.add(row);
    }
    this.save([...changedRows].filter((row) => row < this.rows));
  }

  /** Returns the embedding of an id, or null if the id is unknown. */
  get(id: string): Int8Array | null {
    const row = this.idTable.find(parseUuid(id));
    return row < 0 ? null : Int8Array.from(this.getEmbeddingAt(row));
  }

  /**
   * Returns the nearest neighbours by the inner product of one part, nearest first, without the requested id itself. Throws
   * InvalidRequestError for an unknown id.
   */
  findNearest(target: { id: string } | { embedding: Int8Array }, count: number, partOfEmbedding: EmbeddingPart): Neighbour[] {
    const query = 'id' in target ? this.get(target.id) : target.embedding;
    if (query?.length !== length) throw new InvalidRequestError('The index has no embedding with this id');
    const ownRow = 'id' in target ? this.idTable.find(parseUuid(target.id)) : -1;
    const [from, end] = PART_RANGES[partOfEmbedding];
    const maskedQuery = query.map((value, position) => (position >= from && position < end ? value : 0));
    const hitCount = count + (ownRow < 0 ? 0 : 1);
    const neighbours = this.chunks.flatMap((chunk, position) => {
      const chunkRows = Math.min(CHUNK_ROWS, this.rows - position * CHUNK_ROWS);
      if (chunkRows <= 0) return [];
      return this.scan(chunk.subarray(0, chunkRows * length), maskedQuery, hitCount).map(({ row, product }) => ({
        row: position * CHUNK_ROWS + row,
        product,
      }));
    });
    const queryNorm = getNorm(maskedQuery);
    return neighbours
      .filter(({ row }) => row !== ownRow)
      .sort((a, b) => b.product - a.product || a.row - b.row)
      .slice(0, count)
      .map(({ row, product }) => {
        const normProduct = queryNorm * getNorm(this.getEmbeddingAt(row).subarray(from, end));
        return { id: formatUuid(this.getIdAt(row)), likeness: normProduct > 0 ? product / normProduct : 0 };
      });
  }

  getIdAt(row: number): Uint8Array {
    return this.ids.subarray(row * ID_BYTES, (row + 1) * ID_BYTES);
  }

  getEmbeddingAt(row: number): Int8Array {
    const start = (row % CHUNK_ROWS) * length;
    return this.chunks[Math.floor(row / CHUNK_ROWS)]!.subarray(start, start + length);
  }

  private writeRow(row: number, id: Uint8Array, embedding: Int8Array): void {
    this.reserveRow(row);
    this.ids.set(id, row * ID_BYTES);
    this.getEmbeddingAt(row).set(embedding);
    this.rows = Math.max(this.rows, row + 1);
    this.idTable.set(id, row);
  }

  /** Enlarges the memory so that a row fits. */
  private reserveRow(row: number): void {
    const chunkIndex = Math.floor(row / CHUNK_ROWS);
    const rowInChunk = row % CHUNK_ROWS;
    const currentChunk = this.chunks[chunkIndex] ?? new Int8Array(0);
    if (rowInChunk * length >= currentChunk.length) {
      const enlargedChunk = new Int8Array(
        length * Math.min(CHUNK_ROWS, Math.max(chunkIndex === 0 ? INITIAL_ROWS : CHUNK_ROWS, rowInChunk * 2)),
      );
      enlargedChunk.set(currentChunk);
      this.chunks[chunkIndex] = enlargedChunk;
    }
    if (row * ID_BYTES < this.ids.length) return;
    const ids = new Uint8Array(Math.ceil((this.ids.length * 1.5) / ID_BYTES) * ID_BYTES);
    ids.set(this.ids);
    this.ids = ids;
  }

  private save(changedRows: readonly number[]): void {
    writeIndexRows(this.folder, this, changedRows);
    truncateIndexFiles(this.folder, this.rows);
  }
}

/** The Euclidean length of a vector. */
function getNorm(values: Int8Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.sqrt(sum);
}
