import { sql, type Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/**
 * Adds earlier states of layers (the work of one annotator on an item), which the annotator can restore. Comparisons of two
 * annotators also contain the values of labels of objects (ADR 0123).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table item_layer_version (
      layer_id uuid not null references item_layer(id) on delete cascade,
      workspace_id uuid not null references workspace(id) on delete cascade,
      -- the version of the layer that had this state, and when the layer got it
      version int not null,
      created timestamptz not null,
      labels jsonb not null,
      shapes jsonb not null,
      primary key (layer_id, version)
    )`.execute(db);
  await sql`create index item_layer_version_workspace on item_layer_version (workspace_id)`.execute(db);
  await sql`
    alter table item_comparison
      -- values on objects that match: [["label", position and value of the first user, position and value of the second user]]
      add column value_pairs jsonb`.execute(db);
  await createJobAccess(db);
}
