import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../../platform/database/connection';

/** Maximum number of items in memory, because a job can have more items than fit into memory. */
const BATCH_SIZE = 1000;

interface ItemRows<Row> {
  /** SQL of a table `r` with a column `item_id`. */
  from: RawBuilder<unknown>;
  /** SQL of aggregates over the rows of an item. */
  columns: RawBuilder<Row>;
  where?: RawBuilder<unknown>;
  having?: RawBuilder<unknown>;
}

/** Reads one row for each item of a job, in batches. */
export async function* readItemBatches<Row extends object>(
  db: Db,
  { from, columns, where = sql`true`, having = sql`true` }: ItemRows<Row>,
): AsyncGenerator<Row[]> {
  let lastItemId: string | null = null;
  for (;;) {
    const { rows }: { rows: (Row & { item_id: string })[] } = await sql<Row & { item_id: string }>`
      select r.item_id, ${columns} from ${from} r
      where (${lastItemId}::uuid is null or r.item_id > ${lastItemId}::uuid) and ${where}
      group by r.item_id having ${having} order by r.item_id limit ${BATCH_SIZE}`.execute(db);
    yield rows;
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < BATCH_SIZE) return;
    lastItemId = lastRow.item_id;
  }
}
