import { sql, type Kysely } from 'kysely';

/** Adds statistics of agreement for each pair of annotators of a job, and the labels of each disagreement (ADR 0118). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table item_comparison
      -- sum of the similarities of matched shapes
      add column similarity double precision,
      -- labels of shapes that match regardless of their labels: [["first label", "second label", 3]]
      add column label_pairs jsonb,
      -- labels of any kind, which can be deleted
      add column differing_labels uuid[]`.execute(db);
}
