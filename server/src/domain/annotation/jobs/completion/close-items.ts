import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import { replaceAnnotations, type ReplacementShape, type ReplacementAnnotations } from './replace-annotations';
import { agreesCompletely } from '../work/agrees-completely';
import type { JobRow } from '../items/items';
import { loadTemplates } from '../../../../data-access/shape-similarity/load-templates';

interface DoneWork extends ReplacementAnnotations {
  image: string;
  shapes: readonly ReplacementShape[];
}

/**
 * Copies the finished work of a job with independent users (`blind`) to the images if the item has one user, or if all users agree. All
 * other items wait for adjudication (the decision of a reviewer), and so do items on which a reviewer has decided before. The job must be
 * locked. Returns the keys of files that no row refers to once the transaction has committed. Callers must not lock other rows afterwards,
 * because search facets (entries of the search index) are always locked last.
 */
export async function closeItems(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<string[]> {
  if (imageIds.length === 0) return [];
  const doneWork = await readDoneWork(trx, job, imageIds);
  const templates = await loadTemplates(
    trx,
    doneWork.flatMap(({ shapes }) => shapes),
  );
  const replacements = imageIds.flatMap((imageId) => {
    const workOnImage = doneWork.filter(({ image }) => image === imageId);
    const [firstWork] = workOnImage;
    return firstWork && agreesCompletely(workOnImage, templates) ? [{ imageId, work: firstWork }] : [];
  });
  return replaceAnnotations(trx, job, replacements, userId);
}

/**
 * Reads the work of all users on the images that have no decision, earliest first. Prefers layers (separate annotations of each user) to
 * snapshots (copies of finished work), because layers have more fields.
 */
async function readDoneWork(trx: Db, job: JobRow, imageIds: readonly string[]): Promise<DoneWork[]> {
  const { rows } = await sql<DoneWork>`
    select i.image_id as image, coalesce(y.labels, k.labels) as labels, coalesce(y.shapes, k.shapes) as shapes
    from item_snapshot k join job_item i on i.id = k.item_id
      left join item_layer y on y.item_id = k.item_id and y.user_id = k.user_id
    where i.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[])
      and not exists (select from item_adjudication a where a.item_id = i.id) order by k.taken, k.user_id`.execute(trx);
  // Layers leave out empty metadata. Without the field, the replacement shape would keep the metadata of the shape that it replaces.
  const addMetaData = (shape: ReplacementShape): ReplacementShape => (shape.label === null ? shape : { meta_data: {}, ...shape });
  return rows.map((row) => ({ ...row, shapes: row.shapes.map(addMetaData) }));
}
