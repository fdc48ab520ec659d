import type { GoldCreation, GoldDomain } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { lockImages } from '../../../data-access/facets';
import { IS_VERIFIED_BY_USER } from '../../../data-access/shapes/model-origin';
import type { Db } from '../../../platform/database/connection';
import { createGoldItems } from '../../quality/gold/store-gold';
import { readImageWork } from './read-image-work';

interface GoldSelection {
  workspaceId: string;
  domain: GoldDomain;
  taskId: string;
  imageIds: readonly string[];
  userId: string;
  /** 1 / probability with which a random sample contains each image. Absent if a user has selected the images. */
  weights?: ReadonlyMap<string, number>;
}

/** SQL condition: a reviewer has merged the separate work of several users on the image `i`. */
const IS_ADJUDICATED = sql<boolean>`exists (
  select from job_item t join item_adjudication a on a.item_id = t.id where t.image_id = i.id)`;

/**
 * Turns those images that are verified or decided by a reviewer into gold-standard items of a task, or only counts the images. The images
 * must belong to the workspace of the task.
 */
export async function createGoldFromImages(
  trx: Db,
  { workspaceId, domain, taskId, imageIds, userId, weights }: GoldSelection,
  { isPreview }: { isPreview: boolean },
): Promise<GoldCreation> {
  const uniqueIds = [...new Set(imageIds)].sort();
  if (!isPreview) await lockImages(trx, uniqueIds);
  const { rows } = await sql<{ id: string; is_verified: boolean; is_adjudicated: boolean; is_gold: boolean }>`
    select i.id, ${IS_ADJUDICATED} as is_adjudicated, (${IS_VERIFIED_BY_USER} or ${IS_ADJUDICATED}) as is_verified,
      exists (select from gold_item g where g.image_id = i.id and g.task_id = ${taskId} and g.retired is null) as is_gold
    from training_image i where i.id = any(${uniqueIds}::uuid[])`.execute(trx);
  const eligibleImages = rows.filter((row) => row.is_verified && !row.is_gold);
  if (!isPreview) {
    for (const isAdjudicated of [true, false]) {
      const ids = eligibleImages.flatMap((row) => (row.is_adjudicated === isAdjudicated ? row.id : []));
      const annotations = (await readImageWork(trx, ids)).map((work) => ({ ...work, weight: weights?.get(work.imageId) ?? 1 }));
      const source = weights ? 'sample' : isAdjudicated ? 'adjudication' : 'selection';
      await createGoldItems(trx, { workspaceId, domain, taskId, source, userId }, annotations);
    }
  }
  return {
    created: eligibleImages.length,
    already_gold: rows.filter((row) => row.is_gold).length,
    not_verified: rows.filter((row) => !row.is_verified && !row.is_gold).length,
  };
}
