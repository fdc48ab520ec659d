import type { Likeness, Neighbour } from '../protocol';
import { Refusal } from '../refusal';
import { IdTable } from './id-table';
import { bytesOf, textOf } from './ids';
import { EMBEDDING } from './projection';
import { bestScan, type Scan } from './scan';
import { cutStored, readStored, writeStored, type Rows } from './stored';

const ID = 16;
/** Embeddings in one piece of memory: what a scan does between two looks at anything else. */
const PIECE = 65_536;
const FIRST = 1024;
const { length, half } = EMBEDDING;

/** Which numbers of an embedding count. */
const PARTS: Record<Likeness, readonly [number, number]> = { colours: [0, half], features: [half, length], both: [0, length] };

/**
 * Embeddings by their ids, in memory and in a folder, and the nearest of any, exactly: each question looks at all of them.
 * What was put or dropped is in the folder when the call has ended.
 */
export class EmbeddingIndex implements Rows {
  private readonly pieces: Int8Array[] = [];
  private ids = new Uint8Array(FIRST * ID);
  private readonly table = new IdTable((row) => this.idAt(row));
  private rows = 0;

  private constructor(
    private readonly folder: string,
    private readonly scan: Scan,
  ) {}

  /** Opens what is in a folder; it is empty where there is nothing, or where the embeddings are of another version. */
  static async open(folder: string, scan?: Scan): Promise<EmbeddingIndex> {
    const index = new EmbeddingIndex(folder, scan ?? (await bestScan()));
    const found = readStored(folder, (id, embedding) => {
      if (index.table.find(id) < 0) index.write(index.rows, id, embedding);
    });
    // What was cut off or stood there twice is written anew.
    if (found !== index.rows) index.save(Array.from({ length: index.rows }, (_, row) => row));
    return index;
  }

  get count(): number {
    return this.rows;
  }

  put(entries: readonly { id: string; embedding: Int8Array }[]): void {
    const known = entries.map(({ id, embedding }) => {
      if (embedding.length !== length) throw new Refusal(`An embedding has ${length} numbers, not ${embedding.length}`);
      return { id: bytesOf(id), embedding };
    });
    const changed = new Set<number>();
    for (const { id, embedding } of known) {
      const row = this.table.find(id);
      changed.add(row < 0 ? this.rows : row);
      this.write(row < 0 ? this.rows : row, id, embedding);
    }
    this.save([...changed]);
  }

  /** The last embedding takes the place of one that is dropped. */
  drop(ids: readonly string[]): void {
    const changed = new Set<number>();
    for (const id of ids.map(bytesOf)) {
      const row = this.table.find(id);
      if (row < 0) continue;
      this.table.delete(id);
      this.rows -= 1;
      if (row === this.rows) continue;
      this.write(row, Uint8Array.from(this.idAt(this.rows)), this.embeddingAt(this.rows));
      changed.add(row);
    }
    this.save([...changed].filter((row) => row < this.rows));
  }

  /** The embedding of an id; null where it is not known. */
  get(id: string): Int8Array | null {
    const row = this.table.find(bytesOf(id));
    return row < 0 ? null : Int8Array.from(this.embeddingAt(row));
  }

  /** The nearest of what is looked for, the nearest first, without the id that is looked for itself. Throws a Refusal for an unknown id. */
  nearest(to: { id: string } | { embedding: Int8Array }, count: number, by: Likeness): Neighbour[] {
    const query = 'id' in to ? this.get(to.id) : to.embedding;
    if (query?.length !== length) throw new Refusal('There is no such embedding');
    const own = 'id' in to ? this.table.find(bytesOf(to.id)) : -1;
    const [from, end] = PARTS[by];
    const masked = query.map((value, at) => (at >= from && at < end ? value : 0));
    const wanted = count + (own < 0 ? 0 : 1);
    const hits = this.pieces.flatMap((piece, at) => {
      const rows = Math.min(PIECE, this.rows - at * PIECE);
      if (rows <= 0) return [];
      return this.scan(piece.subarray(0, rows * length), masked, wanted).map(({ row, product }) => ({
        row: at * PIECE + row,
        product,
      }));
    });
    const size = lengthOf(masked);
    return hits
      .filter(({ row }) => row !== own)
      .sort((a, b) => b.product - a.product || a.row - b.row)
      .slice(0, count)
      .map(({ row, product }) => {
        const sizes = size * lengthOf(this.embeddingAt(row).subarray(from, end));
        return { id: textOf(this.idAt(row)), likeness: sizes > 0 ? product / sizes : 0 };
      });
  }

  idAt(row: number): Uint8Array {
    return this.ids.subarray(row * ID, (row + 1) * ID);
  }

  embeddingAt(row: number): Int8Array {
    const from = (row % PIECE) * length;
    return this.pieces[Math.floor(row / PIECE)]!.subarray(from, from + length);
  }

  private write(row: number, id: Uint8Array, embedding: Int8Array): void {
    this.makeRoom(row);
    this.ids.set(id, row * ID);
    this.embeddingAt(row).set(embedding);
    this.rows = Math.max(this.rows, row + 1);
    this.table.set(id, row);
  }

  private makeRoom(row: number): void {
    const piece = Math.floor(row / PIECE);
    const within = row % PIECE;
    const before = this.pieces[piece] ?? new Int8Array(0);
    if (within * length >= before.length) {
      const larger = new Int8Array(length * Math.min(PIECE, Math.max(piece === 0 ? FIRST : PIECE, within * 2)));
      larger.set(before);
      this.pieces[piece] = larger;
    }
    if (row * ID < this.ids.length) return;
    const ids = new Uint8Array(Math.ceil((this.ids.length * 1.5) / ID) * ID);
    ids.set(this.ids);
    this.ids = ids;
  }

  private save(changed: readonly number[]): void {
    writeStored(this.folder, this, changed);
    cutStored(this.folder, this.rows);
  }
}

function lengthOf(values: Int8Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.sqrt(sum);
}
