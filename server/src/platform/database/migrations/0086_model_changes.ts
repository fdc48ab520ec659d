import { sql, type Kysely } from 'kysely';

/**
 * Indexes the entries of the change log about annotations that a model has created. These entries show how much effort the model has saved
 * (ADR 0129).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index change_model on change ((coalesce(before ->> 'model_id', after ->> 'model_id')))
    where coalesce(before ->> 'model_id', after ->> 'model_id') is not null`.execute(db);
}
