import { sql, type Kysely } from 'kysely';
import { DERIVED_COLUMNS, LOGGED_TABLES, type LoggedTable } from '../tables/logged-tables';

/**
 * Creates the change log (ADR 0087). Triggers write it, so no writer can forget it, and a change and its entry are always in one
 * transaction. Like the audit log it has no foreign keys, because an entry outlives the rows that it describes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table change_set (
      id bigint primary key generated always as identity,
      workspace_id uuid not null,
      -- the start of the transaction; entries have the same time, which selects their partition
      created timestamptz not null default now(),
      user_id uuid,
      origin text not null,
      -- the API operation, or the kind of background work
      action text,
      -- the background work that wrote it
      work_id uuid,
      -- rows that it created have no entries of their own
      summarized boolean not null default false,
      -- names of the changed tables
      relations text[] not null
    )`.execute(db);
  await sql`create index change_set_workspace on change_set (workspace_id, id)`.execute(db);
  await sql`create index change_set_user on change_set (workspace_id, user_id, id)`.execute(db);
  await sql`create index change_set_created on change_set using brin (created)`.execute(db);
  // A sequence, because PostgreSQL 15 and 16 do not accept identity columns in partitions.
  await sql`create sequence change_id`.execute(db);
  await sql`
    create table change (
      id bigint not null default nextval('change_id'),
      change_set_id bigint not null,
      workspace_id uuid not null,
      created timestamptz not null,
      -- name of the table, and the id of the row in whose history the entry appears
      relation text not null,
      subject_id text not null,
      row_id text not null,
      operation text not null,
      -- the complete row of an insert or delete, otherwise the changed columns
      before jsonb,
      after jsonb
    ) partition by range (created)`.execute(db);
  await sql`create index change_subject on change (subject_id, id)`.execute(db);
  // Entries of a change set are next to each other, so a block range index suffices. It costs a bulk write almost nothing.
  await sql`create index change_of_set on change using brin (change_set_id) with (pages_per_range = 8)`.execute(db);
  // Contains the rows of months without a partition. The server creates partitions ahead of time.
  await sql`create table change_other partition of change default`.execute(db);
  await createOpenChangeSet(db);
  for (const table of LOGGED_TABLES) await logTable(db, table);
}

/**
 * Creates the function that returns the change set of the current transaction in a workspace, and adds the table to this set. The
 * first change of a transaction creates the set. The setting `console.writer` describes the writer as JSON; without this setting,
 * the server itself is the writer. The setting `console.change_set` caches the open set: workspace, id and tables.
 */
async function createOpenChangeSet(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function open_change_set(workspace uuid, relation text) returns bigint language plpgsql as $$
    declare
      open text := coalesce(current_setting('console.change_set', true), '');
      writer jsonb;
      set_id bigint;
    begin
      if starts_with(open, workspace || ' ') then
        set_id := split_part(open, ' ', 2)::bigint;
        if strpos(open || ' ', ' ' || relation || ' ') > 0 then
          return set_id;
        end if;
        update change_set set relations = relations || relation where id = set_id and relation <> all (relations);
        open := open || ' ' || relation;
      else
        writer := coalesce(nullif(current_setting('console.writer', true), ''), '{}')::jsonb;
        insert into change_set (workspace_id, user_id, origin, action, work_id, summarized, relations)
          values (workspace, (writer ->> 'user')::uuid, coalesce(writer ->> 'origin', 'server'), writer ->> 'action',
            (writer ->> 'work')::uuid, coalesce((writer ->> 'summarized')::boolean, false), array[relation])
          returning id into set_id;
        open := workspace || ' ' || set_id || ' ' || relation;
      end if;
      perform set_config('console.change_set', open, true);
      return set_id;
    end $$`.execute(db);
  await sql`
    create function is_change_summarized() returns boolean language sql stable as $$
      select coalesce(nullif(current_setting('console.writer', true), ''), '{}')::jsonb -> 'summarized' = 'true'
    $$`.execute(db);
}

/**
 * Creates the triggers that log the changes of one table. The trigger's function lists the columns of the table, which is three times
 * as fast as comparing rows as JSON. Call this again after a migration that adds a column: a test checks that all are listed.
 */
export async function logTable(db: Kysely<unknown>, { name, subject = 'id', key = ['id'] }: LoggedTable): Promise<void> {
  const columns = await listLoggedColumns(db, name);
  // A later migration creates the table.
  if (columns.length === 0) return;
  const quote = (column: string) => `"${column}"`;
  const rowId = (row: string) => key.map((column) => `${row}.${quote(column)}::text`).join(` || ':' || `);
  const changed = (row: string) =>
    columns
      .map(
        (c) =>
          `case when o.${quote(c)} is distinct from n.${quote(c)} then jsonb_build_object('${c}', ${row}.${quote(c)}) else '{}' end`,
      )
      .join(' || ');
  const all = (row: string) => columns.map((c) => `${row}.${quote(c)}`).join(', ');
  const entry = `insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after)`;
  const fields = (row: string) => `s.id, ${row}.workspace_id, now(), '${name}', ${row}.${quote(subject)}::text, ${rowId(row)}`;
  // The change set is opened once for each workspace of a statement, because opening it for each row would double the time of a write.
  const sets = (rows: string) => `sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, '${name}') as id from (select distinct workspace_id from ${rows}) w)`;
  await sql
    .raw(
      `create or replace function log_${name}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, '${name}') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with ${sets('new_rows')}
          ${entry} select ${fields('n')}, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with ${sets('old_rows')}
          ${entry} select ${fields('o')}, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select ${[...new Set(['workspace_id', subject, ...key])].map((column) => `n.${quote(column)}`).join(', ')}, ${changed('o')} as before_change, ${changed('n')} as after_change
            from new_rows n join old_rows o using (${[...new Set([subject, ...key])].map(quote).join(', ')})
            where (${all('o')}) is distinct from (${all('n')})),
          ${sets('changed')}
          ${entry} select ${fields('c')}, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$`,
    )
    .execute(db);
  const tables = {
    insert: 'referencing new table as new_rows',
    update: 'referencing old table as old_rows new table as new_rows',
    delete: 'referencing old table as old_rows',
  };
  for (const [event, referencing] of Object.entries(tables))
    await sql
      .raw(
        `create or replace trigger log_${event} after ${event} on ${name} ${referencing} for each statement execute function log_${name}()`,
      )
      .execute(db);
}

async function listLoggedColumns(db: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (${DERIVED_COLUMNS})
    order by attnum`.execute(db);
  return rows.map((row) => row.name);
}
