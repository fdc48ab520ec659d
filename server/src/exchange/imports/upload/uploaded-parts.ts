import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { HttpError, notFound } from '../../../platform/errors';
import { createFileKey } from '../../../platform/files/file-key';
import type { FileStore } from '../../../platform/files/store';
import { forEachConcurrently } from '../../../platform/queue/for-each-concurrently';
import { messages } from '../state/messages';

const CONTENT_TYPE = 'application/octet-stream';
/** Size of one object in the file store. If the server is killed, a client must send at most this much again. */
const PART_BYTES = 8 * 1024 * 1024;
/** Maximum time to store a part. An older pending part was left by a killed server. */
const MAX_STORING_DAYS = 1;
const MAX_CONCURRENT_DELETES = 8;
const DELETES_PER_QUERY = 1_000;

export interface PartDeps {
  db: Db;
  files: FileStore;
}

interface UploadTarget {
  id: string;
  /** Bytes of the complete file. */
  size: number;
  received: number;
}

/**
 * Appends the bytes of a request to a file, as objects of the file store, and returns the number of bytes received in total. Bytes that
 * arrive before a broken connection are stored. Throws 409 with the number of received bytes if `offset` differs from this number. Throws
 * 413 if the file exceeds its announced size.
 */
export async function appendPart(
  deps: PartDeps,
  { id, size, received: receivedParts }: UploadTarget,
  { offset, maxBytes }: { offset: number; maxBytes: number },
  content: Readable,
): Promise<number> {
  if (offset !== receivedParts) throw createOffsetError(receivedParts);
  const incoming = new IncomingBytes(content, Math.min(size - offset, maxBytes));
  let end = offset;
  while (await incoming.hasMore()) end += await storePart(deps, id, end, incoming.read(PART_BYTES));
  if (incoming.readError) throw incoming.readError;
  return end;
}

/**
 * Stores an object and makes it the next part of the file. If another request has appended to the file in the meantime, the
 * object is deleted. The row is inserted before the object, so that objects of a killed server are known and can be deleted.
 */
async function storePart(
  { db, files }: PartDeps,
  fileId: string,
  start: number,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const fileKey = createFileKey(CONTENT_TYPE);
  const { id } = await db
    .insertInto('import_part')
    .values({ file_id: fileId, pending: fileKey })
    .returning('id')
    .executeTakeFirstOrThrow();
  const deletePending = () => db.deleteFrom('import_part').where('id', '=', id).where('part_key', 'is', null).execute();
  const { size } = await files.putStream(content, CONTENT_TYPE, PART_BYTES, fileKey).catch(async (error: unknown) => {
    // If the database is also unreachable, a later task deletes the row.
    await deletePending().catch(() => undefined);
    throw error;
  });
  const { rows } = await sql`
    with appended as (
      update import_file set received = received + ${size} where id = ${fileId} and received = ${start} returning id)
    update import_part set pending = null, part_key = pending, start = ${start}, size = ${size}
    where id = ${id} and exists (select from appended) returning id`.execute(db);
  if (rows.length === 1) return size;
  await files.delete(fileKey);
  await deletePending();
  const file = await db
    .selectFrom('import_file')
    .select(sql<number>`received::float8`.as('received'))
    .where('id', '=', fileId)
    .executeTakeFirst();
  throw file ? createOffsetError(file.received) : notFound('File');
}

const createOffsetError = (received: number) => new HttpError(409, messages.wrongOffset(received), { received });

/** Reads the bytes of a request in chunks of any size. Bytes received before a failure, such as a broken connection, are still returned. */
class IncomingBytes {
  readError: unknown = null;
  private readonly chunks: AsyncIterator<Buffer>;
  private remainingBytes: Buffer = Buffer.alloc(0);
  private readByteCount = 0;
  private isFinished = false;

  constructor(
    content: Readable,
    private readonly maxBytes: number,
  ) {
    this.chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.remainingBytes.length === 0 && !this.isFinished) await this.readNextChunk();
    return this.remainingBytes.length > 0;
  }

  async *read(maxBytes: number): AsyncGenerator<Buffer> {
    let remaining = maxBytes;
    while (remaining > 0 && (await this.hasMore())) {
      const chunk = this.remainingBytes.subarray(0, remaining);
      this.remainingBytes = this.remainingBytes.subarray(chunk.length);
      remaining -= chunk.length;
      yield chunk;
    }
  }

  private async readNextChunk(): Promise<void> {
    try {
      const { value, done } = await this.chunks.next();
      this.isFinished = done === true;
      if (done) return;
      this.readByteCount += value.length;
      if (this.readByteCount > this.maxBytes) throw new HttpError(413, messages.exceedsAnnouncedSize);
      this.remainingBytes = value;
    } catch (error) {
      this.readError = error;
      this.isFinished = true;
    }
  }
}

/** Reads an uploaded file from its objects, in order. Stops early if an object is missing. */
export async function* readParts(files: FileStore, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const fileKey of keys) {
    const content = await files.open(fileKey);
    if (!content) return;
    yield* content as AsyncIterable<Buffer>;
  }
}

/** Deletes the parts of an import that no longer needs its files. */
export async function deleteParts(deps: PartDeps, importId: string): Promise<void> {
  await deleteWhere(deps, sql<boolean>`file_id in (select id from import_file where import_id = ${importId})`);
}

/** Deletes the parts of deleted files, and pending parts of killed servers. */
export async function deleteUnattachedParts(deps: PartDeps): Promise<void> {
  await deleteWhere(
    deps,
    sql<boolean>`case when part_key is null then created < clock_timestamp() - make_interval(days => ${MAX_STORING_DAYS})
      else file_id is null end`,
  );
}

/** Deletes objects before their rows, so that a row exists as long as its object may exist. */
async function deleteWhere({ db, files }: PartDeps, condition: ReturnType<typeof sql<boolean>>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string; key: string }>`
      select id, coalesce(part_key, pending) as key from import_part where ${condition} limit ${DELETES_PER_QUERY}`.execute(db);
    if (rows.length === 0) return;
    await forEachConcurrently(rows, MAX_CONCURRENT_DELETES, ({ key: fileKey }) => files.delete(fileKey));
    await db
      .deleteFrom('import_part')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  }
}
