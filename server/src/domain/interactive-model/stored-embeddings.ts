import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { FileStore } from '../../platform/files/store';

/** Maximum size of all stored embeddings. About a thousand embeddings with 256 x 64 x 64 values. */
const MAX_BYTES = 4_000_000_000;
const MAX_UNUSED_DAYS = 14;

/** An embedding in the file store. */
export interface StoredEmbedding {
  /** Key of the file. */
  file: string;
  shape: number[];
}

/** Finds the embedding of an image, and records its use. A row whose file is missing, as after a restored backup, is deleted. */
export async function findEmbedding(
  { db, files }: { db: Db; files: FileStore },
  imageId: string,
  modelId: string,
): Promise<StoredEmbedding | null> {
  const embeddingQuery = db.selectFrom('image_embedding').where('image_id', '=', imageId).where('model', '=', modelId);
  const existingRow = await embeddingQuery.select(['file', 'shape']).executeTakeFirst();
  if (!existingRow) return null;
  if (!(await files.stat(existingRow.file))) {
    await db.deleteFrom('image_embedding').where('file', '=', existingRow.file).execute();
    return null;
  }
  await sql`
    update image_embedding set used = now()
    where image_id = ${imageId} and model = ${modelId} and used < now() - interval '1 hour'`.execute(db);
  return existingRow;
}

/** Stores an embedding. If another server was faster, its file is returned. Null if the image was deleted. */
export async function storeEmbedding(
  deps: { db: Db; files: FileStore },
  imageId: string,
  modelId: string,
  { data, shape }: { data: Uint8Array; shape: number[] },
): Promise<StoredEmbedding | null> {
  const { db, files } = deps;
  const file = await files.put(data, 'application/octet-stream');
  const { rows } = await sql`
    insert into image_embedding (image_id, model, file, bytes, shape)
    select id, ${modelId}, ${file}, ${data.length}, ${shape}::integer[] from training_image where id = ${imageId}
    on conflict do nothing returning file`
    .execute(db)
    .catch(async (error: unknown) => {
      await files.delete(file);
      throw error;
    });
  if (rows.length > 0) return { file, shape };
  await files.delete(file);
  return findEmbedding(deps, imageId, modelId);
}

/**
 * Deletes embeddings that nobody has used for two weeks. Then deletes the least recently used ones while the total size exceeds `maxBytes`.
 */
export async function deleteUnusedEmbeddings(db: Db, maxBytes = MAX_BYTES): Promise<void> {
  await sql`
    with ranked as (
      select image_id, model, used, sum(bytes) over (order by used desc, image_id, model) as total from image_embedding
    )
    delete from image_embedding e using ranked r
    where e.image_id = r.image_id and e.model = r.model
      and (r.total > ${maxBytes} or r.used < now() - make_interval(days => ${MAX_UNUSED_DAYS}))`.execute(db);
}
