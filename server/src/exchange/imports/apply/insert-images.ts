import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../../database/connection';
import { allocateSeqs } from '../../../facets';
import type { StoredPicture } from '../../../pictures/upload';
import { getFileName } from '../../readers/file-set';
import type { BatchItem } from './next-batch';
import type { StoredImportImage } from './store-images';

/** The image of the workspace that a picture of the files is, or why there is none. */
export type AppliedImage =
  { id: string; isNew: boolean; width: number; height: number; orientation: number | null } | { refused: string };

type Taken = ReadonlyMap<number, StoredImportImage | { refused: string }>;

interface Row {
  id: string;
  content_hash: string;
  img_width: number;
  img_height: number;
}

/** Adds the pictures of a batch that are new, and finds the others, by their numbers. Files of pictures that were there after all are left over. */
export async function resolveImages(
  trx: Db,
  batch: readonly BatchItem[],
  taken: Taken,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<{ images: Map<number, AppliedImage>; leftover: StoredPicture[] }> {
  const added = await insertImages(trx, batch, taken, { workspaceId, userId });
  const hashes = batch.flatMap(({ n, hash }) => storedOf(taken, n)?.content_hash ?? hash ?? []);
  const ids = batch.flatMap(({ image_id }) => image_id ?? []);
  const { rows } = await sql<Row>`
    select id, content_hash, img_width, img_height from training_image
    where workspace_id = ${workspaceId} and (id = any(${ids}::uuid[]) or content_hash = any(${hashes}::text[]))`.execute(trx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byHash = new Map(rows.map((row) => [row.content_hash, row]));
  const images = new Map<number, AppliedImage>();
  const leftover: StoredPicture[] = [];
  const met = new Set<string>();
  for (const { n, image_id, hash } of batch) {
    const answer = taken.get(n);
    if (answer && 'refused' in answer) {
      images.set(n, answer);
      continue;
    }
    const row = byId.get(image_id ?? '') ?? byHash.get(answer?.stored.content_hash ?? hash ?? '');
    if (!row) continue;
    const isNew = answer !== undefined && added.has(row.id) && !met.has(row.id);
    met.add(row.id);
    if (answer && !isNew) leftover.push(answer.stored);
    images.set(n, { id: row.id, isNew, width: row.img_width, height: row.img_height, orientation: answer?.orientation ?? null });
  }
  return { images, leftover };
}

function storedOf(taken: Taken, n: number): StoredPicture | undefined {
  const answer = taken.get(n);
  return answer && 'stored' in answer ? answer.stored : undefined;
}

/** Answers the ids of those that were not there yet. */
async function insertImages(
  trx: Db,
  batch: readonly BatchItem[],
  taken: Taken,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<Set<string>> {
  const rows = batch.flatMap(({ n, path, facts }) => {
    const stored = storedOf(taken, n);
    const meta = facts?.meta_data === undefined ? { [FILE_NAME_KEY]: getFileName(path) } : facts.meta_data;
    return stored ? { ...stored, meta_data: JSON.stringify(meta), test: facts?.test ?? false, real: facts?.real ?? true } : [];
  });
  if (rows.length === 0) return new Set();
  const { first, created } = await allocateSeqs(trx, workspaceId, 'image', rows.length);
  const inserted = await sql<{ id: string }>`
    insert into training_image (workspace_id, seq, created, created_by, img_key, thumb_key, display_key, content_type, content_hash,
      img_width, img_height, meta_data, test_image, real)
    select ${workspaceId}, ${first} + number - 1, ${created}, ${userId}, img_key, thumb_key, display_key, content_type, content_hash,
      img_width, img_height, meta_data::jsonb, test, "real"
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (img_key text, thumb_key text, display_key text,
      content_type text, content_hash text, img_width int, img_height int, meta_data text, test boolean, "real" boolean))
      with ordinality as t(img_key, thumb_key, display_key, content_type, content_hash, img_width, img_height, meta_data, test, "real", number)
    on conflict (workspace_id, content_hash) do nothing returning id`.execute(trx);
  return new Set(inserted.rows.map(({ id }) => id));
}
