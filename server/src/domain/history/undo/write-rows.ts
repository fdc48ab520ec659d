import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { fromDatabaseError } from '../../../platform/database/errors';
import { HttpError } from '../../../platform/errors';

/**
 * Writes all rows with one call of `write`, which returns the positions of the written rows. If a constraint refuses one of them,
 * writes them one by one. Returns the positions of the written rows.
 */
export async function writeRows<Row>(
  trx: Db,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<Set<number>>,
): Promise<Set<number>> {
  await sql`savepoint undo_rows`.execute(trx);
  try {
    const writtenRows = await write(rows);
    await sql`release savepoint undo_rows`.execute(trx);
    return writtenRows;
  } catch (error) {
    const refusal = error instanceof HttpError ? error : fromDatabaseError(error);
    if (!refusal || refusal.status >= 500) throw error;
    await sql`rollback to savepoint undo_rows`.execute(trx);
    await sql`release savepoint undo_rows`.execute(trx);
    if (rows.length === 1) return new Set();
    const writtenPositions = new Set<number>();
    for (const [position, row] of rows.entries())
      if ((await writeRows(trx, [row], write)).size > 0) writtenPositions.add(position);
    return writtenPositions;
  }
}
