import type { Acceptance, PreLabelEffort } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { isUnreviewed, MODEL_ANNOTATIONS } from '../../data-access/shapes/model-origin';
import { selectTaskLabels } from '../../ml/learning/dataset';
import type { ModelDomain } from '../../ml/models/model/kinds';
import type { Db } from '../../platform/database/connection';
import { computeErrorBound } from './auto-accept/error-bound';
import { readAudit } from './auto-accept/read-audit';

const modelOfEntry = sql`coalesce(c.before ->> 'model_id', c.after ->> 'model_id')`;

/**
 * Counts, for each model of a task, the annotations that users have confirmed, corrected or deleted. A changed annotation no longer refers
 * to its model, so the counts come from the change log. Deletions by an undo, or together with an image or label, do not count.
 */
export async function readEffort(
  db: Db,
  domain: ModelDomain,
  task: { id: string; workspace_id: string },
): Promise<PreLabelEffort> {
  const unionTables = (select: (table: string, label: string) => ReturnType<typeof sql>) =>
    sql.join(
      MODEL_ANNOTATIONS[domain].map(({ table, label }) => select(table, label)),
      sql` union all `,
    );
  const selectCurrent = unionTables(
    (table) => sql`
      select s.model_id, ${isUnreviewed('s')} as is_open from ${sql.table(table)} s
      where s.workspace_id = ${task.workspace_id} and s.model_id is not null`,
  );
  const selectDrawn = unionTables(
    (table, label) => sql`
      select i.model_id from image i join ${sql.table(table)} s on s.image_id = i.image_id
      where s.source is null and s.created >= i.since and ${sql.ref(`s.${label}`)} in (${selectTaskLabels(domain, task.id)})`,
  );
  const { rows } = await sql<PreLabelEffort['models'][number]>`
    with model as materialized (
      select id::text as id, number from ${sql.table(`${domain}_model`)} where task_id = ${task.id}
    ), entry as materialized (
      select ${modelOfEntry} as model_id, case when c.operation <> 'update' then c.operation when c.before ->> 'model_id' is null then 'replace'
          when c.before - array['model_id', 'score'] = '{}' then 'confirm' else 'update' end as operation,
        c.subject_id::uuid as image_id, c.row_id, c.created
      from change c join change_set s on s.id = c.change_set_id
      where ${modelOfEntry} in (select id from model) and c.workspace_id = ${task.workspace_id} and s.undoes is null
        and not exists (select from change_set u where u.undoes = s.id)
        and (c.operation <> 'delete' or not s.relations && array['training_image', ${sql.lit(`${domain}_label`)}])
    ), image as (
      select model_id, image_id, min(created) as since from entry where operation = 'insert' group by 1, 2
    ), live as (${selectCurrent}), drawn as (${selectDrawn})
    select m.id as model, m.number,
      (select count(*)::int from live where model_id = m.id and is_open) as unreviewed,
      (select count(*)::int from live where model_id = m.id and not is_open)
        + (select count(distinct (image_id, row_id))::int from entry where model_id = m.id and operation = 'confirm') as accepted,
      (select count(distinct (image_id, row_id))::int from entry where model_id = m.id and operation = 'update') as corrected,
      (select count(distinct (image_id, row_id))::int from entry where model_id = m.id and operation = 'delete') as deleted,
      (select count(*)::int from drawn where model_id = m.id) as added
    from model m order by m.number desc`.execute(db);
  const models = rows.filter(({ unreviewed, accepted, corrected, deleted }) => unreviewed + accepted + corrected + deleted > 0);
  const acceptances = await Promise.all(models.map(({ model }) => readAcceptance(db, domain, task.id, model)));
  return { models: models.map((model, index) => ({ ...model, ...(acceptances[index] && { acceptance: acceptances[index] }) })) };
}

/** Counts the images whose predictions by this model were accepted without a review, and reads the result of their audit. */
async function readAcceptance(db: Db, domain: ModelDomain, taskId: string, modelId: string): Promise<Acceptance | null> {
  const audit = await readAudit(db, domain, taskId, modelId);
  if (!audit) return null;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from image_verification where model_id = ${modelId}`.execute(db);
  const { audited, errors, pending, targetError, expectedError, job } = audit;
  return {
    images: rows[0]?.n ?? 0,
    expected_error: expectedError,
    target_error: targetError,
    audited,
    errors,
    pending,
    job,
    error_bound: computeErrorBound(audit),
  };
}
