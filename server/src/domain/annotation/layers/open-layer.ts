import { sql } from 'kysely';
import { findReferencedRow } from '../../../data-access/rows/references';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { createFieldError, HttpError, notFound } from '../../../platform/errors';
import type { JobRow } from '../jobs/items/items';
import { canWorkOn } from '../jobs/members/members';
import { messages as itemMessages } from '../jobs/items/messages';
import { messages as memberMessages } from '../jobs/members/messages';
import { messages } from './messages';

export type LayerRow = ScopedRow<'item_layer'>;

/** Returns the item of an image in a job in which users have layers (users' own annotations of an item). Throws 400 or 404. */
export async function findLayeredItem(db: Db, scope: Scope, job: JobRow, imageId: string | undefined): Promise<string> {
  if (imageId === undefined) throw createFieldError('image', messages.fieldRequired);
  const image = await findReferencedRow(scope, 'training_image', imageId, job.workspace_id, {
    field: 'image',
    entityName: 'Image',
  });
  if (!job.blind) throw new HttpError(400, messages.notIndependentJob);
  const jobItem = await db
    .selectFrom('job_item')
    .select('id')
    .where('job_id', '=', job.id)
    .where('image_id', '=', image.id)
    .executeTakeFirst();
  if (!jobItem) throw createFieldError('image', itemMessages.notInJob);
  return jobItem.id;
}

/** Creates the layer of a user unless it exists. Throws 403 if the item was not assigned to the user. */
export async function createLayer(trx: Db, job: JobRow, itemId: string, userId: string): Promise<void> {
  if (!(await canWorkOn(trx, job, userId))) throw new HttpError(403, memberMessages.notAssigned);
  const { rows } = await sql`select from item_work w where w.item_id = ${itemId} and w.user_id = ${userId}`.execute(trx);
  if (rows.length === 0) throw new HttpError(403, messages.imageNotAssigned);
  await trx
    .insertInto('item_layer')
    .values({ item_id: itemId, user_id: userId, job_id: job.id, workspace_id: job.workspace_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds a layer of the user and locks it. Throws 404 for layers of other users, and 403 after the item was marked as done. */
export async function lockOpenLayer(trx: Db, scope: Scope, id: string, userId: string): Promise<LayerRow> {
  const layer = await scope.findRow('item_layer', id, { entityName: 'Layer', lock: true });
  if (layer.user_id !== userId) throw notFound('Layer');
  const job = await scope.findRow('annotation_job', layer.job_id, { entityName: 'Layer' });
  if (!(await canWorkOn(trx, job, userId))) throw new HttpError(403, memberMessages.notAssigned);
  // With this lock, a concurrent call that marks the item as done waits, and then copies the layer with this change.
  const { rows } = await sql<{ done: boolean }>`
    select done_at is not null as done from item_work where item_id = ${layer.item_id} and user_id = ${userId} for share`.execute(
    trx,
  );
  if (rows[0]?.done) throw new HttpError(403, messages.layerDone);
  return layer;
}
