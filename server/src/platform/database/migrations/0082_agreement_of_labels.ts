import { sql, type Kysely } from 'kysely';

/** Adds statistics of agreement for each label, and for all annotators of an item together (ADR 0063). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table item_comparison
      -- per label of shapes: [["label", matched shapes, shapes of both users, sum of the similarities of the matched ones]]
      add column label_counts jsonb,
      -- positions in both snapshots of shapes that match regardless of their labels: [[0, 2]]
      add column shape_matches jsonb`.execute(db);
}
