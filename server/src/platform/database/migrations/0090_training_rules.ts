import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';

/** Adds rules of tasks: when a training starts automatically, and whether the new model is put into use (ADR 0065). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table training_rule (
      workspace_id uuid not null references workspace on delete cascade,
      domain text not null check (domain in ('detection', 'segmentation', 'recognition')),
      task_id uuid primary key,
      promotion text not null default 'newest' check (promotion in ('newest', 'manual', 'better', 'not_worse')),
      after_job boolean not null default false,
      every_pictures int check (every_pictures > 0),
      schedule text check (schedule in ('daily', 'weekly')),
      -- who gets the notices of the trainings
      user_id uuid references app_user on delete set null,
      -- foreign keys, so that the rule is deleted with its task
      detection_task_id uuid generated always as (case when domain = 'detection' then task_id end) stored
        references detection_task on delete cascade,
      segmentation_task_id uuid generated always as (case when domain = 'segmentation' then task_id end) stored
        references segmentation_task on delete cascade,
      recognition_task_id uuid generated always as (case when domain = 'recognition' then task_id end) stored
        references recognition_task on delete cascade)`.execute(db);
  for (const column of ['workspace_id', 'user_id', 'detection_task_id', 'segmentation_task_id', 'recognition_task_id'])
    await sql`create index ${sql.ref(`training_rule_${column}`)} on training_rule (${sql.ref(column)})`.execute(db);
  const models = ['detection_model', 'segmentation_model', 'recognition_model'];
  for (const table of models)
    await sql`alter table ${sql.table(table)} add column awaits_promotion boolean not null default false`.execute(db);
  const logged = ['training_rule', ...models];
  for (const table of LOGGED_TABLES.filter(({ name }) => logged.includes(name))) await logTable(db, table);
}
