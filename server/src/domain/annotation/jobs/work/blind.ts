import { sql } from 'kysely';
import { addExtraUsers } from '../../../../data-access/rows/required-users';
import type { Db } from '../../../../platform/database/connection';
import type { Scope } from '../../../../platform/access/scope';
import { createFieldError } from '../../../../platform/errors';
import type { JobRow } from '../items/items';
import { messages } from './messages';

/**
 * Whether the annotations of each user on an image are stored separately, in a layer. Layers of groups are stored in `group_layer` instead.
 */
export const hasImageLayers = (job: Pick<JobRow, 'type' | 'blind'>): boolean => job.blind && job.type === 'image';

/**
 * Throws 400 if the setting would change in a job with gold-standard items, or after a user has started an item. Existing work cannot be
 * moved between the image and a layer.
 */
export async function requireValidBlind(trx: Db, job: JobRow, isBlind: boolean): Promise<void> {
  if (isBlind === job.blind) return;
  if (job.type === 'image' && job.gold_rate !== null) throw createFieldError('blind', messages.hasGold);
  const { rows } = await sql`
    select from item_work w where w.job_id = ${job.id} and (w.done_at is not null or w.leased_until > clock_timestamp())
    union all select from item_layer y where y.job_id = ${job.id} limit 1`.execute(trx);
  if (rows.length > 0) throw createFieldError('blind', messages.itemAlreadyStarted);
}

/**
 * Throws 400 if the user has no layer of one of these images of a job in which users work independently (`blind`). Such a user has not
 * opened the image in the job, or has annotated the image itself before the setting changed. Copying an empty layer to the image would
 * delete its annotations.
 */
export async function requireLayers(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql`
    select from job_item i where i.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[])
      and not exists (select from item_layer y where y.item_id = i.id and y.user_id = ${userId}) limit 1`.execute(trx);
  if (rows.length > 0) throw createFieldError('items', messages.notOpened);
}

/** Whether the job hides the work of other users on open items from the caller. */
export function hidesOpenItems(scope: Scope, job: JobRow): boolean {
  return job.blind && !scope.isAllowed(job.workspace_id, 'review');
}

/**
 * Whether a user annotates an item that needs more users. Such users must not see the work of other users on the item, even if their role
 * allows it, because they would no longer work independently.
 */
export async function annotatesOpenItem(
  db: Db,
  job: Pick<JobRow, 'id' | 'todo_number'>,
  imageId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from job_item i join item_layer y on y.item_id = i.id and y.user_id = ${userId}
    where i.job_id = ${job.id} and i.image_id = ${imageId} and i.adopted is null and i.done_count < ${addExtraUsers(job)}
      and not exists (select from item_work w where w.item_id = i.id and w.user_id = y.user_id and w.done_at is not null)`.execute(
    db,
  );
  return rows.length > 0;
}
