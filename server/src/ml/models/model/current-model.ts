import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ModelDomain } from './kinds';

/**
 * SQL that sorts the trained models of a task so that the current model is first. The current model is the newest one, unless an older
 * model was reactivated later. Models that the training rule of the task has not put into use are last.
 */
export const getCurrentModelOrder = (alias: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.awaits_promotion`)} and ${sql.ref(`${alias}.taken_back`)} is null), greatest(${sql.ref(`${alias}.taken_back`)}, ${sql.ref(`${alias}.created`)}) desc, ${sql.ref(`${alias}.number`)} desc`;

/** Returns the id of the current model of a task, or null. If `modelId` is given, returns this id if the model is trained. */
export async function findCurrentModel(db: Db, domain: ModelDomain, taskId: string, modelId?: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from ${sql.table(`${domain}_model`)} m
    where m.task_id = ${taskId} and m.train_status = 'TRAINED' and (${modelId ?? null}::uuid is null or m.id = ${modelId ?? null})
    order by ${getCurrentModelOrder('m')} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns the highest number of a model of the task, or 0. Deleted models count, because they can be restored. */
export async function findLastNumber(trx: Db, table: `${ModelDomain}_model`, taskId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(greatest(
      (select max(m.number) from ${sql.table(table)} m where m.task_id = ${taskId}),
      (select max((c.before ->> 'number')::int) from change c
        where c.subject_id = ${taskId}::text and c.relation = ${table} and c.operation = 'delete')), 0) as number`.execute(trx);
  return rows[0]?.number ?? 0;
}
