import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';

/**
 * Creates comments and notices (ADR 0100). Each review remark gets a thread, whose first comment is the text of the remark.
 * Triggers keep the texts of remark and comment equal, because servers of the previous release write remarks only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createComments(db);
  await createThreadsOfRemarks(db);
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'comment_thread' || name === 'comment'))
    await logTable(db, table);
  await createNotices(db);
}

async function createComments(db: Kysely<unknown>): Promise<void> {
  // A mention in a text is the id of a user: @{id}.
  await sql`
    create function parse_mentions(text text) returns uuid[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct m[1]::uuid), '{}')
      from regexp_matches(text, '@\\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\}', 'g') m
    $$`.execute(db);
  await sql`
    create table comment_thread (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      -- exactly one: the image, group or product that the thread belongs to
      image_id uuid references training_image(id) on delete cascade,
      group_id uuid references similarity_group(id) on delete cascade,
      product_id uuid references product(id) on delete cascade,
      -- the shape of the image, if the thread is about one. No foreign keys: the thread outlives the shape, which can be restored
      object_id uuid,
      polygon_id uuid,
      point_id uuid,
      -- the image or group as an item of a job
      item_id uuid references job_item(id) on delete cascade,
      remark_id uuid unique references job_remark(id) on delete cascade,
      -- x, y in pixels of the upright image
      place int[] check (array_length(place, 1) = 2),
      created timestamptz not null default clock_timestamp(),
      resolved timestamptz,
      resolved_by uuid references app_user(id) on delete set null,
      version int not null default 1,
      -- the row in whose history the thread appears
      subject_id uuid generated always as (coalesce(image_id, group_id, product_id)) stored,
      check (num_nonnulls(image_id, group_id, product_id) = 1),
      check (num_nonnulls(object_id, polygon_id, point_id) <= 1),
      check (image_id is not null or num_nonnulls(object_id, polygon_id, point_id, place) = 0)
    )`.execute(db);
  await sql`create index comment_thread_workspace on comment_thread (workspace_id, created, id)`.execute(db);
  await sql`create index comment_thread_resolved_by on comment_thread (resolved_by) where resolved_by is not null`.execute(db);
  for (const column of ['image_id', 'group_id', 'product_id', 'object_id', 'polygon_id', 'point_id', 'item_id'])
    await sql.raw(`create index comment_thread_${column} on comment_thread (${column}) where ${column} is not null`).execute(db);
  await sql`
    create table comment (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspace(id) on delete cascade,
      thread_id uuid not null references comment_thread(id) on delete cascade,
      -- null if the account was deleted
      author_id uuid references app_user(id) on delete set null,
      text text not null,
      mentions uuid[] generated always as (parse_mentions(text)) stored,
      created timestamptz not null default clock_timestamp(),
      edited timestamptz,
      -- a deleted comment remains as a mark between the others, without its text
      deleted timestamptz,
      version int not null default 1
    )`.execute(db);
  await sql`create index comment_of_thread on comment (thread_id, created, id)`.execute(db);
  await sql`create index comment_workspace on comment (workspace_id)`.execute(db);
  await sql`create index comment_author on comment (author_id, thread_id)`.execute(db);
  await sql`create index comment_mentions on comment using gin (mentions)`.execute(db);
}

async function createThreadsOfRemarks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_thread_of_remark() returns trigger language plpgsql as $$
    declare
      thread uuid;
    begin
      insert into comment_thread (workspace_id, image_id, item_id, remark_id, place, created, resolved, resolved_by)
        select r.workspace_id, i.image_id, r.item_id, r.id, r.data, r.created,
          case when r.state = 'closed' then now() end, case when r.state = 'closed' then r.reviewer_id end
        from job_remark r join job_item i on i.id = r.item_id
        where r.id = new.id and i.image_id is not null
        on conflict (remark_id) do nothing
        returning id into thread;
      if thread is not null then
        insert into comment (workspace_id, thread_id, author_id, text, created)
          select r.workspace_id, thread, r.reviewer_id, r.text, r.created from job_remark r where r.id = new.id;
      end if;
      return null;
    end $$`.execute(db);
  // Deferred, because undo restores a remark before its thread.
  await sql`
    create constraint trigger job_remark_thread after insert on job_remark deferrable initially deferred
      for each row execute function add_thread_of_remark()`.execute(db);
  await sql`
    create function change_thread_of_remark() returns trigger language plpgsql as $$
    begin
      if (new.state = 'closed') <> (old.state = 'closed') then
        update comment_thread set version = version + 1,
          resolved = case when new.state = 'closed' then now() end,
          resolved_by = case when new.state = 'closed' then new.reviewer_id end
        where remark_id = new.id and (resolved is not null) <> (new.state = 'closed');
      end if;
      if new.text <> old.text then
        update comment c set text = new.text, edited = now(), version = version + 1
        where c.text <> new.text and c.id = (
          select f.id from comment f join comment_thread t on t.id = f.thread_id
          where t.remark_id = new.id order by f.created, f.id limit 1);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger job_remark_thread_change after update of state, text on job_remark
      for each row execute function change_thread_of_remark()`.execute(db);
  await sql`
    insert into comment_thread (workspace_id, image_id, item_id, remark_id, place, created, resolved, resolved_by)
    select r.workspace_id, i.image_id, r.item_id, r.id, r.data, r.created,
      case when r.state = 'closed' then coalesce(r.answered, r.created) end, case when r.state = 'closed' then r.reviewer_id end
    from job_remark r join job_item i on i.id = r.item_id where i.image_id is not null`.execute(db);
  await sql`
    insert into comment (workspace_id, thread_id, author_id, text, created)
    select r.workspace_id, t.id, r.reviewer_id, r.text, r.created
    from job_remark r join comment_thread t on t.remark_id = r.id`.execute(db);
}

async function createNotices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notice (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references app_user(id) on delete cascade,
      workspace_id uuid not null references workspace(id) on delete cascade,
      kind text not null,
      created timestamptz not null default clock_timestamp(),
      read timestamptz,
      -- the user who caused it; null for the server
      actor_id uuid references app_user(id) on delete set null,
      -- what the link of the notice opens. No foreign key, because the notice outlives it
      entity_kind text not null,
      entity_id uuid not null,
      thread_id uuid,
      data jsonb not null default '{}'
    )`.execute(db);
  await sql`create index notice_user on notice (user_id, created, id)`.execute(db);
  await sql`create index notice_unread on notice (user_id, workspace_id) where read is null`.execute(db);
  await sql`create index notice_workspace on notice (workspace_id)`.execute(db);
  await sql`create index notice_actor on notice (actor_id) where actor_id is not null`.execute(db);
  await sql`create index notice_read on notice (read) where read is not null`.execute(db);
  await sql`
    create table muted_notice (
      user_id uuid not null references app_user(id) on delete cascade,
      kind text not null,
      primary key (user_id, kind)
    )`.execute(db);
  await createNoticesOfEvents(db);
}

/** Finished work creates a notice for the user who started it, and a completed job for the user who created the job. */
async function createNoticesOfEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function create_notices_of_events() returns trigger language plpgsql as $$
    begin
      insert into notice (user_id, workspace_id, kind, actor_id, entity_kind, entity_id, data)
      select m.user_id, e.workspace_id, e.notice_kind, e.actor_id, e.entity_kind, e.entity_id, jsonb_strip_nulls(e.data)
      from (
        select workspace_id, user_id, 'import_finished' as notice_kind, null::uuid as actor_id, 'import' as entity_kind, entity_id,
            jsonb_build_object('name', data -> 'name', 'failed', data ->> 'state' = 'failed') as data
          from new_rows where kind = 'import.finished' and data ->> 'state' <> 'cancelled'
        union all
        select n.workspace_id, n.user_id, 'training_finished', null, (n.data ->> 'domain') || '_task', (n.data ->> 'task')::uuid,
            jsonb_build_object('name', coalesce(r.name, d.name, s.name), 'failed', n.kind = 'training.failed')
          from new_rows n
            left join recognition_task r on r.id = (n.data ->> 'task')::uuid
            left join detection_task d on d.id = (n.data ->> 'task')::uuid
            left join segmentation_task s on s.id = (n.data ->> 'task')::uuid
          where n.kind in ('training.finished', 'training.failed')
        union all
        select n.workspace_id, j.created_by, 'job_completed', n.user_id,
            case j.type when 'image' then 'image_job' else 'similarity_job' end, j.id, jsonb_build_object('name', j.name)
          from new_rows n join annotation_job j on j.id = n.entity_id
          where n.kind = 'job.completed' and j.created_by is distinct from n.user_id
      ) e join membership m on m.workspace_id = e.workspace_id and m.user_id = e.user_id
      where e.entity_id is not null
        and not exists (select from muted_notice o where o.user_id = m.user_id and o.kind = e.notice_kind);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger create_notices after insert on event referencing new table as new_rows
    for each statement execute function create_notices_of_events()`.execute(db);
}
