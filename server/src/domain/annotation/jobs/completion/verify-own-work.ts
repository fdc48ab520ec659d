import { sql } from 'kysely';
import { lockImages } from '../../../../data-access/facets';
import { withoutLimits } from '../../../../platform/access/job-access';
import type { Db } from '../../../../platform/database/connection';
import { verifyEmptyImage, verifyImages, withdrawVerifications } from '../../../recognition/images/verify';
import { hidesGold } from '../items/hides-gold';
import type { JobRow } from '../items/items';

/** The statements of a user about images that they mark as done. */
export interface VerificationStatement {
  verify?: boolean | undefined;
  nothing_to_annotate?: boolean | undefined;
}

/**
 * If `verify` is true, verifies those images whose annotations are the work of this user alone. A reviewer verifies images with the work of
 * several users. For jobs with `blind`, in which users work independently. The job must be locked. Throws 400 if a rule forbids the
 * verification.
 */
export async function verifyOwnWork(
  trx: Db,
  job: JobRow,
  imageIds: readonly string[],
  userId: string,
  { verify, nothing_to_annotate: statesEmpty }: VerificationStatement,
): Promise<void> {
  // Work on a gold-standard item is never copied to its image, so the image could not be verified. If the other images of the job were
  // verified, users could recognize the gold items. Therefore verify none of them.
  if (verify !== true || hidesGold(job)) return;
  // Also read rows that are hidden from the user, such as the work of others.
  await withoutLimits(trx, async () => {
    const ids = await listOwnImages(trx, job, imageIds, userId);
    await lockImages(trx, ids);
    if (statesEmpty === true) for (const id of ids) await verifyEmptyImage(trx, job.workspace_id, id, userId);
    else if (ids.length > 0) await verifyImages(trx, job.workspace_id, ids, userId);
  });
}

/** Removes the verifications that `verifyOwnWork` created. Call it before the user's done marks are removed. The job must be locked. */
export async function withdrawOwnVerifications(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  if (hidesGold(job)) return;
  await withoutLimits(trx, async () => {
    const ids = await listOwnImages(trx, job, imageIds, userId);
    if (ids.length === 0) return;
    await lockImages(trx, ids);
    await withdrawVerifications(trx, job.workspace_id, ids, userId);
  });
}

/**
 * Returns those images whose annotations were copied from the work of this user alone. The column `adopted` is the time at which the work of
 * the users was copied to the image. Work that was done later is not part of its annotations.
 */
async function listOwnImages(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<string[]> {
  const { rows } = await sql<{ image_id: string }>`
    select i.image_id from job_item i join item_work w on w.item_id = i.id
    where i.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[]) and w.done_at <= i.adopted
    group by i.id having count(*) = 1 and bool_and(w.user_id = ${userId}) order by i.image_id`.execute(trx);
  return rows.map((row) => row.image_id);
}
