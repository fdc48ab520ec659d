import type { TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { NamedUser } from '../../../platform/errors';
import { selectPrediction } from '../../../data-access/shapes/model-origin';
import { IS_STATED_EMPTY } from '../../../data-access/shape-kinds/empty-images';
import { toIsoTimestamp, readBounded, readMany, readOne, type RowView } from '../../../data-access/rows/view';

/** A row of an image list. Contains keys of files, which the response replaces by URLs. */
export type ImageRow = Omit<TrainingImage, 'img_path' | 'thumb_img_path' | 'foreground_mask'> & {
  seq: number;
  shown_key: string;
  thumb_key: string;
  mask_key: string | null;
};

export const imageView: RowView<ImageRow> = {
  from: sql`training_image i`,
  id: sql`i.id`,
  columns: sql<ImageRow>`
    i.id, i.workspace_id as workspace, i.seq, coalesce(i.display_key, i.img_key) as shown_key, i.thumb_key, i.mask_key,
    i.img_width, i.img_height, ${toIsoTimestamp('i.created')} as created, i.name, i.meta_data, i.real, i.test_image, i.version,
    coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'type', l.type, 'value', il.value, 'prediction', ${selectPrediction('il')}) order by lower(l.name), l.id)
      from image_label il join recognition_label l on l.id = il.label_id where il.image_id = i.id), '[]') as labels,
    (select count(*)::int from image_verification v where v.image_id = i.id) as "verificationsCount",
    ${IS_STATED_EMPTY} as nothing_to_annotate`,
};

/** Converts a row of an image list. Extends the copy without keys, because a spread of it would take three times as long for each row. */
export function toTrainingImage(
  { seq: _, shown_key, thumb_key, mask_key, ...image }: ImageRow,
  fileUrl: (key: string) => string,
): TrainingImage {
  return Object.assign(image, {
    img_path: fileUrl(shown_key),
    thumb_img_path: fileUrl(thumb_key),
    foreground_mask: mask_key === null ? null : fileUrl(mask_key),
  });
}

export async function readImage(db: Db, id: string, fileUrl: (key: string) => string): Promise<TrainingImage> {
  return toTrainingImage(await readOne(db, imageView, id), fileUrl);
}

/** Reads images by their ids and leaves out missing ones. */
export async function readImages(
  db: Db,
  ids: readonly string[],
  fileUrl: (key: string) => string,
): Promise<Map<string, TrainingImage>> {
  const rows = await readMany(db, imageView, ids);
  return new Map([...rows].map(([id, row]) => [id, toTrainingImage(row, fileUrl)]));
}

/** Returns the user who last changed the meta data of an image; undefined if unknown. */
export async function findMetaDataEditor(db: Db, id: string): Promise<NamedUser | undefined> {
  return db
    .selectFrom('training_image')
    .innerJoin('app_user', 'app_user.id', 'training_image.meta_changed_by')
    .select(['app_user.id', 'app_user.username'])
    .where('training_image.id', '=', id)
    .executeTakeFirst();
}

/** Reads images by the sequence numbers (`seq`) of a page of search results. Keeps their order. */
export async function readImagesBySeq(db: Db, workspaceId: string, seqs: readonly number[]): Promise<ImageRow[]> {
  if (seqs.length === 0) return [];
  const query = sql<ImageRow>`
    select ${imageView.columns} from ${imageView.from}
    where i.workspace_id = ${workspaceId} and i.seq = any(${seqs}::int[]) order by array_position(${seqs}::int[], i.seq)`;
  return readBounded(db, query, { isFrequent: true });
}

/** Lists the ids of images by their sequence numbers, newest first. */
export async function listIdsBySeq(db: Db, workspaceId: string, seqs: readonly number[]): Promise<string[]> {
  // The list is in a subquery, because planning a statement with 100,000 listed numbers takes longer than executing it.
  const { rows } = await sql<{ id: string }>`
    select id from training_image where workspace_id = ${workspaceId} and seq = any((select ${seqs}::int[])::int[])
    order by seq desc`.execute(db);
  return rows.map(({ id }) => id);
}
