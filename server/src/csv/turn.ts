import { sql } from 'kysely';
import type { Db } from '../database/connection';

/**
 * Waits until no other import of the workspace is under way, until the end of the transaction: two at once would each make
 * the collection, set or group that both name and neither finds.
 */
export async function oneImportAtATime(trx: Db, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`csv import ${workspaceId}`}, 0))`.execute(trx);
}
