import { sql, type Kysely } from 'kysely';

/** Creates named API tokens, and lets the change log name the token that made a change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references app_user on delete cascade,
      -- null for all workspaces of the user
      workspace_id uuid references workspace on delete cascade,
      name text not null,
      scopes text[] not null,
      hash bytea not null unique,
      -- the first characters of the token, by which its user recognizes it
      prefix text not null,
      created timestamptz not null default now(),
      expires timestamptz,
      last_used timestamptz
    )`.execute(db);
  await sql`create index api_token_user on api_token (user_id)`.execute(db);
  await sql`create index api_token_workspace on api_token (workspace_id)`.execute(db);
  // The name instead of the id, because the entry outlives the token.
  await sql`alter table change_set add column token_name text`.execute(db);
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
        insert into change_set as s (workspace_id, user_id, origin, token_name, action, work_id, summarized, relations, key, undoes)
          values (workspace, (writer ->> 'user')::uuid, coalesce(writer ->> 'origin', 'server'), writer ->> 'token', writer ->> 'action',
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
