import type { Readable } from 'node:stream';
import type { Measure } from './measured-bytes';

/** Inclusive positions of the first and last byte, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  size: number;
  /** What was given to `put`; sniffed from the content by the caller, never taken from a client. */
  contentType: string;
}

export interface StreamedFile extends Measure {
  key: string;
}

/**
 * Where pictures and other files lie. Keys are chosen by the store, unguessable, and never used again, so a file's
 * content never changes under its address.
 */
export interface FileStore {
  /** Stores the bytes durably before it answers, and answers the key. */
  put: (bytes: Uint8Array, contentType: string) => Promise<string>;
  /**
   * Stores what comes as it comes, holding little of it in memory; under a name only when the whole is there. A source
   * that fails, or has more than `limit` bytes (413), leaves nothing. `key`: the one that a file had which comes back from a
   * backup.
   */
  putStream: (source: AsyncIterable<Uint8Array>, contentType: string, limit: number, key?: string) => Promise<StreamedFile>;
  /** What is known of a file, or null when there is none. */
  stat: (key: string) => Promise<StoredFile | null>;
  /** The bytes, or a range of them; null when there is no such file. */
  open: (key: string, range?: ByteRange) => Promise<Readable | null>;
  /** The whole file; null when there is none. */
  read: (key: string) => Promise<Buffer | null>;
  /** Deletes; it is no error when the file is gone. */
  delete: (key: string) => Promise<void>;
  /** Removes what writes that began before a moment have left without an end, as by a kill. Answers how many there were. */
  deleteUnfinished: (before: Date) => Promise<number>;
}
