import { sql, type Kysely } from 'kysely';

/** Creates webhooks, and a trigger that creates the deliveries of an event and their jobs in its transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace on delete cascade,
      name text not null,
      url text not null,
      kinds text[] not null,
      enabled boolean not null default true,
      problem text check (problem in ('gone', 'failing')),
      failing_since timestamptz,
      created timestamptz not null default clock_timestamp(),
      created_by uuid references app_user on delete set null
    )`.execute(db);
  await sql`create index webhook_workspace on webhook (workspace_id)`.execute(db);
  await sql`create index webhook_created_by on webhook (created_by)`.execute(db);
  await sql`
    create table webhook_secret (
      webhook_id uuid not null references webhook on delete cascade,
      secret bytea not null,
      created timestamptz not null default clock_timestamp(),
      -- null for the current secret
      expires timestamptz,
      primary key (webhook_id, secret)
    )`.execute(db);
  await sql`create unique index webhook_secret_current on webhook_secret (webhook_id) where expires is null`.execute(db);
  await sql`
    create table webhook_delivery (
      id uuid primary key default gen_random_uuid(),
      position bigint generated always as identity,
      workspace_id uuid not null references workspace on delete cascade,
      webhook_id uuid not null references webhook on delete cascade,
      kind text not null,
      entity_id uuid,
      payload jsonb not null,
      created timestamptz not null default clock_timestamp(),
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      attempts int not null default 0,
      attempted timestamptz,
      next_attempt timestamptz default clock_timestamp(),
      status int,
      duration_ms int,
      response text,
      error text
    )`.execute(db);
  await sql`create index webhook_delivery_webhook on webhook_delivery (webhook_id, position)`.execute(db);
  await sql`create index webhook_delivery_workspace on webhook_delivery (workspace_id)`.execute(db);
  await sql`create index webhook_delivery_created on webhook_delivery (created)`.execute(db);
  await sql`
    create index webhook_delivery_waiting on webhook_delivery (webhook_id, entity_id, position) where state = 'waiting'`.execute(
    db,
  );
  await createTriggers(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function create_webhook_deliveries() returns trigger language plpgsql as $$
    begin
      insert into webhook_delivery (workspace_id, webhook_id, kind, entity_id, payload)
      select e.workspace_id, w.id, e.kind, e.entity_id, jsonb_build_object(
        'type', e.kind,
        'timestamp', to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', e.data || jsonb_build_object('workspace', e.workspace_id, 'entity', e.entity_id, 'user', e.user_id))
      from created e join webhook w on w.workspace_id = e.workspace_id and w.enabled and e.kind = any(w.kinds)
      order by e.id, w.created, w.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger create_webhook_deliveries after insert on event referencing new table as created
    for each statement execute function create_webhook_deliveries()`.execute(db);
  // The key and the queue are those of domain/webhooks/queue.ts. Jobs of a webhook run one at a time, in order.
  await sql`
    create function enqueue_webhook_deliveries() returns trigger language plpgsql as $$
    begin
      perform graphile_worker.add_job(
        identifier => 'deliver-webhook', payload => json_build_object('delivery', d.id), queue_name => 'webhook ' || d.webhook_id,
        job_key => 'webhook-delivery:' || d.id, flags => array['deliver-webhook'])
      from (select id, webhook_id from created order by position) d;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger enqueue_webhook_deliveries after insert on webhook_delivery referencing new table as created
    for each statement execute function enqueue_webhook_deliveries()`.execute(db);
}
