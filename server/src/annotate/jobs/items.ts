import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { lockReferencedRows, syncFacets } from '../../facets';
import type { Scope, ScopedRow } from '../../access/scope';

export type JobRow = ScopedRow<'annotation_job'>;

/** The column of an item that names what is to be done. */
export function itemColumn(job: JobRow): 'image_id' | 'group_id' {
  return job.type === 'image' ? 'image_id' : 'group_id';
}

/** Adds images or groups at the end of a job; what is in it stays as it is. */
export async function addItems(trx: Db, scope: Scope, job: JobRow, ids: readonly string[], field: string): Promise<void> {
  await takeItems(trx, scope, job, ids, field);
  await putItems(trx, job, ids);
}

/** Takes items out of a job, with the record of who did them. */
export async function removeItems(trx: Db, scope: Scope, job: JobRow, ids: readonly string[], field: string): Promise<void> {
  await takeItems(trx, scope, job, ids, field);
  await dropItems(trx, job, ids);
}

/** As addItems, for a job that is held and images that are locked. */
export async function putItems(trx: Db, job: JobRow, ids: readonly string[]): Promise<void> {
  const column = sql.ref(itemColumn(job));
  await sql`
    insert into job_item (job_id, workspace_id, ${column})
    select ${job.id}, ${job.workspace_id}, id from unnest(${ids}::uuid[]) with ordinality as t(id, n) group by id order by min(n)
    on conflict do nothing`.execute(trx);
  await syncItems(trx, job, ids);
}

/** As removeItems, for a job that is held and images that are locked. */
export async function dropItems(trx: Db, job: JobRow, ids: readonly string[]): Promise<void> {
  await sql`delete from job_item where job_id = ${job.id} and ${sql.ref(itemColumn(job))} = any(${ids}::uuid[])`.execute(trx);
  await syncItems(trx, job, ids);
}

async function takeItems(trx: Db, scope: Scope, job: JobRow, ids: readonly string[], field: string): Promise<void> {
  await lockReferencedRows(trx, 'annotation_job', [job.id]);
  const [table, what] = job.type === 'image' ? (['training_image', 'Image'] as const) : (['similarity_group', 'Group'] as const);
  await scope.findRows(table, ids, job.workspace_id, { field, entityName: what, lock: true });
}

async function syncItems(trx: Db, job: JobRow, ids: readonly string[]): Promise<void> {
  if (job.type !== 'image') return;
  const refs = [job.id];
  await syncFacets(trx, job.workspace_id, [
    { target: 'image', ids, kinds: ['image.job'], refs },
    { target: 'objects of image', ids, kinds: ['object.job'], refs },
  ]);
}
