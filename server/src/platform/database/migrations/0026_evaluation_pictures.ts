import { sql, type Kysely } from 'kysely';

/**
 * Stores the annotations and predictions of an evaluation for each image (ADR 0065). They are needed to compute measures at any threshold,
 * and to list the images of a cell of the confusion matrix.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table evaluation
      -- the evaluated task. Null if the evaluation covers all recognition tasks. No foreign key, because an evaluation outlives its task.
      add column of_task uuid,
      -- the background work that computes the evaluation
      add column work_id uuid references long_work(id) on delete set null`.execute(db);
  await sql`create index evaluation_work on evaluation (work_id)`.execute(db);
  await sql`create index evaluation_of_task on evaluation (of_task) where of_task is not null`.execute(db);
  await sql`
    create table evaluation_task (
      evaluation_id uuid not null references evaluation(id) on delete cascade,
      -- state at the time of the evaluation, therefore without foreign keys
      task_id uuid not null,
      domain text not null check (domain in ('recognition', 'detection', 'segmentation')),
      type text,
      name text not null,
      model_id uuid,
      model_number int,
      threshold real not null,
      -- [{"id", "name"}], sorted by name
      labels jsonb not null,
      primary key (evaluation_id, task_id)
    )`.execute(db);
  await sql`create index evaluation_task_task on evaluation_task (task_id)`.execute(db);
  await sql`
    create table evaluation_picture (
      evaluation_id uuid not null,
      task_id uuid not null,
      -- deleted images no longer count
      image_id uuid not null references training_image(id) on delete cascade,
      -- the annotations (truth) and the predictions (said) at the time of the evaluation: labels, or shapes in pixels of the upright image
      truth jsonb not null,
      said jsonb not null,
      primary key (evaluation_id, task_id, image_id),
      foreign key (evaluation_id, task_id) references evaluation_task on delete cascade
    )`.execute(db);
  await sql`create index evaluation_picture_image on evaluation_picture (image_id)`.execute(db);
}
