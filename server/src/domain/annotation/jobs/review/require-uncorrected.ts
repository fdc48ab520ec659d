import { sql } from 'kysely';
import { loadTemplates } from '../../../../data-access/shape-similarity/load-templates';
import { withoutLimits } from '../../../../platform/access/job-access';
import type { Db } from '../../../../platform/database/connection';
import { createFieldError } from '../../../../platform/errors';
import { agreesCompletely } from '../work/agrees-completely';
import type { WorkSnapshot } from '../work/compare';
import type { JobRow } from '../items/items';
import { messages } from './messages';
import { selectLayerWork } from '../work/select-layer-work';
import { selectImageWork } from '../work/snapshots';

/**
 * Throws 400 if somebody has corrected the annotations that were copied to one of these images of a job in which users work
 * independently (`blind`). Marking the image as done again would replace the correction. Items on which a reviewer has decided
 * wait for the reviewer instead (`closeItems`). The column `adopted` is the time at which the annotations were copied.
 */
export async function requireUncorrected(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await withoutLimits(trx, () =>
    sql<{ work: WorkSnapshot; current: WorkSnapshot }>`
      select json_build_object('labels', y.labels, 'shapes', y.shapes) as work, json_build_object('labels', c.labels, 'shapes', c.shapes) as current
      from job_item i join item_work w on w.item_id = i.id and w.user_id = ${userId} and w.done_at <= i.adopted
        cross join lateral (select ${selectLayerWork(userId)}) as y(labels, shapes)
        cross join lateral (select ${selectImageWork(job)}) as c(labels, shapes)
      where i.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[])
        and not exists (select from item_adjudication a where a.item_id = i.id)`.execute(trx),
  );
  const templates = await loadTemplates(
    trx,
    rows.flatMap(({ work, current }) => [...work.shapes, ...current.shapes]),
  );
  if (rows.some(({ work, current }) => !agreesCompletely([work, current], templates)))
    throw createFieldError('items', messages.corrected);
}
