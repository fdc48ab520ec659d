import { sql, type Kysely } from 'kysely';

/**
 * Prepares the change log for undo: all transactions of one user action form one change set, and a change set records which other
 * set it undoes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table change_set
      -- sent by the client, or the id of the background work; transactions of one user with the same key form one set
      add column key uuid,
      -- the start of the last transaction; entries are created between created and finished
      add column finished timestamptz not null default now(),
      -- the set that this one undoes
      add column undoes bigint`.execute(db);
  await sql`update change_set set finished = created`.execute(db);
  await sql`
    create unique index change_set_key on change_set (workspace_id, key, coalesce(user_id, workspace_id)) where key is not null`.execute(
    db,
  );
  await sql`create index change_set_undoes on change_set (undoes) where undoes is not null`.execute(db);
  await sql`create aggregate merge_jsonb(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}')`.execute(db);
  await sql`
    create or replace function open_change_set(workspace uuid, relation text) returns bigint language plpgsql as $$
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
        insert into change_set as s (workspace_id, user_id, origin, action, work_id, summarized, relations, key, undoes)
          values (workspace, (writer ->> 'user')::uuid, coalesce(writer ->> 'origin', 'server'), writer ->> 'action',
            (writer ->> 'work')::uuid, coalesce((writer ->> 'summarized')::boolean, false), array[relation],
            (writer ->> 'key')::uuid, (writer ->> 'undoes')::bigint)
          on conflict (workspace_id, key, coalesce(user_id, workspace_id)) where key is not null do update
            set created = least(s.created, now()), finished = greatest(s.finished, now()),
              relations = s.relations || array(select unnest(excluded.relations) except select unnest(s.relations))
          returning s.id into set_id;
        open := workspace || ' ' || set_id || ' ' || relation;
      end if;
      perform set_config('console.change_set', open, true);
      return set_id;
    end $$`.execute(db);
}
