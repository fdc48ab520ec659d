import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../../../database/connection';
import { HttpError, notFound } from '../../../errors';
import { newFileKey } from '../../../files/file-key';
import type { FileStore } from '../../../files/store';
import { forEachConcurrently } from '../../../work/for-each-concurrently';
import { messages } from '../state/messages';

const CONTENT_TYPE = 'application/octet-stream';
/** Bytes of one object: as many as the sender loses at most when this server is killed. */
const PART_BYTES = 8 * 1024 * 1024;
/** No part takes longer to store: an older one belongs to a server that was killed. */
const MAX_STORING_DAYS = 1;
const DELETES_AT_ONCE = 8;
const DELETES_PER_QUERY = 1_000;

export interface PartDeps {
  db: Db;
  files: FileStore;
}

export interface UploadTarget {
  id: string;
  /** Bytes of the complete file. */
  size: number;
  received: number;
}

/**
 * Appends what a request sends to a file and returns how many bytes of the file there are, also after a broken connection. The bytes become
 * objects of the file store. Throws 409 with that number when the file ends elsewhere, 413 when more comes than was announced.
 */
export async function appendPart(
  deps: PartDeps,
  { id, size, received }: UploadTarget,
  { offset, maxBytes }: { offset: number; maxBytes: number },
  content: Readable,
): Promise<number> {
  if (offset !== received) throw otherOffset(received);
  const incoming = new IncomingBytes(content, Math.min(size - offset, maxBytes));
  let end = offset;
  while (await incoming.hasMore()) end += await storePart(deps, id, end, incoming.take(PART_BYTES));
  if (incoming.failure) throw incoming.failure;
  return end;
}

/**
 * Stores an object and makes it the next part of the file, unless another request has appended to the file since: then the object is deleted.
 * The row comes before the object, so that nothing a killed server has stored is forgotten.
 */
async function storePart(
  { db, files }: PartDeps,
  fileId: string,
  start: number,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const key = newFileKey(CONTENT_TYPE);
  const { id } = await db
    .insertInto('import_part')
    .values({ file_id: fileId, pending: key })
    .returning('id')
    .executeTakeFirstOrThrow();
  const forget = () => db.deleteFrom('import_part').where('id', '=', id).where('part_key', 'is', null).execute();
  const { size } = await files.putStream(content, CONTENT_TYPE, PART_BYTES, key).catch(async (error: unknown) => {
    // The row is deleted later where the database is away, too.
    await forget().catch(() => undefined);
    throw error;
  });
  const { rows } = await sql`
    with appended as (
      update import_file set received = received + ${size} where id = ${fileId} and received = ${start} returning id)
    update import_part set pending = null, part_key = pending, start = ${start}, size = ${size}
    where id = ${id} and exists (select from appended) returning id`.execute(db);
  if (rows.length === 1) return size;
  await files.delete(key);
  await forget();
  const file = await db
    .selectFrom('import_file')
    .select(sql<number>`received::float8`.as('received'))
    .where('id', '=', fileId)
    .executeTakeFirst();
  throw file ? otherOffset(file.received) : notFound('File');
}

const otherOffset = (received: number) => new HttpError(409, messages.otherOffset(received), { received });

/** The bytes of a request in chunks of any size. What came before a failure, such as a broken connection, is still handed out. */
class IncomingBytes {
  failure: unknown = null;
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private total = 0;
  private isOver = false;

  constructor(
    content: Readable,
    private readonly maxBytes: number,
  ) {
    this.chunks = (content as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.rest.length === 0 && !this.isOver) await this.pull();
    return this.rest.length > 0;
  }

  async *take(maxBytes: number): AsyncGenerator<Buffer> {
    let left = maxBytes;
    while (left > 0 && (await this.hasMore())) {
      const chunk = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }

  private async pull(): Promise<void> {
    try {
      const { value, done } = await this.chunks.next();
      this.isOver = done === true;
      if (done) return;
      this.total += value.length;
      if (this.total > this.maxBytes) throw new HttpError(413, messages.moreThanAnnounced);
      this.rest = value;
    } catch (error) {
      this.failure = error;
      this.isOver = true;
    }
  }
}

/** The bytes of a sent file from its objects in order. Ends early where an object is missing. */
export async function* readParts(files: FileStore, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const content = await files.open(key);
    if (!content) return;
    yield* content as AsyncIterable<Buffer>;
  }
}

/** Deletes the parts of an import that needs its files no longer. */
export async function deleteParts(deps: PartDeps, importId: string): Promise<void> {
  await deleteWhere(deps, sql<boolean>`file_id in (select id from import_file where import_id = ${importId})`);
}

/** Deletes the parts of deleted files, and those that a killed server did not finish. */
export async function deleteUnattachedParts(deps: PartDeps): Promise<void> {
  await deleteWhere(
    deps,
    sql<boolean>`case when part_key is null then created < clock_timestamp() - make_interval(days => ${MAX_STORING_DAYS})
      else file_id is null end`,
  );
}

/** The objects first: a row that is left names an object that may be left. */
async function deleteWhere({ db, files }: PartDeps, condition: ReturnType<typeof sql<boolean>>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string; key: string }>`
      select id, coalesce(part_key, pending) as key from import_part where ${condition} limit ${DELETES_PER_QUERY}`.execute(db);
    if (rows.length === 0) return;
    await forEachConcurrently(rows, DELETES_AT_ONCE, ({ key }) => files.delete(key));
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
