import { z } from 'zod';
import type { Db } from '../../../../platform/database/connection';
import { lockImages } from '../../../../data-access/facets';
import type { WorkKind } from '../../../../platform/queue/kind';
import { verifyValidImages } from '../../../recognition/images/verify';

export const COMPLETE_JOB = 'complete-job';

const JobInput = z.object({ job: z.uuid() });
const BATCH_SIZE = 500;

/**
 * Verifies the images of a completed job as the user who completed it, unless the job has been reopened meanwhile. Images that violate a
 * rule of severity "error" stay unverified. If each user annotates separately (`blind`), images also stay unverified until the result has
 * been copied to them.
 */
// The column `adopted` is the time at which the work of the users was copied to the image.
const completeJob: WorkKind['run'] = async ({ db, work, step }) => {
  const { job: jobId } = JobInput.parse(work.input);
  const { userId } = work;
  const job = await db.selectFrom('annotation_job').select(['done', 'blind']).where('id', '=', jobId).executeTakeFirst();
  if (!job?.done || !userId) return { verified: 0 };
  const items = await db
    .selectFrom('job_item')
    .select('image_id')
    .where('job_id', '=', jobId)
    .where('image_id', 'is not', null)
    .where('gold_id', 'is', null)
    .$if(job.blind, (query) => query.where('adopted', 'is not', null))
    .orderBy('position')
    .execute();
  const imageIds = items.flatMap((item) => item.image_id ?? []);
  let verifiedCount = 0;
  for (let batchStart = 0; batchStart < imageIds.length; batchStart += BATCH_SIZE) {
    const batch = imageIds.slice(batchStart, batchStart + BATCH_SIZE);
    const verifiedIds = await step(
      { done: Math.min(batchStart + BATCH_SIZE, imageIds.length), total: imageIds.length },
      async (trx) => verifyValidImages(trx, work.workspaceId, await lockItemsOfCompletedJob(trx, jobId, batch), userId),
    );
    verifiedCount += verifiedIds.length;
  }
  return { verified: verifiedCount };
};

/** Locks the images that are still items of the job. Returns none if the job has been reopened or deleted. */
async function lockItemsOfCompletedJob(trx: Db, jobId: string, imageIds: readonly string[]): Promise<string[]> {
  const job = await trx
    .selectFrom('annotation_job')
    .select(['done', 'blind'])
    .where('id', '=', jobId)
    .forShare()
    .executeTakeFirst();
  if (!job?.done) return [];
  await lockImages(trx, imageIds);
  const items = await trx
    .selectFrom('job_item')
    .select('image_id')
    .where('job_id', '=', jobId)
    .where('image_id', 'in', imageIds)
    .$if(job.blind, (query) => query.where('adopted', 'is not', null))
    .execute();
  return items.flatMap((item) => item.image_id ?? []);
}

export const completeJobKind: WorkKind = { name: COMPLETE_JOB, concurrency: 2, run: completeJob };
