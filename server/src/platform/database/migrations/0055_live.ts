import { sql, type Kysely } from 'kysely';

/**
 * Announces changes to all servers (ADR 0100), and stores which user shows which row. A message names what has changed and
 * contains no data, so it stays far below PostgreSQL's limit of 8,000 bytes. PostgreSQL delivers messages when the transaction
 * commits, and merges equal messages of a transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await announceChangeSets(db);
  await announceWork(db);
  await announceNotices(db);
  await announceAccess(db);
  await createPresence(db);
}

/**
 * Creates a row trigger, because each statement creates or continues only one set. The trigger ignores updates of the set's tables and
 * counts, which occur several times in a transaction.
 */
async function announceChangeSets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_change_set() returns trigger language plpgsql as $$
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'change', 'workspace', new.workspace_id, 'set', new.id,
        'tab', nullif(current_setting('console.writer', true), '')::jsonb ->> 'tab')::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger announce after insert or update of finished on change_set
    for each row execute function announce_change_set()`.execute(db);
}

async function announceWork(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_work() returns trigger language plpgsql as $$
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'work', 'workspace', new.workspace_id, 'id', new.id,
        'work', new.kind, 'status', new.state)::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger announce after insert or update of state, progress_done, progress_total on long_work
    for each row execute function announce_work()`.execute(db);
}

/** Announces users whose notices have changed: a user has a new notice, or has read or removed a notice in another tab. */
async function announceNotices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_notice() returns trigger language plpgsql as $$
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'notice', 'user', coalesce(new.user_id, old.user_id))::text);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger announce after insert or update of read or delete on notice
    for each row execute function announce_notice()`.execute(db);
}

/** Announces users whose access may have changed, so that the streams of a removed member end on all servers. */
async function announceAccess(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_access() returns trigger language plpgsql as $$
    declare
      changed jsonb := to_jsonb(coalesce(new, old));
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'access', tg_argv[0], changed -> tg_argv[1])::text);
      return null;
    end $$`.execute(db);
  for (const [table, events, field, column] of [
    ['membership', 'insert or update of role or delete', 'user', 'user_id'],
    ['session', 'update of ended or delete', 'user', 'user_id'],
    ['api_token', 'update of scopes, workspace_id, expires or delete', 'user', 'user_id'],
    ['app_user', 'update of api_token', 'user', 'id'],
    ['workspace', 'update of owner_id or delete', 'workspace', 'id'],
    ['workspace_service', 'insert or delete', 'workspace', 'workspace_id'],
  ] as const)
    await sql
      .raw(
        `create trigger announce_access after ${events} on ${table} for each row execute function announce_access('${field}', '${column}')`,
      )
      .execute(db);
}

/** Creates the table `presence`. It is unlogged, because the rows expire after half a minute. */
async function createPresence(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table presence (
      user_id uuid not null references app_user on delete cascade,
      -- the id of the browser tab, which shows one row at a time
      tab text not null,
      workspace_id uuid not null references workspace on delete cascade,
      kind text not null,
      entity_id uuid not null,
      since timestamptz not null default clock_timestamp(),
      seen timestamptz not null default clock_timestamp(),
      primary key (user_id, tab)
    )`.execute(db);
  await sql`create index presence_entity on presence (entity_id)`.execute(db);
  await sql`create index presence_workspace on presence (workspace_id)`.execute(db);
  await sql`
    create function announce_presence() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('console_live', jsonb_build_object('kind', 'presence', 'workspace', old.workspace_id, 'entity', old.kind,
          'id', old.entity_id)::text);
      end if;
      if tg_op <> 'DELETE' then
        perform pg_notify('console_live', jsonb_build_object('kind', 'presence', 'workspace', new.workspace_id, 'entity', new.kind,
          'id', new.entity_id)::text);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger announce after insert or delete on presence for each row execute function announce_presence()`.execute(db);
  // A repeated call of the same tab for the same row is not announced.
  await sql`
    create trigger announce_move after update on presence for each row when (old.entity_id <> new.entity_id)
    execute function announce_presence()`.execute(db);
}
