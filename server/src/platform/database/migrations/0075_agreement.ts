import { sql, type Kysely } from 'kysely';

/** Lets the comparison of two annotators also compare attributes, and skeletons by their similarity (ADR 0119). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table item_comparison
      add column same_attributes int not null default 0,
      add column all_attributes int not null default 0,
      -- numbers of skeletons of both users, and the similarities of the matched ones: {"first": 2, "second": 1, "oks": [0.9]}
      add column skeletons jsonb`.execute(db);
  // Deleting an account searches for the masks that it has created, as for skeletons.
  await sql`create index mask_created_by on mask (created_by)`.execute(db);
}
