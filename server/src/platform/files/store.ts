import type { Readable } from 'node:stream';
import type { SizeAndHash } from './measured-bytes';

/** Inclusive positions of the first and last byte, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

interface StoredFile {
  size: number;
  /** The type that was given to `put`. Callers of `put` detect it from the content and do not trust clients. */
  contentType: string;
}

interface StreamedFile extends SizeAndHash {
  key: string;
}

/** Stores images and other files under random keys. A key is never used again, so the content of a URL never changes. */
export interface FileStore {
  /** Stores the bytes durably, then returns the key. */
  put: (bytes: Uint8Array, contentType: string) => Promise<string>;
  /**
   * Stores a stream with little memory. The file becomes visible only when it is complete. If the source fails or exceeds `limit` bytes
   * (413), nothing is stored. `key` is the previous key of a file that is restored from a backup.
   */
  putStream: (source: AsyncIterable<Uint8Array>, contentType: string, limit: number, key?: string) => Promise<StreamedFile>;
  /** Returns null for a missing file. */
  stat: (key: string) => Promise<StoredFile | null>;
  /** Streams the bytes, or a range of them. Returns null for a missing file. */
  open: (key: string, range?: ByteRange) => Promise<Readable | null>;
  /** Reads the complete file. Returns null for a missing file. */
  read: (key: string) => Promise<Buffer | null>;
  /** Deletes a file. A missing file is not an error. */
  delete: (key: string) => Promise<void>;
  /**
   * Deletes unfinished writes that started before the given time, for example writes of killed servers. Returns the number of deleted
   * writes.
   */
  deleteUnfinished: (before: Date) => Promise<number>;
}
