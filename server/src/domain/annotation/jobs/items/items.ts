import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/connection';
import { lockReferencedRows, syncFacets } from '../../../../data-access/facets';
import type { Scope, ScopedRow } from '../../../../platform/access/scope';
import { copyUnfinishedLayers } from '../../../quality/group-layers/finish-layers';
import { hasGroupLayers } from '../../../quality/group-layers/has-layers';

export type JobRow = ScopedRow<'annotation_job'>;

/** Returns the column of `job_item` that refers to the image or group. */
export function getItemColumn(job: JobRow): 'image_id' | 'group_id' {
  return job.type === 'image' ? 'image_id' : 'group_id';
}

/** Returns the page that a notice about a job opens. */
export function getJobPage({ id, type }: Pick<JobRow, 'id' | 'type'>) {
  return { kind: type === 'image' ? ('image_job' as const) : ('similarity_job' as const), id };
}

/**
 * Adds images or groups at the end of a job. Existing items stay unchanged. Returns how many of them are gold-standard items.
 */
export async function addItems(
  trx: Db,
  scope: Scope,
  job: JobRow,
  ids: readonly string[],
  field: string,
): Promise<{ gold?: number }> {
  await lockJobAndItems(trx, scope, job, ids, field);
  await insertItems(trx, job, ids);
  const { rows } = await sql<{ gold: number }>`
    select count(*)::int as gold from job_item
    where job_id = ${job.id} and ${sql.ref(getItemColumn(job))} = any(${ids}::uuid[]) and gold_id is not null`.execute(trx);
  return rows[0] && rows[0].gold > 0 ? rows[0] : {};
}

/** Removes items from a job, including the record of who did them. */
export async function removeItems(trx: Db, scope: Scope, job: JobRow, ids: readonly string[], field: string): Promise<void> {
  await lockJobAndItems(trx, scope, job, ids, field);
  await deleteItems(trx, job, ids);
}

/** Like `addItems`, for a job and images that are locked already. */
export async function insertItems(trx: Db, job: JobRow, ids: readonly string[]): Promise<void> {
  const column = sql.ref(getItemColumn(job));
  await sql`
    insert into job_item (job_id, workspace_id, ${column})
    select ${job.id}, ${job.workspace_id}, id from unnest(${ids}::uuid[]) with ordinality as t(id, n) group by id order by min(n)
    on conflict do nothing`.execute(trx);
  await syncItemFacets(trx, job, ids);
}

/**
 * Like `removeItems`, for a job and images that are locked already. Unfinished changes that users made in their own versions of groups are
 * applied to the groups.
 */
export async function deleteItems(trx: Db, job: JobRow, ids: readonly string[]): Promise<void> {
  if (hasGroupLayers(job)) await copyUnfinishedLayers(trx, job.id, ids);
  await sql`delete from job_item where job_id = ${job.id} and ${sql.ref(getItemColumn(job))} = any(${ids}::uuid[])`.execute(trx);
  await syncItemFacets(trx, job, ids);
}

async function lockJobAndItems(trx: Db, scope: Scope, job: JobRow, ids: readonly string[], field: string): Promise<void> {
  await lockReferencedRows(trx, 'annotation_job', [job.id]);
  const [table, entityName] =
    job.type === 'image' ? (['training_image', 'Image'] as const) : (['similarity_group', 'Group'] as const);
  await scope.findRows(table, ids, job.workspace_id, { field, entityName, lock: true });
}

async function syncItemFacets(trx: Db, job: JobRow, ids: readonly string[]): Promise<void> {
  if (job.type !== 'image') return;
  const refs = [job.id];
  await syncFacets(trx, job.workspace_id, [
    { target: 'image', ids, kinds: ['image.job'], refs },
    { target: 'objects of image', ids, kinds: ['object.job'], refs },
  ]);
}
