import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';

/**
 * Waits for other imports into the workspace and blocks new ones until the transaction ends. Without the lock, two concurrent imports
 * that name the same missing collection, set or group would both create it.
 */
export async function lockCsvImports(trx: Db, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`csv import ${workspaceId}`}, 0))`.execute(trx);
}
