import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { recordImageEvent } from '../../../platform/events/record-events';
import { allocateSeqs } from '../../../data-access/facets';
import type { StoredImage } from '../../../platform/images/upload';
import { getFileName } from '../../readers/reader/file-set';
import type { BatchItem } from '../items/next-batch';
import type { StoredImportImage } from './store-images';

/** The image of the workspace that belongs to an image of the files, or the reason why the image of the files was rejected. */
export type AppliedImage =
  | { id: string; isNew: boolean; width: number; height: number; orientation: number | null }
  | { rejected: string };

type StoreResults = ReadonlyMap<number, StoredImportImage | { rejected: string }>;

interface ImageRow {
  id: string;
  content_hash: string;
  img_width: number;
  img_height: number;
}

/**
 * Inserts the new images of a batch and finds the existing ones. Returns the images by their numbers in the import. `unusedFiles` contains
 * the stored files of images that another upload has added in the meantime.
 */
export async function resolveImages(
  trx: Db,
  batch: readonly BatchItem[],
  storeResults: StoreResults,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<{ images: Map<number, AppliedImage>; unusedFiles: StoredImage[] }> {
  const addedImages = await insertImages(trx, batch, storeResults, { workspaceId, userId });
  const candidateHashes = batch.flatMap(({ n, hash }) => findStored(storeResults, n)?.content_hash ?? hash ?? []);
  const candidateIds = batch.flatMap(({ image_id }) => image_id ?? []);
  const { rows } = await sql<ImageRow>`
    select id, content_hash, img_width, img_height from training_image
    where workspace_id = ${workspaceId} and (id = any(${candidateIds}::uuid[]) or content_hash = any(${candidateHashes}::text[]))`.execute(
    trx,
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const rowsByHash = new Map(rows.map((row) => [row.content_hash, row]));
  const images = new Map<number, AppliedImage>();
  const unusedFiles: StoredImage[] = [];
  const resolvedIds = new Set<string>();
  for (const { n, image_id, hash } of batch) {
    const storeResult = storeResults.get(n);
    if (storeResult && 'rejected' in storeResult) {
      images.set(n, storeResult);
      continue;
    }
    const row = rowsById.get(image_id ?? '') ?? rowsByHash.get(storeResult?.stored.content_hash ?? hash ?? '');
    if (!row) continue;
    const isNew = storeResult !== undefined && addedImages.has(row.id) && !resolvedIds.has(row.id);
    resolvedIds.add(row.id);
    if (storeResult && !isNew) unusedFiles.push(storeResult.stored);
    images.set(n, {
      id: row.id,
      isNew,
      width: row.img_width,
      height: row.img_height,
      orientation: storeResult?.orientation ?? null,
    });
  }
  return { images, unusedFiles };
}

function findStored(storeResults: StoreResults, itemNumber: number): StoredImage | undefined {
  const storeResult = storeResults.get(itemNumber);
  return storeResult && 'stored' in storeResult ? storeResult.stored : undefined;
}

/** Returns the ids of the inserted images. */
async function insertImages(
  trx: Db,
  batch: readonly BatchItem[],
  storeResults: StoreResults,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<Set<string>> {
  const rows = batch.flatMap(({ n, path, facts: imageFacts }) => {
    const storedImage = findStored(storeResults, n);
    // A console export declares the meta data, and the name if the image has one.
    const name = imageFacts?.meta_data === undefined ? (imageFacts?.name ?? getFileName(path)) : (imageFacts.name ?? null);
    return storedImage
      ? {
          ...storedImage,
          name,
          meta_data: JSON.stringify(imageFacts?.meta_data ?? {}),
          test: imageFacts?.test ?? false,
          real: imageFacts?.real ?? true,
        }
      : [];
  });
  if (rows.length === 0) return new Set();
  const { first: firstSeq, created: createdTime } = await allocateSeqs(trx, workspaceId, 'image', rows.length);
  const insertedRows = await sql<{ id: string }>`
    insert into training_image (workspace_id, seq, created, created_by, img_key, thumb_key, display_key, content_type, content_hash,
      img_width, img_height, name, meta_data, test_image, real)
    select ${workspaceId}, ${firstSeq} + number - 1, ${createdTime}, ${userId}, img_key, thumb_key, display_key, content_type, content_hash,
      img_width, img_height, name, meta_data::jsonb, test, "real"
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (img_key text, thumb_key text, display_key text,
      content_type text, content_hash text, img_width int, img_height int, name text, meta_data text, test boolean, "real" boolean))
      with ordinality as t(img_key, thumb_key, display_key, content_type, content_hash, img_width, img_height, name, meta_data, test, "real", number)
    on conflict (workspace_id, content_hash) do nothing returning id`.execute(trx);
  const ids = insertedRows.rows.map(({ id }) => id);
  await recordImageEvent(trx, 'image.created', { workspaceId, userId }, ids);
  return new Set(ids);
}
