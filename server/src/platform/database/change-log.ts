import type { ChangeOrigin } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from './connection';

/** Who or what makes the changes of a transaction. */
export interface ChangeWriter {
  userId: string | null;
  origin: ChangeOrigin;
  /** Name of the API token, for the origin `token`. */
  token?: string;
  /** The API operation, or the kind of background work. */
  action?: string;
  /** Id of the background work that writes. */
  workId?: string;
  /** Transactions of one user with the same key form one change set, which history and undo treat as one action. */
  key?: string;
  /** Id of the change set that this transaction undoes. */
  undoes?: number;
  /** The request that caused the changes. Jobs that the transaction enqueues get the same id. */
  requestId?: string | null;
  /** The browser tab that made the request. Live updates for this tab leave out its own changes. */
  tab?: string;
  /**
   * Whether created rows get no entries of their own. Set by writers such as imports, which create very many rows and record them
   * elsewhere.
   */
  summarized?: boolean;
}

/**
 * Tells the triggers of the change log who makes the changes of this transaction (ADR 0087). Call it before the first change.
 * Otherwise, the log names the server.
 */
export async function declareWriter(
  trx: Db,
  { userId, origin, token, action, workId, key, undoes, requestId, tab, summarized }: ChangeWriter,
): Promise<void> {
  const writer = { user: userId, origin, token, action, work: workId, key, undoes, request: requestId, tab, summarized };
  await sql`select set_config('console.writer', ${JSON.stringify(writer)}, true)`.execute(trx);
}

/** Returns the writer that the transaction has declared. Default: the server itself. */
export async function readWriter(trx: Db): Promise<ChangeWriter> {
  const { rows } = await sql<{ writer: Record<string, never> | null }>`
    select nullif(current_setting('console.writer', true), '')::jsonb as writer`.execute(trx);
  const { user = null, origin = 'server', work: workId, request: requestId, ...others } = rows[0]?.writer ?? {};
  return { ...others, userId: user, origin, workId, requestId };
}

/**
 * Creates the partitions of the change log for this month and the next, and deletes entries older than `days`. With 0, entries are
 * kept forever.
 */
export async function maintainChangeLog(db: Db, days: number, now = new Date()): Promise<void> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  for (const offset of [0, 1]) await createPartition(db, new Date(Date.UTC(year, month + offset)));
  if (days > 0) await deleteExpiredChanges(db, new Date(now.getTime() - days * 86_400_000));
}

interface Partition {
  name: string;
  /** First month after the partition. Null for the default partition. */
  end: Date | null;
}

async function createPartition(db: Db, month: Date): Promise<void> {
  const name = `change_${month.toISOString().slice(0, 7).replace('-', '_')}`;
  const [periodStart, periodEnd] = [month, new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1))].map((date) =>
    sql.lit(date.toISOString()),
  );
  const partitionExists = async (connection: Db) =>
    (await sql`select from pg_class where oid = to_regclass(${name})`.execute(connection)).rows.length > 0;
  if (await partitionExists(db)) return;
  await db.transaction().execute(async (trx) => {
    // Writers wait until the partition exists, because the month's rows move to it from the default partition.
    await sql`lock table change in share row exclusive mode`.execute(trx);
    if (await partitionExists(trx)) return;
    await sql`create table ${sql.table(name)} (like change including defaults)`.execute(trx);
    await sql`
      with moved as (delete from change_other where created >= ${periodStart} and created < ${periodEnd} returning *)
      insert into ${sql.table(name)} select * from moved`.execute(trx);
    await sql`alter table change attach partition ${sql.table(name)} for values from (${periodStart}) to (${periodEnd})`.execute(
      trx,
    );
  });
}

async function deleteExpiredChanges(db: Db, expiryDate: Date): Promise<void> {
  for (const { name, end } of await listPartitions(db)) {
    if (end === null) await sql`delete from ${sql.table(name)} where created < ${expiryDate}`.execute(db);
    else if (end <= expiryDate) await sql`drop table ${sql.table(name)}`.execute(db);
  }
  await db.deleteFrom('change_set').where('created', '<', expiryDate).execute();
  await db.deleteFrom('change_set_kind').where('created', '<', expiryDate).execute();
}

async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'change'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => {
    const [, year, month] = /^change_(\d{4})_(\d{2})$/.exec(name) ?? [];
    return { name, end: year && month ? new Date(Date.UTC(Number(year), Number(month))) : null };
  });
}
