import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';

/** Adds an index for each filter of the history, stores the numbers of entries, and opens a change set only once for each statement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await indexSets(db);
  await listKinds(db);
  await countEntries(db);
  for (const table of LOGGED_TABLES) await logTable(db, table);
}

/**
 * Creates an index for each filter in the order of the list. A filter then reads a range of one index, whether its matches are rare, old
 * or frequent.
 */
async function indexSets(db: Kysely<unknown>): Promise<void> {
  await sql`drop index change_set_workspace, change_set_user, change_of_set`.execute(db);
  await sql`create index change_set_workspace on change_set (workspace_id, created, id)`.execute(db);
  await sql`create index change_set_user on change_set (workspace_id, user_id, created, id) include (origin)`.execute(db);
  await sql`create index change_set_origin on change_set (workspace_id, origin, created, id)`.execute(db);
  // Entries of a set are not next to each other if several transactions wrote it.
  await sql`create index change_of_set on change (change_set_id, id)`.execute(db);
}

/**
 * Creates a table with one row for each table (`relation`) of a change set. A trigger writes these rows, because no index of an array
 * column has the order of the list.
 */
async function listKinds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table change_set_kind (
      workspace_id uuid not null,
      relation text not null,
      created timestamptz not null,
      set_id bigint not null,
      user_id uuid,
      origin text not null
    )`.execute(db);
  await sql`
    insert into change_set_kind (workspace_id, relation, created, set_id, user_id, origin)
    select s.workspace_id, r, s.created, s.id, s.user_id, s.origin from change_set s, unnest(s.relations) r`.execute(db);
  await sql`create index change_set_kind_created on change_set_kind (workspace_id, relation, created, set_id)`.execute(db);
  await sql`
    create index change_set_kind_user on change_set_kind (workspace_id, user_id, relation, created, set_id) include (origin)
    where user_id is not null`.execute(db);
  await sql`create index change_set_kind_origin on change_set_kind (workspace_id, origin, relation, created, set_id)`.execute(db);
  await sql`
    create function list_change_set_kinds() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.created is distinct from old.created then
        update change_set_kind k set created = new.created
        where k.workspace_id = new.workspace_id and k.relation = any (old.relations) and k.created = old.created and k.set_id = new.id;
      end if;
      insert into change_set_kind (workspace_id, relation, created, set_id, user_id, origin)
        select new.workspace_id, r, new.created, new.id, new.user_id, new.origin from unnest(new.relations) r
        where tg_op = 'INSERT' or r <> all (old.relations);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger list_kinds after insert or update of relations, created on change_set
    for each row execute function list_change_set_kinds()`.execute(db);
}

/** Stores the number of entries of each set by table and operation. Counting them again would take too long for a page of bulk changes. */
async function countEntries(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_set add column counts jsonb not null default '{}'`.execute(db);
  // Leaves space in each page, so that the counts of a new set can be stored without new index entries.
  await sql`alter table change_set set (fillfactor = 85)`.execute(db);
  await sql`
    update change_set s set counts = c.counts
    from (
      select change_set_id, jsonb_object_agg(relation || ' ' || operation, n) as counts
      from (select change_set_id, relation, operation, count(*) as n from change group by 1, 2, 3) e group by 1) c
    where c.change_set_id = s.id`.execute(db);
  await sql`
    create function count_changes() returns trigger language plpgsql as $$
    begin
      update change_set s set counts = s.counts || c.counts
      from (
        select e.id, jsonb_object_agg(e.key, e.n + coalesce((o.counts ->> e.key)::int, 0)) as counts
        from (select change_set_id as id, relation || ' ' || operation as key, count(*) as n from new_entries group by 1, 2) e
          join change_set o on o.id = e.id
        group by 1) c
      where s.id = c.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger count_changes after insert on change referencing new table as new_entries
    for each statement execute function count_changes()`.execute(db);
}
