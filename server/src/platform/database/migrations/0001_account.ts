import { sql, type Kysely } from 'kysely';

/** Creates users, workspaces with their services, memberships, sessions, and idempotency keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_user (
      id uuid primary key default gen_random_uuid(),
      email text not null unique check (email = lower(email)),
      username text not null,
      password_hash text not null,
      default_workspace_id uuid,
      can_download_model boolean not null default false,
      api_token text not null unique check (length(api_token) = 40),
      created timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index app_user_username on app_user (lower(username))`.execute(db);
  await sql`
    create table workspace (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      blur_images boolean not null default false,
      meta_data jsonb not null default '{}',
      owner_id uuid references app_user on delete set null,
      created timestamptz not null default now()
    )`.execute(db);
  await sql`
    alter table app_user add constraint app_user_default_workspace
      foreign key (default_workspace_id) references workspace on delete set null`.execute(db);
  await sql`
    create table workspace_service (
      workspace_id uuid not null references workspace on delete cascade,
      slug text not null,
      primary key (workspace_id, slug)
    )`.execute(db);
  await sql`
    create table membership (
      user_id uuid not null references app_user on delete cascade,
      workspace_id uuid not null references workspace on delete cascade,
      created timestamptz not null default now(),
      primary key (user_id, workspace_id)
    )`.execute(db);
  await sql`create index membership_workspace on membership (workspace_id)`.execute(db);
  await sql`
    create table session (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references app_user on delete cascade,
      created timestamptz not null default now(),
      ended timestamptz
    )`.execute(db);
  await sql`create index session_of_user on session (user_id)`.execute(db);
  await sql`
    create table refresh_token (
      hash bytea primary key,
      session_id uuid not null references session on delete cascade,
      used timestamptz,
      expires timestamptz not null,
      created timestamptz not null default now()
    )`.execute(db);
  await sql`create index refresh_token_session on refresh_token (session_id)`.execute(db);
  await sql`create index refresh_token_expires on refresh_token (expires)`.execute(db);
  await sql`
    create table idempotency_key (
      user_id uuid not null references app_user on delete cascade,
      key text not null,
      request_hash bytea not null,
      status smallint,
      answer text,
      created timestamptz not null default now(),
      primary key (user_id, key)
    )`.execute(db);
  await sql`create index idempotency_key_created on idempotency_key (created)`.execute(db);
  await sql`create table server_setting (name text primary key, value text not null)`.execute(db);
}
