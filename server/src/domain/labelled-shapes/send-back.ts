import { sql } from 'kysely';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { sendBack } from '../annotation/jobs/review/remarks';
import { findJob } from '../annotation/jobs/write';
import { requireListedShapes, selectListedShapes } from './selection';

interface DoneItem {
  image_id: string;
  /** The image job in which a user marked the image as done last; null if there is none. */
  job_id: string | null;
}

/** The images that are sent back, and the number of requested images that are not, because nobody has done them in an image job. */
interface SentBackImages {
  images: string[];
  not_done: number;
}

interface SendBackRequest {
  shapes: readonly string[];
  text: string;
  dry_run: boolean;
  skip_gone?: boolean | undefined;
}

/** Sends the images of shapes back to the users who have done them last, each in the job in which they did it. */
export async function sendImagesBack(
  db: Db,
  scope: Scope,
  { shapes, text, dry_run: isPreview, skip_gone: skipsMissing }: SendBackRequest,
  reviewerId: string,
): Promise<SentBackImages> {
  const workspaceId = scope.resolveWorkspace().id;
  await requireListedShapes(db, workspaceId, shapes, skipsMissing);
  const items = await readDoneItems(db, workspaceId, shapes);
  const jobIds = [...new Set(items.flatMap(({ job_id }) => job_id ?? []))].sort();
  if (isPreview) return toSentBackImages(items);
  // Jobs are locked before images, in the same order by every writer.
  const jobs = new Map<string, Awaited<ReturnType<typeof findJob>>>();
  for (const id of jobIds) jobs.set(id, await findJob(scope, 'image', id, { lock: true }));
  const lockedItems = await readDoneItems(db, workspaceId, shapes);
  for (const { image_id, job_id } of lockedItems) {
    const job = jobs.get(job_id ?? '');
    if (job) await sendBack(db, scope, job, { item: image_id, text }, reviewerId);
  }
  return toSentBackImages(lockedItems.filter(({ job_id }) => job_id === null || jobs.has(job_id)));
}

const toSentBackImages = (items: readonly DoneItem[]): SentBackImages => ({
  images: items.filter(({ job_id }) => job_id !== null).map(({ image_id }) => image_id),
  not_done: items.filter(({ job_id }) => job_id === null).length,
});

/** Reads the images of shapes, each with its job. Ignores gold-standard items, because work on them does not change the image. */
async function readDoneItems(db: Db, workspaceId: string, shapes: readonly string[]): Promise<DoneItem[]> {
  const selection = selectListedShapes(workspaceId, shapes);
  const { rows } = await sql<DoneItem>`
    select d.image_id, (
      select j.job_id from public.job_item j join item_work w on w.item_id = j.id join annotation_job a on a.id = j.job_id
      where j.image_id = d.image_id and w.done_at is not null and a.type = 'image' and j.gold_id is null order by w.done_at desc, j.id limit 1) as job_id
    from (select distinct s.image_id from ${selection.shapes} s join training_image i on i.id = s.image_id where ${selection.matches}) d
    order by d.image_id`.execute(db);
  return rows;
}
