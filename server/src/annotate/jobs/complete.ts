import { z } from 'zod';
import type { Db } from '../../database/connection';
import { lockImages } from '../../facets';
import type { WorkKind } from '../../work/kind';
import { verifyImages } from '../../recognition/images/verify';

export const COMPLETE_JOB = 'complete-job';

const Input = z.object({ job: z.uuid() });
const STEP = 500;

/** Verifies the images of a completed job in the name of the person who completed it, unless it was reopened meanwhile. */
const completeJob: WorkKind['run'] = async ({ db, work, step }) => {
  const { job: jobId } = Input.parse(work.input);
  const { userId } = work;
  const job = await db.selectFrom('annotation_job').select('done').where('id', '=', jobId).executeTakeFirst();
  if (!job?.done || !userId) return { verified: 0 };
  const items = await db
    .selectFrom('job_item')
    .select('image_id')
    .where('job_id', '=', jobId)
    .where('image_id', 'is not', null)
    .orderBy('position')
    .execute();
  const imageIds = items.flatMap((item) => item.image_id ?? []);
  for (let start = 0; start < imageIds.length; start += STEP) {
    const some = imageIds.slice(start, start + STEP);
    await step({ done: Math.min(start + STEP, imageIds.length), total: imageIds.length }, async (trx) =>
      verifyImages(trx, work.workspaceId, await lockItemsOfDone(trx, jobId, some), userId),
    );
  }
  return { verified: imageIds.length };
};

/** Of these images, those that are items of the job once both are locked; none when the job was reopened or deleted. */
async function lockItemsOfDone(trx: Db, jobId: string, imageIds: readonly string[]): Promise<string[]> {
  const job = await trx.selectFrom('annotation_job').select('done').where('id', '=', jobId).forShare().executeTakeFirst();
  if (!job?.done) return [];
  await lockImages(trx, imageIds);
  const items = await trx
    .selectFrom('job_item')
    .select('image_id')
    .where('job_id', '=', jobId)
    .where('image_id', 'in', imageIds)
    .execute();
  return items.flatMap((item) => item.image_id ?? []);
}

export const completeJobKind: WorkKind = { name: COMPLETE_JOB, atOnce: 2, run: completeJob };
