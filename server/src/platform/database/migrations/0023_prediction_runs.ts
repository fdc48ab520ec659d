import { sql, type Kysely } from 'kysely';

/**
 * Creates the tables for predictions of the newest model of a task, and for suspected label errors, where predictions and annotations
 * disagree.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prediction_run (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      recognition_task_id uuid unique references recognition_task(id) on delete cascade,
      detection_task_id uuid unique references detection_task(id) on delete cascade,
      segmentation_task_id uuid unique references segmentation_task(id) on delete cascade,
      -- no foreign key, because it refers to one of three tables; deleted together with the task
      model_id uuid not null,
      -- the background work that predicts the images
      work_id uuid references long_work(id) on delete set null,
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user(id) on delete set null,
      check (num_nonnulls(recognition_task_id, detection_task_id, segmentation_task_id) = 1)
    )`.execute(db);
  await sql`create index prediction_run_workspace on prediction_run (workspace_id)`.execute(db);
  await sql`create index prediction_run_work on prediction_run (work_id)`.execute(db);
  await sql`create index prediction_run_created_by on prediction_run (created_by)`.execute(db);
  await sql`
    create table image_prediction (
      run_id uuid not null references prediction_run(id) on delete cascade,
      image_id uuid not null references training_image(id) on delete cascade,
      model_id uuid not null,
      -- predicted labels, or shapes in pixels of the upright image
      said jsonb not null,
      -- 0 to 1; null if the model provides none, such as for values
      uncertainty real,
      created timestamptz not null default clock_timestamp(),
      primary key (run_id, image_id)
    )`.execute(db);
  await sql`create index image_prediction_image on image_prediction (image_id)`.execute(db);
  await sql`create index image_prediction_uncertainty on image_prediction (run_id, uncertainty desc nulls last)`.execute(db);
  await sql`
    create table suspect (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      run_id uuid not null references prediction_run(id) on delete cascade,
      image_id uuid not null references training_image(id) on delete cascade,
      kind text not null check (kind in ('missing', 'misplaced', 'other_label', 'superfluous', 'value')),
      -- the suspected annotation and its label; null if an annotation seems to be missing
      shape_id uuid,
      label_id uuid,
      -- the prediction; the label is null if the model predicts nothing
      said_label_id uuid,
      said jsonb not null,
      -- how certain the error is: 0 to 1
      sureness real not null,
      state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
      decided timestamptz,
      decided_by uuid references app_user(id) on delete set null,
      created timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index suspect_queue on suspect (run_id, state, sureness desc, id)`.execute(db);
  await sql`create index suspect_image on suspect (image_id)`.execute(db);
  await sql`create index suspect_workspace on suspect (workspace_id)`.execute(db);
  await sql`create index suspect_decided_by on suspect (decided_by)`.execute(db);
}
