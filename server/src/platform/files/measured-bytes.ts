import { createHash } from 'node:crypto';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';

/** Size and hash of a streamed file. */
export interface SizeAndHash {
  size: number;
  /** SHA-256 in hexadecimal. */
  hash: string;
}

/** Counts and hashes the bytes of a stream while they are read. Throws 413 as soon as there are more than `limit`. */
export class MeasuredBytes implements AsyncIterable<Buffer> {
  private size = 0;
  private readonly contentHash = createHash('sha256');

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly limit: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.source) {
      this.size += chunk.length;
      if (this.size > this.limit) throw new HttpError(413, messages.tooLarge(this.limit));
      this.contentHash.update(chunk);
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
  }

  /** Call it once, after the end of the stream. */
  measure(): SizeAndHash {
    return { size: this.size, hash: this.contentHash.digest('hex') };
  }
}
