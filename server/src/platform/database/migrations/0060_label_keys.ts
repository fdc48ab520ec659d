import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';

const LABEL_TABLES = ['detection_label', 'segmentation_label', 'recognition_label'];

/**
 * Gives labels a key that chooses them on the image screen (ADR 0042). A trigger assigns the first free digit to a new label, whoever
 * inserts it. If an undo writes a key that another label has now, the trigger replaces or removes the key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of LABEL_TABLES) {
    await sql`alter table ${sql.table(table)} add column key text check (key ~ '^[0-9a-z]$')`.execute(db);
    // The triggers of the change log do not know the column yet, so this update does not appear in the history.
    await sql`
      update ${sql.table(table)} l set key = n.number::text
      from (select id, row_number() over (partition by workspace_id order by created, id) as number from ${sql.table(table)}) n
      where n.id = l.id and n.number <= 9`.execute(db);
    await sql`
      create unique index ${sql.raw(`${table}_key`)} on ${sql.table(table)} (workspace_id, key) where key is not null`.execute(
      db,
    );
  }
  await createTriggers(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => LABEL_TABLES.includes(name))) await logTable(db, table);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function lock_label_keys(label_table text, workspace uuid) returns void language sql as $$
      select pg_advisory_xact_lock(hashtextextended(label_table || workspace, 0)) $$`.execute(db);
  await sql`
    create function set_label_key() returns trigger language plpgsql as $$
    declare
      digits constant text[] := array['1', '2', '3', '4', '5', '6', '7', '8', '9'];
      keys constant text := format('select coalesce(array_agg(key), ''{}'') from %I where workspace_id = $1 and key is not null and id <> $2', tg_table_name);
      used text[];
    begin
      if tg_op = 'UPDATE' and (new.key is null or new.key is not distinct from old.key) then
        return new;
      end if;
      execute keys into used using new.workspace_id, new.id;
      -- without a free digit, new labels do not wait for each other
      if new.key is null and used @> digits then
        return new;
      end if;
      perform lock_label_keys(tg_table_name, new.workspace_id);
      execute keys into used using new.workspace_id, new.id;
      if new.key is null or new.key = any (used) then
        new.key := case when tg_op = 'INSERT' then (select min(d) from unnest(digits) d where d <> all (used)) end;
      end if;
      return new;
    end $$`.execute(db);
  for (const table of LABEL_TABLES)
    await sql`
      create trigger label_key before insert or update of key on ${sql.table(table)}
      for each row execute function set_label_key()`.execute(db);
}
