import { sql, type Kysely } from 'kysely';

/**
 * Lets users create dataset versions (immutable snapshots of images with annotations), and stores the data that exports of them
 * need (ADR 0067).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table dataset_version
      add column state text not null default 'ready' check (state in ('making', 'ready', 'failed')),
      add column error text,
      -- names and types of the labels at that time; null for trainings of earlier releases
      add column labels jsonb,
      -- the task of the training; null for versions of users and of earlier releases
      add column made_for jsonb`.execute(db);
  // Name, hash, verifications, groups and jobs of an image when the version was created. Null for older versions.
  await sql`alter table dataset_picture add column picture jsonb`.execute(db);
}
