import { sql, type Kysely } from 'kysely';

/**
 * Lets samples consist of groups, which an expert corrects. The corrected groups then become gold items: job items with a known result (ADR
 * 0124).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The column has no constraint: only the server writes this table, and its types list the domains.
  await sql`
    alter table gold_sample
      drop constraint gold_sample_domain_check,
      drop constraint gold_sample_pkey,
      alter column image_id drop not null,
      add column id uuid primary key default gen_random_uuid(),
      add column group_id uuid references similarity_group on delete cascade`.execute(db);
  await sql`create index gold_sample_job on gold_sample (job_id)`.execute(db);
  await sql`create index gold_sample_group on gold_sample (group_id)`.execute(db);
}
