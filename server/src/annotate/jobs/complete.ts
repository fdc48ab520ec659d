import { z } from 'zod';
import { lockImages } from '../../facets';
import type { WorkHandler } from '../../work/runner';
import { verifyImages } from '../verifications/write';

export const COMPLETE_JOB = 'complete-job';

const Input = z.object({ job: z.uuid() });
const STEP = 500;

/** Verifies the images of a completed job in the name of the person who completed it, unless it was reopened meanwhile. */
export const completeJob: WorkHandler = async ({ db, work, progress }) => {
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
    const step = imageIds.slice(start, start + STEP);
    await db.transaction().execute(async (trx) => {
      await lockImages(trx, step);
      const there = await trx.selectFrom('training_image').select('id').where('id', 'in', step).execute();
      await verifyImages(
        trx,
        work.workspaceId,
        there.map((image) => image.id),
        userId,
      );
    });
    await progress(Math.min(start + STEP, imageIds.length), imageIds.length);
  }
  return { verified: imageIds.length };
};
