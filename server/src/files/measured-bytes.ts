import { createHash } from 'node:crypto';
import { HttpError } from '../errors';
import { messages } from '../errors/messages';

/** What went past while a file was streamed. */
export interface Measure {
  size: number;
  /** SHA-256 in hexadecimal. */
  hash: string;
}

/** A stream's bytes on their way, counted and hashed. Fails with 413 as soon as there are more than `limit`. */
export class MeasuredBytes implements AsyncIterable<Buffer> {
  private size = 0;
  private readonly sum = createHash('sha256');

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly limit: number,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.source) {
      this.size += chunk.length;
      if (this.size > this.limit) throw new HttpError(413, messages.tooLarge(this.limit));
      this.sum.update(chunk);
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
  }

  /** What has gone past; to be asked once, after the end. */
  measure(): Measure {
    return { size: this.size, hash: this.sum.digest('hex') };
  }
}
