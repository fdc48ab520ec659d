set local search_path to '';
set local check_function_bodies to off;


CREATE SCHEMA graphile_worker;

CREATE SCHEMA job_access;

CREATE TYPE graphile_worker.job_spec AS (
	identifier text,
	payload json,
	queue_name text,
	run_at timestamp with time zone,
	max_attempts smallint,
	job_key text,
	priority smallint,
	flags text[]
);

CREATE TABLE graphile_worker._private_jobs (
    id bigint NOT NULL,
    job_queue_id integer,
    task_id integer NOT NULL,
    payload json DEFAULT '{}'::json NOT NULL,
    priority smallint DEFAULT 0 NOT NULL,
    run_at timestamp with time zone DEFAULT now() NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    max_attempts smallint DEFAULT 25 NOT NULL,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    key text,
    locked_at timestamp with time zone,
    locked_by text,
    revision integer DEFAULT 0 NOT NULL,
    flags jsonb,
    is_available boolean GENERATED ALWAYS AS (((locked_at IS NULL) AND (attempts < max_attempts))) STORED NOT NULL,
    CONSTRAINT jobs_key_check CHECK (((length(key) > 0) AND (length(key) <= 512))),
    CONSTRAINT jobs_max_attempts_check CHECK ((max_attempts >= 1))
);

CREATE FUNCTION graphile_worker.add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS graphile_worker._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts::smallint,
        job_key,
        priority::smallint,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist
    insert into "graphile_worker"._private_tasks as tasks (identifier)
    values (add_job.identifier)
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
      values (add_job.queue_name)
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker"._private_jobs as jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts::smallint, 25::smallint),
        add_job.job_key,
        coalesce(add_job.priority::smallint, 0::smallint),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker"._private_tasks as tasks
      left join "graphile_worker"._private_job_queues as job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    if v_job.revision = 0 then
      perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    end if;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;

CREATE FUNCTION graphile_worker.add_jobs(specs graphile_worker.job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE plpgsql
    AS $$
begin
  -- Ensure all the tasks exist
  insert into "graphile_worker"._private_tasks as tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  on conflict do nothing;
  -- Ensure all the queues exist
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  on conflict do nothing;
  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;

  -- WARNING: this count is not 100% accurate; 'on conflict' clause will cause it to be an overestimate
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');

  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?
  return query insert into "graphile_worker"._private_jobs as jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker"._private_tasks as tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker"._private_job_queues as job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload =
      case
      when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
        (jobs.payload::jsonb || excluded.payload::jsonb)::json
      else
        excluded.payload
      end,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$;

CREATE FUNCTION graphile_worker.complete_jobs(job_ids bigint[]) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  delete from "graphile_worker"._private_jobs as jobs
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < now() - interval '4 hours'
    )
    returning *;
$$;

CREATE FUNCTION graphile_worker.force_unlock_workers(worker_ids text[]) RETURNS void
    LANGUAGE sql
    AS $$
update "graphile_worker"._private_jobs as jobs
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
update "graphile_worker"._private_job_queues as job_queues
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
$$;

CREATE FUNCTION graphile_worker.permanently_fail_jobs(job_ids bigint[], error_message text DEFAULT NULL::text) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      last_error = coalesce(error_message, 'Manually marked as failed'),
      attempts = max_attempts,
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;

CREATE FUNCTION graphile_worker.remove_job(job_key text) RETURNS graphile_worker._private_jobs
    LANGUAGE plpgsql STRICT
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker"._private_jobs as jobs
    where key = job_key
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
  returning * into v_job;
  if not (v_job is null) then
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":-1}');
    return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  where key = job_key
  returning * into v_job;
  return v_job;
end;
$$;

CREATE FUNCTION graphile_worker.reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT NULL::integer, attempts integer DEFAULT NULL::integer, max_attempts integer DEFAULT NULL::integer) RETURNS SETOF graphile_worker._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority::smallint, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts::smallint, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts::smallint, jobs.max_attempts),
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;

CREATE FUNCTION job_access.blind_groups() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
    begin return query select h.group_id from public.job_item h join public.annotation_job j on j.id = h.job_id
      where h.group_id is not null and j.gold_rate is not null and not j.done and job_access.is_limited(j.workspace_id); end $$;

CREATE FUNCTION job_access.group_member_images() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
    begin return query select g.image_id from job_access.shown_group_image g where g.group_id in (select job_access.job_groups())
      union all select o.image_id from job_access.shown_group_object g join public.detection_object o on o.id = g.object_id
        where g.group_id in (select job_access.job_groups())
      union all select job_access.layered_images(); end $$;

CREATE FUNCTION job_access.is_blind_group(entity uuid) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    select entity in (select job_access.blind_groups()) $$;

CREATE FUNCTION job_access.is_blind_image(image uuid) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    select exists (select from public.job_item h join public.annotation_job g on g.id = h.job_id
      where h.image_id = image and g.gold_rate is not null and not g.done and job_access.is_limited(g.workspace_id))
      or image in (select job_access.layered_images()) $$;

CREATE FUNCTION job_access.is_limited(workspace uuid) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    select workspace = any (current_setting('console.limited_workspaces')::uuid[]) $$;

CREATE FUNCTION job_access.job_groups() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
    begin return query with recursive member(id) as (
        select group_id from job_access.job_item where group_id is not null and job_access.is_limited(workspace_id)
        union select g.child_id from job_access.shown_group_group g join member m on m.id = g.parent_id)
      select id from member where id not in (select job_access.blind_groups()) or id in (select job_access.layered_groups()); end $$;

CREATE FUNCTION job_access.layered_groups() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
    begin return query select y.group_id from public.group_layer y join job_access.annotation_job j on j.id = y.job_id
    where y.user_id = job_access.limited_user() and j.gold_rate is not null and not j.done and job_access.is_limited(j.workspace_id); end $$;

CREATE FUNCTION job_access.layered_images() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
    begin return query select m.image_id from public.group_layer_member m where m.layer_id in (select y.id from public.group_layer y join job_access.annotation_job j on j.id = y.job_id
    where y.user_id = job_access.limited_user() and j.gold_rate is not null and not j.done and job_access.is_limited(j.workspace_id)) and m.image_id is not null; end $$;

CREATE FUNCTION job_access.layered_objects() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
    begin return query select m.member_id from public.group_layer_member m where m.layer_id in (select y.id from public.group_layer y join job_access.annotation_job j on j.id = y.job_id
    where y.user_id = job_access.limited_user() and j.gold_rate is not null and not j.done and job_access.is_limited(j.workspace_id)) and m.kind = 'object'; end $$;

CREATE FUNCTION job_access.limited_user() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    select current_setting('console.limited_user')::uuid $$;

CREATE FUNCTION public.add_thread_of_remark() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
    end $$;

CREATE FUNCTION public.announce_access() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare
      changed jsonb := to_jsonb(coalesce(new, old));
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'access', tg_argv[0], changed -> tg_argv[1])::text);
      return null;
    end $$;

CREATE FUNCTION public.announce_change_set() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'change', 'workspace', new.workspace_id, 'set', new.id,
        'tab', nullif(current_setting('console.writer', true), '')::jsonb ->> 'tab')::text);
      return null;
    end $$;

CREATE FUNCTION public.announce_notice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'notice', 'user', coalesce(new.user_id, old.user_id))::text);
      return null;
    end $$;

CREATE FUNCTION public.announce_presence() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
    end $$;

CREATE FUNCTION public.announce_work() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      perform pg_notify('console_live', jsonb_build_object('kind', 'work', 'workspace', new.workspace_id, 'id', new.id,
        'work', new.kind, 'status', new.state)::text);
      return null;
    end $$;

CREATE FUNCTION public.carried_keys(meta jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
      select coalesce(array_agg(key order by key collate "C"), '{}')
      from jsonb_each(case jsonb_typeof(meta) when 'object' then meta else '{}' end) where value not in ('null', '""')
    $$;

CREATE FUNCTION public.change_thread_of_remark() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
    end $$;

CREATE FUNCTION public.check_skeleton_template() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      -- Undo writes the JSON value instead of the SQL value.
      if new.skeleton = 'null' then
        new.skeleton := null;
      end if;
      if exists (
        select from skeleton s where s.detection_label_id = new.id
          and array_length(s.data, 1) is distinct from 3 * jsonb_array_length(new.skeleton -> 'points')) then
        raise exception 'skeletons have another number of points' using errcode = 'check_violation', constraint = 'skeleton_points';
      end if;
      return new;
    end $$;

CREATE FUNCTION public.count_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      update change_set s set counts = s.counts || c.counts
      from (
        select e.id, jsonb_object_agg(e.key, e.n + coalesce((o.counts ->> e.key)::int, 0)) as counts
        from (select change_set_id as id, relation || ' ' || operation as key, count(*) as n from new_entries group by 1, 2) e
          join change_set o on o.id = e.id
        group by 1) c
      where s.id = c.id;
      return null;
    end $$;

CREATE FUNCTION public.create_notices_of_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      insert into notice (user_id, workspace_id, kind, actor_id, entity_kind, entity_id, data)
      select m.user_id, e.workspace_id, e.notice_kind, e.actor_id, e.entity_kind, e.entity_id, jsonb_strip_nulls(e.data)
      from (
        select workspace_id, user_id, 'import_finished' as notice_kind, null::uuid as actor_id, 'import' as entity_kind, entity_id,
            jsonb_build_object('name', data -> 'name', 'failed', data ->> 'state' = 'failed') as data
          from new_rows where kind = 'import.finished' and data ->> 'state' <> 'cancelled'
        union all
        select workspace_id, user_id, 'export_finished', null, 'export', entity_id,
            jsonb_build_object('name', 'export-' || (data ->> 'format') || '.zip')
          from new_rows where kind = 'export.finished'
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
    end $$;

CREATE FUNCTION public.create_webhook_deliveries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      insert into webhook_delivery (workspace_id, webhook_id, kind, entity_id, payload)
      select e.workspace_id, w.id, e.kind, e.entity_id, jsonb_build_object(
        'type', e.kind,
        'timestamp', to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', e.data || jsonb_build_object('workspace', e.workspace_id, 'entity', e.entity_id, 'user', e.user_id))
      from created e join webhook w on w.workspace_id = e.workspace_id and w.enabled and e.kind = any(w.kinds)
      order by e.id, w.created, w.id;
      return null;
    end $$;

CREATE FUNCTION public.discard_embedding() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key, discarded) select file, '-infinity' from old_rows on conflict do nothing;
        return null;
      end $$;

CREATE FUNCTION public.discard_files_of_detection_model() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key)
          select distinct key from old_rows o, unnest(array[o.file_key, o.model_key]) key
          where key is not null order by 1
          on conflict (file_key) do update set discarded = now();
        return null;
      end $$;

CREATE FUNCTION public.discard_files_of_product_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key)
          select distinct key from old_rows o, unnest(array[o.img_key, o.thumb_key, o.display_key]) key
          where key is not null order by 1
          on conflict (file_key) do update set discarded = now();
        return null;
      end $$;

CREATE FUNCTION public.discard_files_of_recognition_model() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key)
          select distinct key from old_rows o, unnest(array[o.file_key, o.model_key]) key
          where key is not null order by 1
          on conflict (file_key) do update set discarded = now();
        return null;
      end $$;

CREATE FUNCTION public.discard_files_of_segmentation_model() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key)
          select distinct key from old_rows o, unnest(array[o.file_key, o.model_key]) key
          where key is not null order by 1
          on conflict (file_key) do update set discarded = now();
        return null;
      end $$;

CREATE FUNCTION public.discard_files_of_training_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key)
          select distinct key from old_rows o, unnest(array[o.img_key, o.thumb_key, o.display_key, o.mask_key]) key
          where key is not null order by 1
          on conflict (file_key) do update set discarded = now();
        return null;
      end $$;

CREATE FUNCTION public.discard_interactive_model() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key, discarded)
        values (old.encoder_key, '-infinity'), (old.decoder_key, '-infinity') on conflict do nothing;
        return null;
      end $$;

CREATE FUNCTION public.discard_mask() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into discarded_file (file_key) values (old.mask_key) on conflict (file_key) do update set discarded = now();
        return null;
      end $$;

CREATE FUNCTION public.embedding_detection_object_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from embedding where kind = 'object' and id in (select id from went); return null; end $$;

CREATE FUNCTION public.embedding_detection_object_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'object', c.id from came c; return null; end $$;

CREATE FUNCTION public.embedding_detection_object_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'object', c.id from came c join went w using (id) where c.data <> w.data or c.image_id <> w.image_id; return null; end $$;

CREATE FUNCTION public.embedding_group_group_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'group', c.parent_id from went c join similarity_group g on g.id = c.parent_id join workspace s on s.id = c.workspace_id; return null; end $$;

CREATE FUNCTION public.embedding_group_group_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'group', c.parent_id from came c; return null; end $$;

CREATE FUNCTION public.embedding_group_image_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'group', c.group_id from went c join similarity_group g on g.id = c.group_id join workspace s on s.id = c.workspace_id; return null; end $$;

CREATE FUNCTION public.embedding_group_image_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'group', c.group_id from came c; return null; end $$;

CREATE FUNCTION public.embedding_group_object_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'group', c.group_id from went c join similarity_group g on g.id = c.group_id join workspace s on s.id = c.workspace_id; return null; end $$;

CREATE FUNCTION public.embedding_group_object_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'group', c.group_id from came c; return null; end $$;

CREATE FUNCTION public.embedding_mask_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from embedding where kind = 'mask' and id in (select id from went); return null; end $$;

CREATE FUNCTION public.embedding_mask_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into embedding_due (workspace_id, kind, id) select c.workspace_id, 'mask', c.id from came c; return null; end $$;

CREATE FUNCTION public.embedding_mask_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into embedding_due (workspace_id, kind, id) select c.workspace_id, 'mask', c.id from came c join went w using (id) where c.bbox <> w.bbox or c.image_id <> w.image_id; return null; end $$;

CREATE FUNCTION public.embedding_polygon_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from embedding where kind = 'polygon' and id in (select id from went); return null; end $$;

CREATE FUNCTION public.embedding_polygon_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into embedding_due (workspace_id, kind, id) select c.workspace_id, 'polygon', c.id from came c; return null; end $$;

CREATE FUNCTION public.embedding_polygon_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into embedding_due (workspace_id, kind, id) select c.workspace_id, 'polygon', c.id from came c join went w using (id) where c.bbox <> w.bbox or c.image_id <> w.image_id; return null; end $$;

CREATE FUNCTION public.embedding_similarity_group_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from embedding where kind = 'group' and id in (select id from went); return null; end $$;

CREATE FUNCTION public.embedding_skeleton_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from embedding where kind = 'skeleton' and id in (select id from went); return null; end $$;

CREATE FUNCTION public.embedding_skeleton_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into embedding_due (workspace_id, kind, id) select c.workspace_id, 'skeleton', c.id from came c; return null; end $$;

CREATE FUNCTION public.embedding_skeleton_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into embedding_due (workspace_id, kind, id) select c.workspace_id, 'skeleton', c.id from came c join went w using (id) where c.bbox <> w.bbox or c.image_id <> w.image_id; return null; end $$;

CREATE FUNCTION public.embedding_training_image_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from embedding where kind = 'image' and id in (select id from went); return null; end $$;

CREATE FUNCTION public.embedding_training_image_insert() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin 
  insert into embedding_due (workspace_id, kind, id) select distinct c.workspace_id, 'image', c.id from came c; return null; end $$;

CREATE FUNCTION public.enqueue_webhook_deliveries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      perform graphile_worker.add_job(
        identifier => 'deliver-webhook', payload => json_build_object('delivery', d.id), queue_name => 'webhook ' || d.webhook_id,
        job_key => 'webhook-delivery:' || d.id, flags => array['deliver-webhook'])
      from (select id, webhook_id from created order by position) d;
      return null;
    end $$;

CREATE FUNCTION public.is_blind_group(entity uuid) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$select false$$;

CREATE FUNCTION public.is_blind_image(image uuid) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$select false$$;

CREATE FUNCTION public.is_change_summarized() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
      select coalesce(nullif(current_setting('console.writer', true), ''), '{}')::jsonb -> 'summarized' = 'true'
    $$;

CREATE FUNCTION public.list_change_set_kinds() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if tg_op = 'UPDATE' and new.created is distinct from old.created then
        update change_set_kind k set created = new.created
        where k.workspace_id = new.workspace_id and k.relation = any (old.relations) and k.created = old.created and k.set_id = new.id;
      end if;
      insert into change_set_kind (workspace_id, relation, created, set_id, user_id, origin)
        select new.workspace_id, r, new.created, new.id, new.user_id, new.origin from unnest(new.relations) r
        where tg_op = 'INSERT' or r <> all (old.relations);
      return null;
    end $$;

CREATE FUNCTION public.lock_label_keys(label_table text, workspace uuid) RETURNS void
    LANGUAGE sql
    AS $$
      select pg_advisory_xact_lock(hashtextextended(label_table || workspace, 0)) $$;

CREATE FUNCTION public.log_annotation_job() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'annotation_job') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'annotation_job') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'annotation_job', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'annotation_job') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'annotation_job', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', o."type") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end || case when o."todo_number" is distinct from n."todo_number" then jsonb_build_object('todo_number', o."todo_number") else '{}' end || case when o."randomize" is distinct from n."randomize" then jsonb_build_object('randomize', o."randomize") else '{}' end || case when o."auto_complete" is distinct from n."auto_complete" then jsonb_build_object('auto_complete', o."auto_complete") else '{}' end || case when o."done" is distinct from n."done" then jsonb_build_object('done', o."done") else '{}' end || case when o."flow_id" is distinct from n."flow_id" then jsonb_build_object('flow_id', o."flow_id") else '{}' end || case when o."mark_done_label_id" is distinct from n."mark_done_label_id" then jsonb_build_object('mark_done_label_id', o."mark_done_label_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', o."created_by") else '{}' end || case when o."instructions" is distinct from n."instructions" then jsonb_build_object('instructions', o."instructions") else '{}' end || case when o."blind" is distinct from n."blind" then jsonb_build_object('blind', o."blind") else '{}' end || case when o."gold_rate" is distinct from n."gold_rate" then jsonb_build_object('gold_rate', o."gold_rate") else '{}' end || case when o."gold_seed" is distinct from n."gold_seed" then jsonb_build_object('gold_seed', o."gold_seed") else '{}' end || case when o."gold_feedback" is distinct from n."gold_feedback" then jsonb_build_object('gold_feedback', o."gold_feedback") else '{}' end || case when o."extra_threshold" is distinct from n."extra_threshold" then jsonb_build_object('extra_threshold', o."extra_threshold") else '{}' end || case when o."max_people" is distinct from n."max_people" then jsonb_build_object('max_people', o."max_people") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', n."type") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end || case when o."todo_number" is distinct from n."todo_number" then jsonb_build_object('todo_number', n."todo_number") else '{}' end || case when o."randomize" is distinct from n."randomize" then jsonb_build_object('randomize', n."randomize") else '{}' end || case when o."auto_complete" is distinct from n."auto_complete" then jsonb_build_object('auto_complete', n."auto_complete") else '{}' end || case when o."done" is distinct from n."done" then jsonb_build_object('done', n."done") else '{}' end || case when o."flow_id" is distinct from n."flow_id" then jsonb_build_object('flow_id', n."flow_id") else '{}' end || case when o."mark_done_label_id" is distinct from n."mark_done_label_id" then jsonb_build_object('mark_done_label_id', n."mark_done_label_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', n."created_by") else '{}' end || case when o."instructions" is distinct from n."instructions" then jsonb_build_object('instructions', n."instructions") else '{}' end || case when o."blind" is distinct from n."blind" then jsonb_build_object('blind', n."blind") else '{}' end || case when o."gold_rate" is distinct from n."gold_rate" then jsonb_build_object('gold_rate', n."gold_rate") else '{}' end || case when o."gold_seed" is distinct from n."gold_seed" then jsonb_build_object('gold_seed', n."gold_seed") else '{}' end || case when o."gold_feedback" is distinct from n."gold_feedback" then jsonb_build_object('gold_feedback', n."gold_feedback") else '{}' end || case when o."extra_threshold" is distinct from n."extra_threshold" then jsonb_build_object('extra_threshold', n."extra_threshold") else '{}' end || case when o."max_people" is distinct from n."max_people" then jsonb_build_object('max_people', n."max_people") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."type", o."name", o."description", o."todo_number", o."randomize", o."auto_complete", o."done", o."flow_id", o."mark_done_label_id", o."created", o."created_by", o."instructions", o."blind", o."gold_rate", o."gold_seed", o."gold_feedback", o."extra_threshold", o."max_people") is distinct from (n."id", n."workspace_id", n."type", n."name", n."description", n."todo_number", n."randomize", n."auto_complete", n."done", n."flow_id", n."mark_done_label_id", n."created", n."created_by", n."instructions", n."blind", n."gold_rate", n."gold_seed", n."gold_feedback", n."extra_threshold", n."max_people")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'annotation_job') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'annotation_job', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_comment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'comment') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'comment') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'comment', n."thread_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'comment') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'comment', o."thread_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."thread_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."thread_id" is distinct from n."thread_id" then jsonb_build_object('thread_id', o."thread_id") else '{}' end || case when o."author_id" is distinct from n."author_id" then jsonb_build_object('author_id', o."author_id") else '{}' end || case when o."text" is distinct from n."text" then jsonb_build_object('text', o."text") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."edited" is distinct from n."edited" then jsonb_build_object('edited', o."edited") else '{}' end || case when o."deleted" is distinct from n."deleted" then jsonb_build_object('deleted', o."deleted") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."thread_id" is distinct from n."thread_id" then jsonb_build_object('thread_id', n."thread_id") else '{}' end || case when o."author_id" is distinct from n."author_id" then jsonb_build_object('author_id', n."author_id") else '{}' end || case when o."text" is distinct from n."text" then jsonb_build_object('text', n."text") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."edited" is distinct from n."edited" then jsonb_build_object('edited', n."edited") else '{}' end || case when o."deleted" is distinct from n."deleted" then jsonb_build_object('deleted', n."deleted") else '{}' end as after_change
            from new_rows n join old_rows o using ("thread_id", "id")
            where (o."id", o."workspace_id", o."thread_id", o."author_id", o."text", o."created", o."edited", o."deleted") is distinct from (n."id", n."workspace_id", n."thread_id", n."author_id", n."text", n."created", n."edited", n."deleted")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'comment') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'comment', c."thread_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_comment_thread() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'comment_thread') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'comment_thread') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'comment_thread', n."subject_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'comment_thread') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'comment_thread', o."subject_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."subject_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', o."group_id") else '{}' end || case when o."product_id" is distinct from n."product_id" then jsonb_build_object('product_id', o."product_id") else '{}' end || case when o."object_id" is distinct from n."object_id" then jsonb_build_object('object_id', o."object_id") else '{}' end || case when o."polygon_id" is distinct from n."polygon_id" then jsonb_build_object('polygon_id', o."polygon_id") else '{}' end || case when o."point_id" is distinct from n."point_id" then jsonb_build_object('point_id', o."point_id") else '{}' end || case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', o."item_id") else '{}' end || case when o."remark_id" is distinct from n."remark_id" then jsonb_build_object('remark_id', o."remark_id") else '{}' end || case when o."place" is distinct from n."place" then jsonb_build_object('place', o."place") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."resolved" is distinct from n."resolved" then jsonb_build_object('resolved', o."resolved") else '{}' end || case when o."resolved_by" is distinct from n."resolved_by" then jsonb_build_object('resolved_by', o."resolved_by") else '{}' end || case when o."mask_id" is distinct from n."mask_id" then jsonb_build_object('mask_id', o."mask_id") else '{}' end || case when o."skeleton_id" is distinct from n."skeleton_id" then jsonb_build_object('skeleton_id', o."skeleton_id") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', n."group_id") else '{}' end || case when o."product_id" is distinct from n."product_id" then jsonb_build_object('product_id', n."product_id") else '{}' end || case when o."object_id" is distinct from n."object_id" then jsonb_build_object('object_id', n."object_id") else '{}' end || case when o."polygon_id" is distinct from n."polygon_id" then jsonb_build_object('polygon_id', n."polygon_id") else '{}' end || case when o."point_id" is distinct from n."point_id" then jsonb_build_object('point_id', n."point_id") else '{}' end || case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', n."item_id") else '{}' end || case when o."remark_id" is distinct from n."remark_id" then jsonb_build_object('remark_id', n."remark_id") else '{}' end || case when o."place" is distinct from n."place" then jsonb_build_object('place', n."place") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."resolved" is distinct from n."resolved" then jsonb_build_object('resolved', n."resolved") else '{}' end || case when o."resolved_by" is distinct from n."resolved_by" then jsonb_build_object('resolved_by', n."resolved_by") else '{}' end || case when o."mask_id" is distinct from n."mask_id" then jsonb_build_object('mask_id', n."mask_id") else '{}' end || case when o."skeleton_id" is distinct from n."skeleton_id" then jsonb_build_object('skeleton_id', n."skeleton_id") else '{}' end as after_change
            from new_rows n join old_rows o using ("subject_id", "id")
            where (o."id", o."workspace_id", o."image_id", o."group_id", o."product_id", o."object_id", o."polygon_id", o."point_id", o."item_id", o."remark_id", o."place", o."created", o."resolved", o."resolved_by", o."mask_id", o."skeleton_id") is distinct from (n."id", n."workspace_id", n."image_id", n."group_id", n."product_id", n."object_id", n."polygon_id", n."point_id", n."item_id", n."remark_id", n."place", n."created", n."resolved", n."resolved_by", n."mask_id", n."skeleton_id")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'comment_thread') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'comment_thread', c."subject_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_detection_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'detection_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'detection_label', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'detection_label', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."output_name" is distinct from n."output_name" then jsonb_build_object('output_name', o."output_name") else '{}' end || case when o."color" is distinct from n."color" then jsonb_build_object('color', o."color") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."key" is distinct from n."key" then jsonb_build_object('key', o."key") else '{}' end || case when o."skeleton" is distinct from n."skeleton" then jsonb_build_object('skeleton', o."skeleton") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', o."attributes") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."output_name" is distinct from n."output_name" then jsonb_build_object('output_name', n."output_name") else '{}' end || case when o."color" is distinct from n."color" then jsonb_build_object('color', n."color") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."key" is distinct from n."key" then jsonb_build_object('key', n."key") else '{}' end || case when o."skeleton" is distinct from n."skeleton" then jsonb_build_object('skeleton', n."skeleton") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', n."attributes") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."output_name", o."color", o."created", o."key", o."skeleton", o."attributes") is distinct from (n."id", n."workspace_id", n."name", n."output_name", n."color", n."created", n."key", n."skeleton", n."attributes")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'detection_label', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_detection_label_recognition_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'detection_label_recognition_task') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_label_recognition_task') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'detection_label_recognition_task', n."label_id"::text, n."task_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_label_recognition_task') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'detection_label_recognition_task', o."label_id"::text, o."task_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."label_id", n."task_id", case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', o."label_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', n."label_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("label_id", "task_id")
            where (o."label_id", o."task_id", o."workspace_id", o."created") is distinct from (n."label_id", n."task_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_label_recognition_task') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'detection_label_recognition_task', c."label_id"::text, c."task_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_detection_model() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'detection_model') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_model') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'detection_model', n."task_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_model') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'detection_model', o."task_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."number" is distinct from n."number" then jsonb_build_object('number', o."number") else '{}' end || case when o."train_status" is distinct from n."train_status" then jsonb_build_object('train_status', o."train_status") else '{}' end || case when o."error" is distinct from n."error" then jsonb_build_object('error', o."error") else '{}' end || case when o."map" is distinct from n."map" then jsonb_build_object('map', o."map") else '{}' end || case when o."metrics" is distinct from n."metrics" then jsonb_build_object('metrics', o."metrics") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', o."training_params") else '{}' end || case when o."model_key" is distinct from n."model_key" then jsonb_build_object('model_key', o."model_key") else '{}' end || case when o."requested_by" is distinct from n."requested_by" then jsonb_build_object('requested_by', o."requested_by") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."finished" is distinct from n."finished" then jsonb_build_object('finished', o."finished") else '{}' end || case when o."dataset_id" is distinct from n."dataset_id" then jsonb_build_object('dataset_id', o."dataset_id") else '{}' end || case when o."seed" is distinct from n."seed" then jsonb_build_object('seed', o."seed") else '{}' end || case when o."file_key" is distinct from n."file_key" then jsonb_build_object('file_key', o."file_key") else '{}' end || case when o."progress" is distinct from n."progress" then jsonb_build_object('progress', o."progress") else '{}' end || case when o."taken_back" is distinct from n."taken_back" then jsonb_build_object('taken_back', o."taken_back") else '{}' end || case when o."awaits_promotion" is distinct from n."awaits_promotion" then jsonb_build_object('awaits_promotion', o."awaits_promotion") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."number" is distinct from n."number" then jsonb_build_object('number', n."number") else '{}' end || case when o."train_status" is distinct from n."train_status" then jsonb_build_object('train_status', n."train_status") else '{}' end || case when o."error" is distinct from n."error" then jsonb_build_object('error', n."error") else '{}' end || case when o."map" is distinct from n."map" then jsonb_build_object('map', n."map") else '{}' end || case when o."metrics" is distinct from n."metrics" then jsonb_build_object('metrics', n."metrics") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', n."training_params") else '{}' end || case when o."model_key" is distinct from n."model_key" then jsonb_build_object('model_key', n."model_key") else '{}' end || case when o."requested_by" is distinct from n."requested_by" then jsonb_build_object('requested_by', n."requested_by") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."finished" is distinct from n."finished" then jsonb_build_object('finished', n."finished") else '{}' end || case when o."dataset_id" is distinct from n."dataset_id" then jsonb_build_object('dataset_id', n."dataset_id") else '{}' end || case when o."seed" is distinct from n."seed" then jsonb_build_object('seed', n."seed") else '{}' end || case when o."file_key" is distinct from n."file_key" then jsonb_build_object('file_key', n."file_key") else '{}' end || case when o."progress" is distinct from n."progress" then jsonb_build_object('progress', n."progress") else '{}' end || case when o."taken_back" is distinct from n."taken_back" then jsonb_build_object('taken_back', n."taken_back") else '{}' end || case when o."awaits_promotion" is distinct from n."awaits_promotion" then jsonb_build_object('awaits_promotion', n."awaits_promotion") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "id")
            where (o."id", o."workspace_id", o."task_id", o."number", o."train_status", o."error", o."map", o."metrics", o."training_params", o."model_key", o."requested_by", o."created", o."finished", o."dataset_id", o."seed", o."file_key", o."progress", o."taken_back", o."awaits_promotion") is distinct from (n."id", n."workspace_id", n."task_id", n."number", n."train_status", n."error", n."map", n."metrics", n."training_params", n."model_key", n."requested_by", n."created", n."finished", n."dataset_id", n."seed", n."file_key", n."progress", n."taken_back", n."awaits_promotion")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_model') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'detection_model', c."task_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_detection_object() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'detection_object') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_object') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'detection_object', n."image_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_object') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'detection_object', o."image_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."image_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."seq" is distinct from n."seq" then jsonb_build_object('seq', o."seq") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."detection_label_id" is distinct from n."detection_label_id" then jsonb_build_object('detection_label_id', o."detection_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', o."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', o."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', o."source") else '{}' end || case when o."rotated_box" is distinct from n."rotated_box" then jsonb_build_object('rotated_box', o."rotated_box") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', o."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', o."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', o."score") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."seq" is distinct from n."seq" then jsonb_build_object('seq', n."seq") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."detection_label_id" is distinct from n."detection_label_id" then jsonb_build_object('detection_label_id', n."detection_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', n."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', n."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', n."source") else '{}' end || case when o."rotated_box" is distinct from n."rotated_box" then jsonb_build_object('rotated_box', n."rotated_box") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', n."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', n."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', n."score") else '{}' end as after_change
            from new_rows n join old_rows o using ("image_id", "id")
            where (o."id", o."workspace_id", o."seq", o."image_id", o."detection_label_id", o."data", o."meta_data", o."created", o."created_by", o."source", o."rotated_box", o."attributes", o."model_id", o."score") is distinct from (n."id", n."workspace_id", n."seq", n."image_id", n."detection_label_id", n."data", n."meta_data", n."created", n."created_by", n."source", n."rotated_box", n."attributes", n."model_id", n."score")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_object') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'detection_object', c."image_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_detection_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'detection_task') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'detection_task', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'detection_task', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', o."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."rules" is distinct from n."rules" then jsonb_build_object('rules', o."rules") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', n."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."rules" is distinct from n."rules" then jsonb_build_object('rules', n."rules") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."description", o."training_params", o."created", o."rules") is distinct from (n."id", n."workspace_id", n."name", n."description", n."training_params", n."created", n."rules")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'detection_task', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_detection_task_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'detection_task_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'detection_task_label', n."task_id"::text, n."label_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'detection_task_label', o."task_id"::text, o."label_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."label_id", case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', o."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', n."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "label_id")
            where (o."task_id", o."label_id", o."workspace_id", o."created") is distinct from (n."task_id", n."label_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'detection_task_label', c."task_id"::text, c."label_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_detection_task_negative_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'detection_task_negative_image') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task_negative_image') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'detection_task_negative_image', n."task_id"::text, n."image_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task_negative_image') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'detection_task_negative_image', o."task_id"::text, o."image_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."image_id", case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "image_id")
            where (o."task_id", o."image_id", o."workspace_id", o."created") is distinct from (n."task_id", n."image_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'detection_task_negative_image') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'detection_task_negative_image', c."task_id"::text, c."image_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_flow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'flow') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'flow') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'flow', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'flow') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'flow', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."json_data" is distinct from n."json_data" then jsonb_build_object('json_data', o."json_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."json_data" is distinct from n."json_data" then jsonb_build_object('json_data', n."json_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."json_data", o."created", o."description") is distinct from (n."id", n."workspace_id", n."name", n."json_data", n."created", n."description")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'flow') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'flow', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_grade_company() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'grade_company') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'grade_company') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'grade_company', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'grade_company') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'grade_company', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name") is distinct from (n."id", n."workspace_id", n."name")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'grade_company') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'grade_company', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_group_group() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'group_group') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_group') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'group_group', n."parent_id"::text, n."child_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_group') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'group_group', o."parent_id"::text, o."child_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."parent_id", n."child_id", case when o."parent_id" is distinct from n."parent_id" then jsonb_build_object('parent_id', o."parent_id") else '{}' end || case when o."child_id" is distinct from n."child_id" then jsonb_build_object('child_id', o."child_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."parent_id" is distinct from n."parent_id" then jsonb_build_object('parent_id', n."parent_id") else '{}' end || case when o."child_id" is distinct from n."child_id" then jsonb_build_object('child_id', n."child_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("parent_id", "child_id")
            where (o."parent_id", o."child_id", o."workspace_id", o."created") is distinct from (n."parent_id", n."child_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_group') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'group_group', c."parent_id"::text, c."child_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_group_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'group_image') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_image') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'group_image', n."group_id"::text, n."image_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_image') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'group_image', o."group_id"::text, o."image_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."group_id", n."image_id", case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', o."group_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', n."group_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("group_id", "image_id")
            where (o."group_id", o."image_id", o."workspace_id", o."created") is distinct from (n."group_id", n."image_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_image') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'group_image', c."group_id"::text, c."image_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_group_object() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'group_object') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_object') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'group_object', n."group_id"::text, n."object_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_object') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'group_object', o."group_id"::text, o."object_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."group_id", n."object_id", case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', o."group_id") else '{}' end || case when o."object_id" is distinct from n."object_id" then jsonb_build_object('object_id', o."object_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', n."group_id") else '{}' end || case when o."object_id" is distinct from n."object_id" then jsonb_build_object('object_id', n."object_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("group_id", "object_id")
            where (o."group_id", o."object_id", o."workspace_id", o."created") is distinct from (n."group_id", n."object_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'group_object') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'group_object', c."group_id"::text, c."object_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_image_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'image_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'image_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'image_label', n."image_id"::text, n."label_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'image_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'image_label', o."image_id"::text, o."label_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."image_id", n."label_id", case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', o."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."value" is distinct from n."value" then jsonb_build_object('value', o."value") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', o."source") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', o."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', o."score") else '{}' end as before_change, case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', n."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."value" is distinct from n."value" then jsonb_build_object('value', n."value") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', n."source") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', n."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', n."score") else '{}' end as after_change
            from new_rows n join old_rows o using ("image_id", "label_id")
            where (o."image_id", o."label_id", o."workspace_id", o."value", o."created", o."source", o."model_id", o."score") is distinct from (n."image_id", n."label_id", n."workspace_id", n."value", n."created", n."source", n."model_id", n."score")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'image_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'image_label', c."image_id"::text, c."label_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_image_verification() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'image_verification') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'image_verification') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'image_verification', n."image_id"::text, n."user_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'image_verification') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'image_verification', o."image_id"::text, o."user_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."image_id", n."user_id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', o."user_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."nothing_to_annotate" is distinct from n."nothing_to_annotate" then jsonb_build_object('nothing_to_annotate', o."nothing_to_annotate") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', o."model_id") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', n."user_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."nothing_to_annotate" is distinct from n."nothing_to_annotate" then jsonb_build_object('nothing_to_annotate', n."nothing_to_annotate") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', n."model_id") else '{}' end as after_change
            from new_rows n join old_rows o using ("image_id", "user_id")
            where (o."id", o."workspace_id", o."image_id", o."user_id", o."created", o."nothing_to_annotate", o."model_id") is distinct from (n."id", n."workspace_id", n."image_id", n."user_id", n."created", n."nothing_to_annotate", n."model_id")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'image_verification') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'image_verification', c."image_id"::text, c."user_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_item_adjudication() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'item_adjudication') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'item_adjudication') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'item_adjudication', n."job_id"::text, n."item_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'item_adjudication') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'item_adjudication', o."job_id"::text, o."item_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."job_id", n."item_id", case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', o."item_id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', o."job_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', o."user_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."from_users" is distinct from n."from_users" then jsonb_build_object('from_users', o."from_users") else '{}' end || case when o."from_proposal" is distinct from n."from_proposal" then jsonb_build_object('from_proposal', o."from_proposal") else '{}' end || case when o."edited" is distinct from n."edited" then jsonb_build_object('edited', o."edited") else '{}' end as before_change, case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', n."item_id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', n."job_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', n."user_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."from_users" is distinct from n."from_users" then jsonb_build_object('from_users', n."from_users") else '{}' end || case when o."from_proposal" is distinct from n."from_proposal" then jsonb_build_object('from_proposal', n."from_proposal") else '{}' end || case when o."edited" is distinct from n."edited" then jsonb_build_object('edited', n."edited") else '{}' end as after_change
            from new_rows n join old_rows o using ("job_id", "item_id")
            where (o."item_id", o."job_id", o."workspace_id", o."user_id", o."created", o."from_users", o."from_proposal", o."edited") is distinct from (n."item_id", n."job_id", n."workspace_id", n."user_id", n."created", n."from_users", n."from_proposal", n."edited")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'item_adjudication') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'item_adjudication', c."job_id"::text, c."item_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_item_work() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'item_work') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'item_work') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'item_work', n."job_id"::text, n."item_id"::text || ':' || n."user_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'item_work') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'item_work', o."job_id"::text, o."item_id"::text || ':' || o."user_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."job_id", n."item_id", n."user_id", case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', o."item_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', o."user_id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', o."job_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."done_at" is distinct from n."done_at" then jsonb_build_object('done_at', o."done_at") else '{}' end as before_change, case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', n."item_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', n."user_id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', n."job_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."done_at" is distinct from n."done_at" then jsonb_build_object('done_at', n."done_at") else '{}' end as after_change
            from new_rows n join old_rows o using ("job_id", "item_id", "user_id")
            where (o."item_id", o."user_id", o."job_id", o."workspace_id", o."done_at") is distinct from (n."item_id", n."user_id", n."job_id", n."workspace_id", n."done_at")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'item_work') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'item_work', c."job_id"::text, c."item_id"::text || ':' || c."user_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_job_assignee() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'job_assignee') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_assignee') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'job_assignee', n."job_id"::text, n."user_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_assignee') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'job_assignee', o."job_id"::text, o."user_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."job_id", n."user_id", case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', o."job_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', o."user_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', n."job_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', n."user_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("job_id", "user_id")
            where (o."job_id", o."user_id", o."workspace_id", o."created") is distinct from (n."job_id", n."user_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_assignee') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'job_assignee', c."job_id"::text, c."user_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_job_item() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'job_item') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_item') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'job_item', n."job_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_item') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'job_item', o."job_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."job_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', o."job_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', o."group_id") else '{}' end || case when o."shuffle" is distinct from n."shuffle" then jsonb_build_object('shuffle', o."shuffle") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."adopted" is distinct from n."adopted" then jsonb_build_object('adopted', o."adopted") else '{}' end || case when o."gold_id" is distinct from n."gold_id" then jsonb_build_object('gold_id', o."gold_id") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', n."job_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', n."group_id") else '{}' end || case when o."shuffle" is distinct from n."shuffle" then jsonb_build_object('shuffle', n."shuffle") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."adopted" is distinct from n."adopted" then jsonb_build_object('adopted', n."adopted") else '{}' end || case when o."gold_id" is distinct from n."gold_id" then jsonb_build_object('gold_id', n."gold_id") else '{}' end as after_change
            from new_rows n join old_rows o using ("job_id", "id")
            where (o."id", o."job_id", o."workspace_id", o."image_id", o."group_id", o."shuffle", o."created", o."adopted", o."gold_id") is distinct from (n."id", n."job_id", n."workspace_id", n."image_id", n."group_id", n."shuffle", n."created", n."adopted", n."gold_id")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_item') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'job_item', c."job_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_job_recognition_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'job_recognition_task') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_recognition_task') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'job_recognition_task', n."job_id"::text, n."task_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_recognition_task') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'job_recognition_task', o."job_id"::text, o."task_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."job_id", n."task_id", case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', o."job_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', n."job_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("job_id", "task_id")
            where (o."job_id", o."task_id", o."workspace_id", o."created") is distinct from (n."job_id", n."task_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_recognition_task') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'job_recognition_task', c."job_id"::text, c."task_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_job_remark() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'job_remark') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_remark') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'job_remark', n."job_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_remark') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'job_remark', o."job_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."job_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', o."job_id") else '{}' end || case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', o."item_id") else '{}' end || case when o."author_id" is distinct from n."author_id" then jsonb_build_object('author_id', o."author_id") else '{}' end || case when o."reviewer_id" is distinct from n."reviewer_id" then jsonb_build_object('reviewer_id', o."reviewer_id") else '{}' end || case when o."text" is distinct from n."text" then jsonb_build_object('text', o."text") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', o."data") else '{}' end || case when o."state" is distinct from n."state" then jsonb_build_object('state', o."state") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."answered" is distinct from n."answered" then jsonb_build_object('answered', o."answered") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."job_id" is distinct from n."job_id" then jsonb_build_object('job_id', n."job_id") else '{}' end || case when o."item_id" is distinct from n."item_id" then jsonb_build_object('item_id', n."item_id") else '{}' end || case when o."author_id" is distinct from n."author_id" then jsonb_build_object('author_id', n."author_id") else '{}' end || case when o."reviewer_id" is distinct from n."reviewer_id" then jsonb_build_object('reviewer_id', n."reviewer_id") else '{}' end || case when o."text" is distinct from n."text" then jsonb_build_object('text', n."text") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', n."data") else '{}' end || case when o."state" is distinct from n."state" then jsonb_build_object('state', n."state") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."answered" is distinct from n."answered" then jsonb_build_object('answered', n."answered") else '{}' end as after_change
            from new_rows n join old_rows o using ("job_id", "id")
            where (o."id", o."workspace_id", o."job_id", o."item_id", o."author_id", o."reviewer_id", o."text", o."data", o."state", o."created", o."answered") is distinct from (n."id", n."workspace_id", n."job_id", n."item_id", n."author_id", n."reviewer_id", n."text", n."data", n."state", n."created", n."answered")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'job_remark') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'job_remark', c."job_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_mask() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'mask') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'mask') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'mask', n."image_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'mask') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'mask', o."image_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."image_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."segmentation_label_id" is distinct from n."segmentation_label_id" then jsonb_build_object('segmentation_label_id', o."segmentation_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', o."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', o."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', o."source") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', o."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', o."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', o."score") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."segmentation_label_id" is distinct from n."segmentation_label_id" then jsonb_build_object('segmentation_label_id', n."segmentation_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', n."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', n."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', n."source") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', n."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', n."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', n."score") else '{}' end as after_change
            from new_rows n join old_rows o using ("image_id", "id")
            where (o."id", o."workspace_id", o."image_id", o."segmentation_label_id", o."data", o."meta_data", o."created", o."created_by", o."source", o."attributes", o."model_id", o."score") is distinct from (n."id", n."workspace_id", n."image_id", n."segmentation_label_id", n."data", n."meta_data", n."created", n."created_by", n."source", n."attributes", n."model_id", n."score")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'mask') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'mask', c."image_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_membership() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'membership') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'membership') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'membership', n."workspace_id"::text, n."user_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'membership') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'membership', o."workspace_id"::text, o."user_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."user_id", case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', o."user_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."role" is distinct from n."role" then jsonb_build_object('role', o."role") else '{}' end as before_change, case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', n."user_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."role" is distinct from n."role" then jsonb_build_object('role', n."role") else '{}' end as after_change
            from new_rows n join old_rows o using ("workspace_id", "user_id")
            where (o."user_id", o."workspace_id", o."created", o."role") is distinct from (n."user_id", n."workspace_id", n."created", n."role")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'membership') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'membership', c."workspace_id"::text, c."user_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_object_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'object_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'object_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'object_label', n."object_id"::text, n."label_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'object_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'object_label', o."object_id"::text, o."label_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."object_id", n."label_id", case when o."object_id" is distinct from n."object_id" then jsonb_build_object('object_id', o."object_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', o."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."value" is distinct from n."value" then jsonb_build_object('value', o."value") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', o."source") else '{}' end as before_change, case when o."object_id" is distinct from n."object_id" then jsonb_build_object('object_id', n."object_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', n."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."value" is distinct from n."value" then jsonb_build_object('value', n."value") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', n."source") else '{}' end as after_change
            from new_rows n join old_rows o using ("object_id", "label_id")
            where (o."object_id", o."label_id", o."workspace_id", o."value", o."created", o."source") is distinct from (n."object_id", n."label_id", n."workspace_id", n."value", n."created", n."source")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'object_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'object_label', c."object_id"::text, c."label_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_point() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'point') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'point') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'point', n."image_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'point') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'point', o."image_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."image_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', o."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', o."source") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', o."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', o."score") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', o."attributes") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', n."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', n."source") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', n."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', n."score") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', n."attributes") else '{}' end as after_change
            from new_rows n join old_rows o using ("image_id", "id")
            where (o."id", o."workspace_id", o."image_id", o."name", o."data", o."meta_data", o."created", o."source", o."model_id", o."score", o."attributes") is distinct from (n."id", n."workspace_id", n."image_id", n."name", n."data", n."meta_data", n."created", n."source", n."model_id", n."score", n."attributes")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'point') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'point', c."image_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_polygon() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'polygon') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'polygon') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'polygon', n."image_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'polygon') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'polygon', o."image_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."image_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."segmentation_label_id" is distinct from n."segmentation_label_id" then jsonb_build_object('segmentation_label_id', o."segmentation_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', o."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', o."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', o."source") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', o."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', o."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', o."score") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."segmentation_label_id" is distinct from n."segmentation_label_id" then jsonb_build_object('segmentation_label_id', n."segmentation_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', n."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', n."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', n."source") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', n."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', n."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', n."score") else '{}' end as after_change
            from new_rows n join old_rows o using ("image_id", "id")
            where (o."id", o."workspace_id", o."image_id", o."segmentation_label_id", o."data", o."meta_data", o."created", o."created_by", o."source", o."attributes", o."model_id", o."score") is distinct from (n."id", n."workspace_id", n."image_id", n."segmentation_label_id", n."data", n."meta_data", n."created", n."created_by", n."source", n."attributes", n."model_id", n."score")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'polygon') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'polygon', c."image_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_price() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'price') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'price') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'price', n."product_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'price') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'price', o."product_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."product_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."product_id" is distinct from n."product_id" then jsonb_build_object('product_id', o."product_id") else '{}' end || case when o."source_id" is distinct from n."source_id" then jsonb_build_object('source_id', o."source_id") else '{}' end || case when o."item_link" is distinct from n."item_link" then jsonb_build_object('item_link', o."item_link") else '{}' end || case when o."grade_company_id" is distinct from n."grade_company_id" then jsonb_build_object('grade_company_id', o."grade_company_id") else '{}' end || case when o."img_link" is distinct from n."img_link" then jsonb_build_object('img_link', o."img_link") else '{}' end || case when o."price" is distinct from n."price" then jsonb_build_object('price', o."price") else '{}' end || case when o."currency" is distinct from n."currency" then jsonb_build_object('currency', o."currency") else '{}' end || case when o."date_of_creation" is distinct from n."date_of_creation" then jsonb_build_object('date_of_creation', o."date_of_creation") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."product_id" is distinct from n."product_id" then jsonb_build_object('product_id', n."product_id") else '{}' end || case when o."source_id" is distinct from n."source_id" then jsonb_build_object('source_id', n."source_id") else '{}' end || case when o."item_link" is distinct from n."item_link" then jsonb_build_object('item_link', n."item_link") else '{}' end || case when o."grade_company_id" is distinct from n."grade_company_id" then jsonb_build_object('grade_company_id', n."grade_company_id") else '{}' end || case when o."img_link" is distinct from n."img_link" then jsonb_build_object('img_link', n."img_link") else '{}' end || case when o."price" is distinct from n."price" then jsonb_build_object('price', n."price") else '{}' end || case when o."currency" is distinct from n."currency" then jsonb_build_object('currency', n."currency") else '{}' end || case when o."date_of_creation" is distinct from n."date_of_creation" then jsonb_build_object('date_of_creation', n."date_of_creation") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("product_id", "id")
            where (o."id", o."workspace_id", o."product_id", o."source_id", o."item_link", o."grade_company_id", o."img_link", o."price", o."currency", o."date_of_creation", o."created") is distinct from (n."id", n."workspace_id", n."product_id", n."source_id", n."item_link", n."grade_company_id", n."img_link", n."price", n."currency", n."date_of_creation", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'price') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'price', c."product_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_price_source() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'price_source') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'price_source') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'price_source', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'price_source') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'price_source', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name") is distinct from (n."id", n."workspace_id", n."name")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'price_source') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'price_source', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_product() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'product') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'product', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'product', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."customer_product_id" is distinct from n."customer_product_id" then jsonb_build_object('customer_product_id', o."customer_product_id") else '{}' end || case when o."collection_id" is distinct from n."collection_id" then jsonb_build_object('collection_id', o."collection_id") else '{}' end || case when o."product_set_id" is distinct from n."product_set_id" then jsonb_build_object('product_set_id', o."product_set_id") else '{}' end || case when o."verified" is distinct from n."verified" then jsonb_build_object('verified', o."verified") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."customer_product_id" is distinct from n."customer_product_id" then jsonb_build_object('customer_product_id', n."customer_product_id") else '{}' end || case when o."collection_id" is distinct from n."collection_id" then jsonb_build_object('collection_id', n."collection_id") else '{}' end || case when o."product_set_id" is distinct from n."product_set_id" then jsonb_build_object('product_set_id', n."product_set_id") else '{}' end || case when o."verified" is distinct from n."verified" then jsonb_build_object('verified', n."verified") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."customer_product_id", o."collection_id", o."product_set_id", o."verified", o."meta_data", o."created") is distinct from (n."id", n."workspace_id", n."name", n."customer_product_id", n."collection_id", n."product_set_id", n."verified", n."meta_data", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'product', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_product_collection() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'product_collection') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_collection') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'product_collection', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_collection') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'product_collection', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', o."type") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', n."type") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."type", o."created") is distinct from (n."id", n."workspace_id", n."name", n."type", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_collection') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'product_collection', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_product_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'product_image') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_image') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'product_image', n."product_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_image') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'product_image', o."product_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."product_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."product_id" is distinct from n."product_id" then jsonb_build_object('product_id', o."product_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."img_key" is distinct from n."img_key" then jsonb_build_object('img_key', o."img_key") else '{}' end || case when o."display_key" is distinct from n."display_key" then jsonb_build_object('display_key', o."display_key") else '{}' end || case when o."content_type" is distinct from n."content_type" then jsonb_build_object('content_type', o."content_type") else '{}' end || case when o."img_width" is distinct from n."img_width" then jsonb_build_object('img_width', o."img_width") else '{}' end || case when o."img_height" is distinct from n."img_height" then jsonb_build_object('img_height', o."img_height") else '{}' end || case when o."sync_status" is distinct from n."sync_status" then jsonb_build_object('sync_status', o."sync_status") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."objects" is distinct from n."objects" then jsonb_build_object('objects', o."objects") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."product_id" is distinct from n."product_id" then jsonb_build_object('product_id', n."product_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."img_key" is distinct from n."img_key" then jsonb_build_object('img_key', n."img_key") else '{}' end || case when o."display_key" is distinct from n."display_key" then jsonb_build_object('display_key', n."display_key") else '{}' end || case when o."content_type" is distinct from n."content_type" then jsonb_build_object('content_type', n."content_type") else '{}' end || case when o."img_width" is distinct from n."img_width" then jsonb_build_object('img_width', n."img_width") else '{}' end || case when o."img_height" is distinct from n."img_height" then jsonb_build_object('img_height', n."img_height") else '{}' end || case when o."sync_status" is distinct from n."sync_status" then jsonb_build_object('sync_status', n."sync_status") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."objects" is distinct from n."objects" then jsonb_build_object('objects', n."objects") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("product_id", "id")
            where (o."id", o."workspace_id", o."product_id", o."name", o."img_key", o."display_key", o."content_type", o."img_width", o."img_height", o."sync_status", o."meta_data", o."objects", o."created") is distinct from (n."id", n."workspace_id", n."product_id", n."name", n."img_key", n."display_key", n."content_type", n."img_width", n."img_height", n."sync_status", n."meta_data", n."objects", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_image') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'product_image', c."product_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_product_set() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'product_set') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_set') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'product_set', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_set') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'product_set', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."year" is distinct from n."year" then jsonb_build_object('year', o."year") else '{}' end || case when o."collection_id" is distinct from n."collection_id" then jsonb_build_object('collection_id', o."collection_id") else '{}' end || case when o."parent_id" is distinct from n."parent_id" then jsonb_build_object('parent_id', o."parent_id") else '{}' end || case when o."completed" is distinct from n."completed" then jsonb_build_object('completed', o."completed") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."year" is distinct from n."year" then jsonb_build_object('year', n."year") else '{}' end || case when o."collection_id" is distinct from n."collection_id" then jsonb_build_object('collection_id', n."collection_id") else '{}' end || case when o."parent_id" is distinct from n."parent_id" then jsonb_build_object('parent_id', n."parent_id") else '{}' end || case when o."completed" is distinct from n."completed" then jsonb_build_object('completed', n."completed") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."year", o."collection_id", o."parent_id", o."completed", o."meta_data", o."created") is distinct from (n."id", n."workspace_id", n."name", n."year", n."collection_id", n."parent_id", n."completed", n."meta_data", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'product_set') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'product_set', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_quality_settings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'quality_settings') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'quality_settings') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'quality_settings', n."workspace_id"::text, n."workspace_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'quality_settings') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'quality_settings', o."workspace_id"::text, o."workspace_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."todo_number" is distinct from n."todo_number" then jsonb_build_object('todo_number', o."todo_number") else '{}' end || case when o."randomize" is distinct from n."randomize" then jsonb_build_object('randomize', o."randomize") else '{}' end || case when o."auto_complete" is distinct from n."auto_complete" then jsonb_build_object('auto_complete', o."auto_complete") else '{}' end || case when o."instructions" is distinct from n."instructions" then jsonb_build_object('instructions', o."instructions") else '{}' end || case when o."review_share" is distinct from n."review_share" then jsonb_build_object('review_share', o."review_share") else '{}' end as before_change, case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."todo_number" is distinct from n."todo_number" then jsonb_build_object('todo_number', n."todo_number") else '{}' end || case when o."randomize" is distinct from n."randomize" then jsonb_build_object('randomize', n."randomize") else '{}' end || case when o."auto_complete" is distinct from n."auto_complete" then jsonb_build_object('auto_complete', n."auto_complete") else '{}' end || case when o."instructions" is distinct from n."instructions" then jsonb_build_object('instructions', n."instructions") else '{}' end || case when o."review_share" is distinct from n."review_share" then jsonb_build_object('review_share', n."review_share") else '{}' end as after_change
            from new_rows n join old_rows o using ("workspace_id")
            where (o."workspace_id", o."todo_number", o."randomize", o."auto_complete", o."instructions", o."review_share") is distinct from (n."workspace_id", n."todo_number", n."randomize", n."auto_complete", n."instructions", n."review_share")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'quality_settings') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'quality_settings', c."workspace_id"::text, c."workspace_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_quality_target() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'quality_target') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'quality_target') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'quality_target', n."task_id"::text, n."task_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'quality_target') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'quality_target', o."task_id"::text, o."task_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."domain" is distinct from n."domain" then jsonb_build_object('domain', o."domain") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."target" is distinct from n."target" then jsonb_build_object('target', o."target") else '{}' end as before_change, case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."domain" is distinct from n."domain" then jsonb_build_object('domain', n."domain") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."target" is distinct from n."target" then jsonb_build_object('target', n."target") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id")
            where (o."workspace_id", o."domain", o."task_id", o."target") is distinct from (n."workspace_id", n."domain", n."task_id", n."target")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'quality_target') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'quality_target', c."task_id"::text, c."task_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_recognition_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'recognition_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'recognition_label', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'recognition_label', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end || case when o."output_name" is distinct from n."output_name" then jsonb_build_object('output_name', o."output_name") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', o."type") else '{}' end || case when o."color" is distinct from n."color" then jsonb_build_object('color', o."color") else '{}' end || case when o."step_value" is distinct from n."step_value" then jsonb_build_object('step_value', o."step_value") else '{}' end || case when o."min_value" is distinct from n."min_value" then jsonb_build_object('min_value', o."min_value") else '{}' end || case when o."max_value" is distinct from n."max_value" then jsonb_build_object('max_value', o."max_value") else '{}' end || case when o."negative_for_task" is distinct from n."negative_for_task" then jsonb_build_object('negative_for_task', o."negative_for_task") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."key" is distinct from n."key" then jsonb_build_object('key', o."key") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end || case when o."output_name" is distinct from n."output_name" then jsonb_build_object('output_name', n."output_name") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', n."type") else '{}' end || case when o."color" is distinct from n."color" then jsonb_build_object('color', n."color") else '{}' end || case when o."step_value" is distinct from n."step_value" then jsonb_build_object('step_value', n."step_value") else '{}' end || case when o."min_value" is distinct from n."min_value" then jsonb_build_object('min_value', n."min_value") else '{}' end || case when o."max_value" is distinct from n."max_value" then jsonb_build_object('max_value', n."max_value") else '{}' end || case when o."negative_for_task" is distinct from n."negative_for_task" then jsonb_build_object('negative_for_task', n."negative_for_task") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."key" is distinct from n."key" then jsonb_build_object('key', n."key") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."description", o."output_name", o."type", o."color", o."step_value", o."min_value", o."max_value", o."negative_for_task", o."created", o."key") is distinct from (n."id", n."workspace_id", n."name", n."description", n."output_name", n."type", n."color", n."step_value", n."min_value", n."max_value", n."negative_for_task", n."created", n."key")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'recognition_label', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_recognition_model() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'recognition_model') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_model') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'recognition_model', n."task_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_model') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'recognition_model', o."task_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."number" is distinct from n."number" then jsonb_build_object('number', o."number") else '{}' end || case when o."train_status" is distinct from n."train_status" then jsonb_build_object('train_status', o."train_status") else '{}' end || case when o."error" is distinct from n."error" then jsonb_build_object('error', o."error") else '{}' end || case when o."map" is distinct from n."map" then jsonb_build_object('map', o."map") else '{}' end || case when o."metrics" is distinct from n."metrics" then jsonb_build_object('metrics', o."metrics") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', o."training_params") else '{}' end || case when o."model_key" is distinct from n."model_key" then jsonb_build_object('model_key', o."model_key") else '{}' end || case when o."requested_by" is distinct from n."requested_by" then jsonb_build_object('requested_by', o."requested_by") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."finished" is distinct from n."finished" then jsonb_build_object('finished', o."finished") else '{}' end || case when o."dataset_id" is distinct from n."dataset_id" then jsonb_build_object('dataset_id', o."dataset_id") else '{}' end || case when o."seed" is distinct from n."seed" then jsonb_build_object('seed', o."seed") else '{}' end || case when o."file_key" is distinct from n."file_key" then jsonb_build_object('file_key', o."file_key") else '{}' end || case when o."progress" is distinct from n."progress" then jsonb_build_object('progress', o."progress") else '{}' end || case when o."taken_back" is distinct from n."taken_back" then jsonb_build_object('taken_back', o."taken_back") else '{}' end || case when o."awaits_promotion" is distinct from n."awaits_promotion" then jsonb_build_object('awaits_promotion', o."awaits_promotion") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."number" is distinct from n."number" then jsonb_build_object('number', n."number") else '{}' end || case when o."train_status" is distinct from n."train_status" then jsonb_build_object('train_status', n."train_status") else '{}' end || case when o."error" is distinct from n."error" then jsonb_build_object('error', n."error") else '{}' end || case when o."map" is distinct from n."map" then jsonb_build_object('map', n."map") else '{}' end || case when o."metrics" is distinct from n."metrics" then jsonb_build_object('metrics', n."metrics") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', n."training_params") else '{}' end || case when o."model_key" is distinct from n."model_key" then jsonb_build_object('model_key', n."model_key") else '{}' end || case when o."requested_by" is distinct from n."requested_by" then jsonb_build_object('requested_by', n."requested_by") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."finished" is distinct from n."finished" then jsonb_build_object('finished', n."finished") else '{}' end || case when o."dataset_id" is distinct from n."dataset_id" then jsonb_build_object('dataset_id', n."dataset_id") else '{}' end || case when o."seed" is distinct from n."seed" then jsonb_build_object('seed', n."seed") else '{}' end || case when o."file_key" is distinct from n."file_key" then jsonb_build_object('file_key', n."file_key") else '{}' end || case when o."progress" is distinct from n."progress" then jsonb_build_object('progress', n."progress") else '{}' end || case when o."taken_back" is distinct from n."taken_back" then jsonb_build_object('taken_back', n."taken_back") else '{}' end || case when o."awaits_promotion" is distinct from n."awaits_promotion" then jsonb_build_object('awaits_promotion', n."awaits_promotion") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "id")
            where (o."id", o."workspace_id", o."task_id", o."number", o."train_status", o."error", o."map", o."metrics", o."training_params", o."model_key", o."requested_by", o."created", o."finished", o."dataset_id", o."seed", o."file_key", o."progress", o."taken_back", o."awaits_promotion") is distinct from (n."id", n."workspace_id", n."task_id", n."number", n."train_status", n."error", n."map", n."metrics", n."training_params", n."model_key", n."requested_by", n."created", n."finished", n."dataset_id", n."seed", n."file_key", n."progress", n."taken_back", n."awaits_promotion")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_model') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'recognition_model', c."task_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_recognition_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'recognition_task') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_task') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'recognition_task', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_task') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'recognition_task', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', o."type") else '{}' end || case when o."production_version" is distinct from n."production_version" then jsonb_build_object('production_version', o."production_version") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', o."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."rules" is distinct from n."rules" then jsonb_build_object('rules', o."rules") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end || case when o."type" is distinct from n."type" then jsonb_build_object('type', n."type") else '{}' end || case when o."production_version" is distinct from n."production_version" then jsonb_build_object('production_version', n."production_version") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', n."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."rules" is distinct from n."rules" then jsonb_build_object('rules', n."rules") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."description", o."type", o."production_version", o."training_params", o."created", o."rules") is distinct from (n."id", n."workspace_id", n."name", n."description", n."type", n."production_version", n."training_params", n."created", n."rules")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_task') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'recognition_task', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_recognition_task_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'recognition_task_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_task_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'recognition_task_label', n."task_id"::text, n."label_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_task_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'recognition_task_label', o."task_id"::text, o."label_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."label_id", case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', o."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', n."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "label_id")
            where (o."task_id", o."label_id", o."workspace_id", o."created") is distinct from (n."task_id", n."label_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'recognition_task_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'recognition_task_label', c."task_id"::text, c."label_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_segmentation_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'segmentation_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'segmentation_label', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'segmentation_label', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."output_name" is distinct from n."output_name" then jsonb_build_object('output_name', o."output_name") else '{}' end || case when o."color" is distinct from n."color" then jsonb_build_object('color', o."color") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."key" is distinct from n."key" then jsonb_build_object('key', o."key") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', o."attributes") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."output_name" is distinct from n."output_name" then jsonb_build_object('output_name', n."output_name") else '{}' end || case when o."color" is distinct from n."color" then jsonb_build_object('color', n."color") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."key" is distinct from n."key" then jsonb_build_object('key', n."key") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', n."attributes") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."output_name", o."color", o."created", o."key", o."attributes") is distinct from (n."id", n."workspace_id", n."name", n."output_name", n."color", n."created", n."key", n."attributes")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'segmentation_label', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_segmentation_model() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'segmentation_model') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_model') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'segmentation_model', n."task_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_model') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'segmentation_model', o."task_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."number" is distinct from n."number" then jsonb_build_object('number', o."number") else '{}' end || case when o."train_status" is distinct from n."train_status" then jsonb_build_object('train_status', o."train_status") else '{}' end || case when o."error" is distinct from n."error" then jsonb_build_object('error', o."error") else '{}' end || case when o."map" is distinct from n."map" then jsonb_build_object('map', o."map") else '{}' end || case when o."metrics" is distinct from n."metrics" then jsonb_build_object('metrics', o."metrics") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', o."training_params") else '{}' end || case when o."model_key" is distinct from n."model_key" then jsonb_build_object('model_key', o."model_key") else '{}' end || case when o."requested_by" is distinct from n."requested_by" then jsonb_build_object('requested_by', o."requested_by") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."finished" is distinct from n."finished" then jsonb_build_object('finished', o."finished") else '{}' end || case when o."dataset_id" is distinct from n."dataset_id" then jsonb_build_object('dataset_id', o."dataset_id") else '{}' end || case when o."seed" is distinct from n."seed" then jsonb_build_object('seed', o."seed") else '{}' end || case when o."file_key" is distinct from n."file_key" then jsonb_build_object('file_key', o."file_key") else '{}' end || case when o."progress" is distinct from n."progress" then jsonb_build_object('progress', o."progress") else '{}' end || case when o."taken_back" is distinct from n."taken_back" then jsonb_build_object('taken_back', o."taken_back") else '{}' end || case when o."awaits_promotion" is distinct from n."awaits_promotion" then jsonb_build_object('awaits_promotion', o."awaits_promotion") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."number" is distinct from n."number" then jsonb_build_object('number', n."number") else '{}' end || case when o."train_status" is distinct from n."train_status" then jsonb_build_object('train_status', n."train_status") else '{}' end || case when o."error" is distinct from n."error" then jsonb_build_object('error', n."error") else '{}' end || case when o."map" is distinct from n."map" then jsonb_build_object('map', n."map") else '{}' end || case when o."metrics" is distinct from n."metrics" then jsonb_build_object('metrics', n."metrics") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', n."training_params") else '{}' end || case when o."model_key" is distinct from n."model_key" then jsonb_build_object('model_key', n."model_key") else '{}' end || case when o."requested_by" is distinct from n."requested_by" then jsonb_build_object('requested_by', n."requested_by") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."finished" is distinct from n."finished" then jsonb_build_object('finished', n."finished") else '{}' end || case when o."dataset_id" is distinct from n."dataset_id" then jsonb_build_object('dataset_id', n."dataset_id") else '{}' end || case when o."seed" is distinct from n."seed" then jsonb_build_object('seed', n."seed") else '{}' end || case when o."file_key" is distinct from n."file_key" then jsonb_build_object('file_key', n."file_key") else '{}' end || case when o."progress" is distinct from n."progress" then jsonb_build_object('progress', n."progress") else '{}' end || case when o."taken_back" is distinct from n."taken_back" then jsonb_build_object('taken_back', n."taken_back") else '{}' end || case when o."awaits_promotion" is distinct from n."awaits_promotion" then jsonb_build_object('awaits_promotion', n."awaits_promotion") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "id")
            where (o."id", o."workspace_id", o."task_id", o."number", o."train_status", o."error", o."map", o."metrics", o."training_params", o."model_key", o."requested_by", o."created", o."finished", o."dataset_id", o."seed", o."file_key", o."progress", o."taken_back", o."awaits_promotion") is distinct from (n."id", n."workspace_id", n."task_id", n."number", n."train_status", n."error", n."map", n."metrics", n."training_params", n."model_key", n."requested_by", n."created", n."finished", n."dataset_id", n."seed", n."file_key", n."progress", n."taken_back", n."awaits_promotion")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_model') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'segmentation_model', c."task_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_segmentation_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'segmentation_task') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_task') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'segmentation_task', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_task') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'segmentation_task', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', o."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."rules" is distinct from n."rules" then jsonb_build_object('rules', o."rules") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', n."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."rules" is distinct from n."rules" then jsonb_build_object('rules', n."rules") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."description", o."training_params", o."created", o."rules") is distinct from (n."id", n."workspace_id", n."name", n."description", n."training_params", n."created", n."rules")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_task') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'segmentation_task', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_segmentation_task_label() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'segmentation_task_label') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_task_label') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'segmentation_task_label', n."task_id"::text, n."label_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_task_label') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'segmentation_task_label', o."task_id"::text, o."label_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."label_id", case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', o."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."label_id" is distinct from n."label_id" then jsonb_build_object('label_id', n."label_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "label_id")
            where (o."task_id", o."label_id", o."workspace_id", o."created") is distinct from (n."task_id", n."label_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'segmentation_task_label') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'segmentation_task_label', c."task_id"::text, c."label_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_similarity_group() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'similarity_group') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_group') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'similarity_group', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_group') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'similarity_group', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end || case when o."type_id" is distinct from n."type_id" then jsonb_build_object('type_id', o."type_id") else '{}' end || case when o."test_group" is distinct from n."test_group" then jsonb_build_object('test_group', o."test_group") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end || case when o."type_id" is distinct from n."type_id" then jsonb_build_object('type_id', n."type_id") else '{}' end || case when o."test_group" is distinct from n."test_group" then jsonb_build_object('test_group', n."test_group") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."description", o."type_id", o."test_group", o."meta_data", o."created") is distinct from (n."id", n."workspace_id", n."name", n."description", n."type_id", n."test_group", n."meta_data", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_group') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'similarity_group', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_similarity_task() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'similarity_task') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_task') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'similarity_task', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_task') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'similarity_task', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', o."description") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', o."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."description" is distinct from n."description" then jsonb_build_object('description', n."description") else '{}' end || case when o."training_params" is distinct from n."training_params" then jsonb_build_object('training_params', n."training_params") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."description", o."training_params", o."created") is distinct from (n."id", n."workspace_id", n."name", n."description", n."training_params", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_task') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'similarity_task', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_similarity_task_type() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'similarity_task_type') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_task_type') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'similarity_task_type', n."task_id"::text, n."type_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_task_type') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'similarity_task_type', o."task_id"::text, o."type_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", n."type_id", case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."type_id" is distinct from n."type_id" then jsonb_build_object('type_id', o."type_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."type_id" is distinct from n."type_id" then jsonb_build_object('type_id', n."type_id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id", "type_id")
            where (o."task_id", o."type_id", o."workspace_id", o."created") is distinct from (n."task_id", n."type_id", n."workspace_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_task_type') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'similarity_task_type', c."task_id"::text, c."type_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_similarity_type() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'similarity_type') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_type') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'similarity_type', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_type') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'similarity_type', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."name", o."created") is distinct from (n."id", n."workspace_id", n."name", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_type') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'similarity_type', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_similarity_verification() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'similarity_verification') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_verification') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'similarity_verification', n."group_id"::text, n."user_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_verification') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'similarity_verification', o."group_id"::text, o."user_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."group_id", n."user_id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', o."group_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', o."user_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."group_id" is distinct from n."group_id" then jsonb_build_object('group_id', n."group_id") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', n."user_id") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end as after_change
            from new_rows n join old_rows o using ("group_id", "user_id")
            where (o."id", o."workspace_id", o."group_id", o."user_id", o."created") is distinct from (n."id", n."workspace_id", n."group_id", n."user_id", n."created")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'similarity_verification') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'similarity_verification', c."group_id"::text, c."user_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_skeleton() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'skeleton') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'skeleton') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'skeleton', n."image_id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'skeleton') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'skeleton', o."image_id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."image_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', o."image_id") else '{}' end || case when o."detection_label_id" is distinct from n."detection_label_id" then jsonb_build_object('detection_label_id', o."detection_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', o."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', o."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', o."source") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', o."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', o."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', o."score") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."image_id" is distinct from n."image_id" then jsonb_build_object('image_id', n."image_id") else '{}' end || case when o."detection_label_id" is distinct from n."detection_label_id" then jsonb_build_object('detection_label_id', n."detection_label_id") else '{}' end || case when o."data" is distinct from n."data" then jsonb_build_object('data', n."data") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', n."created_by") else '{}' end || case when o."source" is distinct from n."source" then jsonb_build_object('source', n."source") else '{}' end || case when o."attributes" is distinct from n."attributes" then jsonb_build_object('attributes', n."attributes") else '{}' end || case when o."model_id" is distinct from n."model_id" then jsonb_build_object('model_id', n."model_id") else '{}' end || case when o."score" is distinct from n."score" then jsonb_build_object('score', n."score") else '{}' end as after_change
            from new_rows n join old_rows o using ("image_id", "id")
            where (o."id", o."workspace_id", o."image_id", o."detection_label_id", o."data", o."meta_data", o."created", o."created_by", o."source", o."attributes", o."model_id", o."score") is distinct from (n."id", n."workspace_id", n."image_id", n."detection_label_id", n."data", n."meta_data", n."created", n."created_by", n."source", n."attributes", n."model_id", n."score")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'skeleton') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'skeleton', c."image_id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_training_image() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'training_image') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'training_image') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'training_image', n."id"::text, n."id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'training_image') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'training_image', o."id"::text, o."id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."id", case when o."id" is distinct from n."id" then jsonb_build_object('id', o."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."seq" is distinct from n."seq" then jsonb_build_object('seq', o."seq") else '{}' end || case when o."img_key" is distinct from n."img_key" then jsonb_build_object('img_key', o."img_key") else '{}' end || case when o."display_key" is distinct from n."display_key" then jsonb_build_object('display_key', o."display_key") else '{}' end || case when o."mask_key" is distinct from n."mask_key" then jsonb_build_object('mask_key', o."mask_key") else '{}' end || case when o."content_type" is distinct from n."content_type" then jsonb_build_object('content_type', o."content_type") else '{}' end || case when o."content_hash" is distinct from n."content_hash" then jsonb_build_object('content_hash', o."content_hash") else '{}' end || case when o."img_width" is distinct from n."img_width" then jsonb_build_object('img_width', o."img_width") else '{}' end || case when o."img_height" is distinct from n."img_height" then jsonb_build_object('img_height', o."img_height") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', o."meta_data") else '{}' end || case when o."real" is distinct from n."real" then jsonb_build_object('real', o."real") else '{}' end || case when o."test_image" is distinct from n."test_image" then jsonb_build_object('test_image', o."test_image") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', o."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', o."created_by") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', o."name") else '{}' end as before_change, case when o."id" is distinct from n."id" then jsonb_build_object('id', n."id") else '{}' end || case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."seq" is distinct from n."seq" then jsonb_build_object('seq', n."seq") else '{}' end || case when o."img_key" is distinct from n."img_key" then jsonb_build_object('img_key', n."img_key") else '{}' end || case when o."display_key" is distinct from n."display_key" then jsonb_build_object('display_key', n."display_key") else '{}' end || case when o."mask_key" is distinct from n."mask_key" then jsonb_build_object('mask_key', n."mask_key") else '{}' end || case when o."content_type" is distinct from n."content_type" then jsonb_build_object('content_type', n."content_type") else '{}' end || case when o."content_hash" is distinct from n."content_hash" then jsonb_build_object('content_hash', n."content_hash") else '{}' end || case when o."img_width" is distinct from n."img_width" then jsonb_build_object('img_width', n."img_width") else '{}' end || case when o."img_height" is distinct from n."img_height" then jsonb_build_object('img_height', n."img_height") else '{}' end || case when o."meta_data" is distinct from n."meta_data" then jsonb_build_object('meta_data', n."meta_data") else '{}' end || case when o."real" is distinct from n."real" then jsonb_build_object('real', n."real") else '{}' end || case when o."test_image" is distinct from n."test_image" then jsonb_build_object('test_image', n."test_image") else '{}' end || case when o."created" is distinct from n."created" then jsonb_build_object('created', n."created") else '{}' end || case when o."created_by" is distinct from n."created_by" then jsonb_build_object('created_by', n."created_by") else '{}' end || case when o."name" is distinct from n."name" then jsonb_build_object('name', n."name") else '{}' end as after_change
            from new_rows n join old_rows o using ("id")
            where (o."id", o."workspace_id", o."seq", o."img_key", o."display_key", o."mask_key", o."content_type", o."content_hash", o."img_width", o."img_height", o."meta_data", o."real", o."test_image", o."created", o."created_by", o."name") is distinct from (n."id", n."workspace_id", n."seq", n."img_key", n."display_key", n."mask_key", n."content_type", n."content_hash", n."img_width", n."img_height", n."meta_data", n."real", n."test_image", n."created", n."created_by", n."name")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'training_image') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'training_image', c."id"::text, c."id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.log_training_rule() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op = 'INSERT' then
          if is_change_summarized() then
            perform open_change_set(w.workspace_id, 'training_rule') from (select distinct workspace_id from new_rows) w;
            return null;
          end if;
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'training_rule') as id from (select distinct workspace_id from new_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, n.workspace_id, now(), 'training_rule', n."task_id"::text, n."task_id"::text, 'insert', null, to_jsonb(n) from new_rows n join sets s using (workspace_id);
        elsif tg_op = 'DELETE' then
          with sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'training_rule') as id from (select distinct workspace_id from old_rows) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, o.workspace_id, now(), 'training_rule', o."task_id"::text, o."task_id"::text, 'delete', to_jsonb(o), null from old_rows o join sets s using (workspace_id);
        else
          with changed as materialized (
            select n."workspace_id", n."task_id", case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', o."workspace_id") else '{}' end || case when o."domain" is distinct from n."domain" then jsonb_build_object('domain', o."domain") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', o."task_id") else '{}' end || case when o."promotion" is distinct from n."promotion" then jsonb_build_object('promotion', o."promotion") else '{}' end || case when o."after_job" is distinct from n."after_job" then jsonb_build_object('after_job', o."after_job") else '{}' end || case when o."every_pictures" is distinct from n."every_pictures" then jsonb_build_object('every_pictures', o."every_pictures") else '{}' end || case when o."schedule" is distinct from n."schedule" then jsonb_build_object('schedule', o."schedule") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', o."user_id") else '{}' end as before_change, case when o."workspace_id" is distinct from n."workspace_id" then jsonb_build_object('workspace_id', n."workspace_id") else '{}' end || case when o."domain" is distinct from n."domain" then jsonb_build_object('domain', n."domain") else '{}' end || case when o."task_id" is distinct from n."task_id" then jsonb_build_object('task_id', n."task_id") else '{}' end || case when o."promotion" is distinct from n."promotion" then jsonb_build_object('promotion', n."promotion") else '{}' end || case when o."after_job" is distinct from n."after_job" then jsonb_build_object('after_job', n."after_job") else '{}' end || case when o."every_pictures" is distinct from n."every_pictures" then jsonb_build_object('every_pictures', n."every_pictures") else '{}' end || case when o."schedule" is distinct from n."schedule" then jsonb_build_object('schedule', n."schedule") else '{}' end || case when o."user_id" is distinct from n."user_id" then jsonb_build_object('user_id', n."user_id") else '{}' end as after_change
            from new_rows n join old_rows o using ("task_id")
            where (o."workspace_id", o."domain", o."task_id", o."promotion", o."after_job", o."every_pictures", o."schedule", o."user_id") is distinct from (n."workspace_id", n."domain", n."task_id", n."promotion", n."after_job", n."every_pictures", n."schedule", n."user_id")),
          sets as materialized (
            select w.workspace_id, open_change_set(w.workspace_id, 'training_rule') as id from (select distinct workspace_id from changed) w)
          insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after) select s.id, c.workspace_id, now(), 'training_rule', c."task_id"::text, c."task_id"::text, 'update', c.before_change, c.after_change from changed c join sets s using (workspace_id);
        end if;
        return null;
      end $$;

CREATE FUNCTION public.make_box_upright() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      new.rotated_box := null;
      return new;
    end $$;

CREATE FUNCTION public.open_change_set(workspace uuid, relation text) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
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
    end $$;

CREATE FUNCTION public.parse_mentions(text text) RETURNS uuid[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
      select coalesce(array_agg(distinct m[1]::uuid), '{}')
      from regexp_matches(text, '@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}', 'g') m
    $$;

CREATE FUNCTION public.product_images_count() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare
        ids uuid[];
        changes int[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select product_id as id, count(*)::int as n from came where product_id is not null group by product_id) c;
        elsif tg_op = 'DELETE' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select product_id as id, -count(*)::int as n from went where product_id is not null group by product_id) c;
        else
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select b.id, sum(b.n)::int as n from (
              select product_id as id, 1 as n from came union all select product_id, -1 from went) b
            where b.id is not null group by b.id having sum(b.n) <> 0) c;
        end if;
        if ids is null then
          return null;
        end if;
        perform 1 from product where id = any(ids) order by id for no key update;
        update product t set images_count = t.images_count + c.n from unnest(ids, changes) as c(id, n) where t.id = c.id;
        return null;
      end $$;

CREATE FUNCTION public.product_prices_count() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare
        ids uuid[];
        changes int[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select product_id as id, count(*)::int as n from came where product_id is not null group by product_id) c;
        elsif tg_op = 'DELETE' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select product_id as id, -count(*)::int as n from went where product_id is not null group by product_id) c;
        else
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select b.id, sum(b.n)::int as n from (
              select product_id as id, 1 as n from came union all select product_id, -1 from went) b
            where b.id is not null group by b.id having sum(b.n) <> 0) c;
        end if;
        if ids is null then
          return null;
        end if;
        perform 1 from product where id = any(ids) order by id for no key update;
        update product t set prices_count = t.prices_count + c.n from unnest(ids, changes) as c(id, n) where t.id = c.id;
        return null;
      end $$;

CREATE FUNCTION public.product_shape_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare
        ids bigint[];
        changes int[];
      begin
        if tg_op = 'INSERT' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select shape_id as id, count(*)::int as n from came where shape_id is not null group by shape_id) c;
        elsif tg_op = 'DELETE' then
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select shape_id as id, -count(*)::int as n from went where shape_id is not null group by shape_id) c;
        else
          select array_agg(c.id), array_agg(c.n) into ids, changes from (
            select b.id, sum(b.n)::int as n from (
              select shape_id as id, 1 as n from came union all select shape_id, -1 from went) b
            where b.id is not null group by b.id having sum(b.n) <> 0) c;
        end if;
        if ids is null then
          return null;
        end if;
        perform 1 from product_shape where id = any(ids) order by id for no key update;
        update product_shape t set products = t.products + c.n from unnest(ids, changes) as c(id, n) where t.id = c.id;
        return null;
      end $$;

CREATE FUNCTION public.product_takes_shape() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare
      wanted text[];
      wanted_digest uuid;
    begin
      if tg_op = 'INSERT' then
        -- A row restored from the trash also starts at 0: restoring its images and prices increments the counts.
        new.images_count := 0;
        new.prices_count := 0;
      elsif new.collection_id is not distinct from old.collection_id and new.meta_data = old.meta_data then
        return new;
      end if;
      new.shape_id := null;
      if new.collection_id is null then
        return new;
      end if;
      wanted := carried_keys(new.meta_data);
      wanted_digest := md5(to_json(wanted)::text)::uuid;
      -- The lock prevents the deletion of a shape without products before this product is counted.
      select id into new.shape_id from product_shape where collection_id = new.collection_id and digest = wanted_digest for key share;
      if new.shape_id is null then
        insert into product_shape (workspace_id, collection_id, keys, digest)
          values (new.workspace_id, new.collection_id, wanted, wanted_digest)
          on conflict (collection_id, digest) do update set products = product_shape.products returning id into new.shape_id;
      end if;
      return new;
    end $$;

CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
      if tg_op in ('UPDATE', 'DELETE') and current_setting('console.forgets_audit', true) = 'on' then return null; end if;
      raise exception 'the audit log is append-only';
    end $$;

CREATE FUNCTION public.set_image_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare
      declared text := case when jsonb_typeof(new.meta_data -> 'filename') = 'string'
        then nullif(btrim(new.meta_data ->> 'filename'), '') end;
    begin
      if tg_op = 'INSERT' then
        new.name := coalesce(declared, nullif(btrim(new.name), ''));
      else
        new.name := coalesce(nullif(btrim(new.name), ''), old.name, declared);
      end if;
      if new.name is not null and jsonb_typeof(new.meta_data) = 'object' then
        new.meta_data := new.meta_data || jsonb_build_object('filename', new.name);
      end if;
      new.file_name := nullif(left(lower(new.name), 255), '');
      return new;
    end $$;

CREATE FUNCTION public.set_label_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
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
    end $_$;

CREATE FUNCTION public.set_skeleton_bounds() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if (select 3 * jsonb_array_length(l.skeleton -> 'points') from detection_label l where l.id = new.detection_label_id)
          is distinct from array_length(new.data, 1) then
        raise exception 'the label has another number of points' using errcode = 'check_violation', constraint = 'skeleton_points';
      end if;
      select array[min(new.data[n]), min(new.data[n + 1]), max(new.data[n]), max(new.data[n + 1])] into new.bbox
        from generate_series(1, array_length(new.data, 1), 3) n where new.data[n + 2] > 0;
      return new;
    end $$;

CREATE AGGREGATE public.merge_jsonb(jsonb) (
    SFUNC = jsonb_concat,
    STYPE = jsonb,
    INITCOND = '{}'
);

CREATE TABLE graphile_worker._private_job_queues (
    id integer NOT NULL,
    queue_name text NOT NULL,
    locked_at timestamp with time zone,
    locked_by text,
    is_available boolean GENERATED ALWAYS AS ((locked_at IS NULL)) STORED NOT NULL,
    CONSTRAINT job_queues_queue_name_check CHECK ((length(queue_name) <= 128))
);

CREATE TABLE graphile_worker._private_known_crontabs (
    identifier text NOT NULL,
    known_since timestamp with time zone NOT NULL,
    last_execution timestamp with time zone
);

CREATE TABLE graphile_worker._private_tasks (
    id integer NOT NULL,
    identifier text NOT NULL,
    CONSTRAINT tasks_identifier_check CHECK ((length(identifier) <= 128))
);

ALTER TABLE graphile_worker._private_job_queues ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.job_queues_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW graphile_worker.jobs AS
 SELECT jobs.id,
    job_queues.queue_name,
    tasks.identifier AS task_identifier,
    jobs.priority,
    jobs.run_at,
    jobs.attempts,
    jobs.max_attempts,
    jobs.last_error,
    jobs.created_at,
    jobs.updated_at,
    jobs.key,
    jobs.locked_at,
    jobs.locked_by,
    jobs.revision,
    jobs.flags
   FROM ((graphile_worker._private_jobs jobs
     JOIN graphile_worker._private_tasks tasks ON ((tasks.id = jobs.task_id)))
     LEFT JOIN graphile_worker._private_job_queues job_queues ON ((job_queues.id = jobs.job_queue_id)));

ALTER TABLE graphile_worker._private_jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.jobs_id_seq1
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE graphile_worker.migrations (
    id integer NOT NULL,
    ts timestamp with time zone DEFAULT now() NOT NULL,
    breaking boolean DEFAULT false NOT NULL
);

ALTER TABLE graphile_worker._private_tasks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME graphile_worker.tasks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.annotation_job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    todo_number integer DEFAULT 1 NOT NULL,
    randomize boolean DEFAULT true NOT NULL,
    auto_complete boolean DEFAULT false NOT NULL,
    done boolean DEFAULT false NOT NULL,
    flow_id uuid,
    mark_done_label_id uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    version integer DEFAULT 1 NOT NULL,
    instructions text DEFAULT ''::text NOT NULL,
    blind boolean DEFAULT false NOT NULL,
    gold_rate real,
    gold_seed uuid DEFAULT gen_random_uuid() NOT NULL,
    gold_feedback integer DEFAULT 0 NOT NULL,
    extra_threshold real,
    max_people integer,
    CONSTRAINT annotation_job_extra_threshold_check CHECK (((extra_threshold > (0)::double precision) AND (extra_threshold <= (100)::double precision))),
    CONSTRAINT annotation_job_gold_feedback_check CHECK (((gold_feedback >= 0) AND (gold_feedback <= 3))),
    CONSTRAINT annotation_job_gold_rate_check CHECK (((gold_rate > (0)::double precision) AND (gold_rate <= (0.5)::double precision))),
    CONSTRAINT annotation_job_max_people_check CHECK (((max_people >= 1) AND (max_people <= 4))),
    CONSTRAINT annotation_job_todo_number_check CHECK (((todo_number >= 1) AND (todo_number <= 4))),
    CONSTRAINT annotation_job_type_check CHECK ((type = ANY (ARRAY['image'::text, 'similarity'::text])))
);

CREATE TABLE public.job_assignee (
    job_id uuid NOT NULL,
    user_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.annotation_job AS
 SELECT r.id,
    r.workspace_id,
    r.type,
    r.name,
    r.description,
    r.todo_number,
    r.randomize,
    r.auto_complete,
    r.done,
    r.flow_id,
    r.mark_done_label_id,
    r.created,
    r.created_by,
    r.version,
    r.instructions,
    r.blind,
    r.gold_rate,
    r.gold_seed,
    r.gold_feedback,
    r.extra_threshold,
    r.max_people
   FROM public.annotation_job r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM public.job_assignee a
          WHERE ((a.job_id = r.id) AND (a.user_id = job_access.limited_user())))) OR (NOT (EXISTS ( SELECT
           FROM public.job_assignee a
          WHERE (a.job_id = r.id)))));

CREATE TABLE public.job_item (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    job_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid,
    group_id uuid,
    "position" bigint NOT NULL,
    shuffle double precision DEFAULT random() NOT NULL,
    done_count integer DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    adopted timestamp with time zone,
    gold_id uuid,
    extra_people integer DEFAULT 0 NOT NULL,
    CONSTRAINT job_item_check CHECK ((num_nonnulls(image_id, group_id) = 1)),
    CONSTRAINT job_item_extra_people_check CHECK ((extra_people >= 0))
);

CREATE VIEW job_access.job_item AS
 SELECT r.id,
    r.job_id,
    r.workspace_id,
    r.image_id,
    r.group_id,
    r."position",
    r.shuffle,
    r.done_count,
    r.created,
    r.adopted,
    NULL::uuid AS gold_id,
    r.extra_people
   FROM public.job_item r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotation_job j
          WHERE ((j.id = r.job_id) AND ((NOT j.done) OR (COALESCE((NOT job_access.is_blind_image(r.image_id)), true) AND COALESCE((NOT job_access.is_blind_group(r.group_id)), true)))))));

CREATE TABLE public.training_image (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    seq integer NOT NULL,
    img_key text NOT NULL,
    thumb_key text NOT NULL,
    display_key text,
    mask_key text,
    content_type text NOT NULL,
    content_hash text NOT NULL,
    img_width integer NOT NULL,
    img_height integer NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    "real" boolean DEFAULT true NOT NULL,
    test_image boolean DEFAULT false NOT NULL,
    created timestamp with time zone NOT NULL,
    created_by uuid,
    version integer DEFAULT 1 NOT NULL,
    file_name text COLLATE pg_catalog."C",
    meta_changed_by uuid,
    name text,
    CONSTRAINT training_image_img_height_check CHECK ((img_height > 0)),
    CONSTRAINT training_image_img_width_check CHECK ((img_width > 0))
);

CREATE VIEW job_access.annotated_image AS
 SELECT r.id,
    r.workspace_id,
    r.seq
   FROM public.training_image r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (((EXISTS ( SELECT
           FROM (job_access.job_item i
             JOIN job_access.annotation_job j ON ((j.id = i.job_id)))
          WHERE ((i.image_id = r.id) AND (NOT j.blind)))) OR (r.id IN ( SELECT job_access.group_member_images() AS group_member_images))) AND (NOT job_access.is_blind_image(r.id))));

CREATE TABLE public.similarity_group (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    type_id uuid,
    test_group boolean DEFAULT false NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE VIEW job_access.similarity_group AS
 SELECT r.id,
    r.workspace_id,
    r.name,
    r.description,
    r.type_id,
    r.test_group,
    r.meta_data,
    r.created,
    r.version
   FROM public.similarity_group r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (r.id IN ( SELECT job_access.job_groups() AS job_groups)));

CREATE VIEW job_access.training_image AS
 SELECT r.id,
    r.workspace_id,
    r.seq,
    r.img_key,
    r.thumb_key,
    r.display_key,
    r.mask_key,
    r.content_type,
    r.content_hash,
    r.img_width,
    r.img_height,
    r.meta_data,
    r."real",
    r.test_image,
    r.created,
    r.created_by,
    r.version,
    r.file_name,
    r.meta_changed_by,
    r.name
   FROM public.training_image r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.job_item i
          WHERE (i.image_id = r.id))) OR (r.id IN ( SELECT job_access.group_member_images() AS group_member_images)));

CREATE TABLE public.comment_thread (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid,
    group_id uuid,
    product_id uuid,
    object_id uuid,
    polygon_id uuid,
    point_id uuid,
    item_id uuid,
    remark_id uuid,
    place integer[],
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    resolved timestamp with time zone,
    resolved_by uuid,
    version integer DEFAULT 1 NOT NULL,
    subject_id uuid GENERATED ALWAYS AS (COALESCE(image_id, group_id, product_id)) STORED,
    mask_id uuid,
    skeleton_id uuid,
    CONSTRAINT comment_thread_check CHECK ((num_nonnulls(image_id, group_id, product_id) = 1)),
    CONSTRAINT comment_thread_one_shape CHECK ((num_nonnulls(object_id, polygon_id, point_id, skeleton_id, mask_id) <= 1)),
    CONSTRAINT comment_thread_only_images_have_places CHECK (((image_id IS NOT NULL) OR (num_nonnulls(object_id, polygon_id, point_id, skeleton_id, mask_id, place) = 0))),
    CONSTRAINT comment_thread_place_check CHECK ((array_length(place, 1) = 2))
);

CREATE VIEW job_access.comment_thread AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.group_id,
    r.product_id,
    r.object_id,
    r.polygon_id,
    r.point_id,
    r.item_id,
    r.remark_id,
    r.place,
    r.created,
    r.resolved,
    r.resolved_by,
    r.version,
    r.subject_id,
    r.mask_id,
    r.skeleton_id
   FROM public.comment_thread r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (r.product_id IS NOT NULL) OR (((EXISTS ( SELECT
           FROM job_access.training_image i
          WHERE (i.id = r.image_id))) OR (EXISTS ( SELECT
           FROM job_access.similarity_group g
          WHERE (g.id = r.group_id)))) AND (NOT (EXISTS ( SELECT
           FROM (public.job_item h
             JOIN public.annotation_job g ON ((g.id = h.job_id)))
          WHERE (((h.image_id = r.image_id) OR (h.group_id = r.group_id)) AND (g.gold_rate IS NOT NULL) AND (NOT g.done) AND (r.created < h.created)))))));

CREATE TABLE public.comment (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    author_id uuid,
    text text NOT NULL,
    mentions uuid[] GENERATED ALWAYS AS (public.parse_mentions(text)) STORED,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    edited timestamp with time zone,
    deleted timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE VIEW job_access.comment AS
 SELECT r.id,
    r.workspace_id,
    r.thread_id,
    r.author_id,
    r.text,
    r.mentions,
    r.created,
    r.edited,
    r.deleted,
    r.version
   FROM public.comment r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.comment_thread o
          WHERE (o.id = r.thread_id))));

CREATE TABLE public.facet (
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    ref uuid NOT NULL,
    chunk integer NOT NULL,
    bits bit(4096) NOT NULL
)
WITH (fillfactor='50');

CREATE VIEW job_access.counted_facet AS
 SELECT f.workspace_id,
    f.kind,
    f.ref,
    f.chunk,
        CASE
            WHEN ((f.kind <> ALL (ARRAY['image.job'::text, 'object.job'::text])) AND job_access.is_limited(f.workspace_id) AND (EXISTS ( SELECT
               FROM public.annotation_job g
              WHERE ((g.workspace_id = f.workspace_id) AND (g.gold_rate IS NOT NULL) AND (NOT g.done))))) THEN (0)::bit(4096)
            ELSE f.bits
        END AS bits
   FROM public.facet f;

CREATE TABLE public.dataset_picture (
    dataset_id uuid NOT NULL,
    place integer NOT NULL,
    image_id uuid NOT NULL,
    img_key text NOT NULL,
    img_width integer NOT NULL,
    img_height integer NOT NULL,
    test_image boolean NOT NULL,
    annotations jsonb NOT NULL,
    picture jsonb
);

CREATE VIEW job_access.dataset_picture AS
 SELECT r.dataset_id,
    r.place,
    r.image_id,
    r.img_key,
    r.img_width,
    r.img_height,
    r.test_image,
    r.annotations,
    r.picture
   FROM public.dataset_picture r
  WHERE ((EXISTS ( SELECT
           FROM job_access.training_image o
          WHERE (o.id = r.image_id))) AND (NOT job_access.is_blind_image(r.image_id)));

CREATE TABLE public.deleted_shape (
    id uuid NOT NULL,
    kind text NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    shape jsonb NOT NULL,
    links jsonb DEFAULT '{}'::jsonb NOT NULL,
    deleted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    deleted_by uuid
);

CREATE VIEW job_access.deleted_shape AS
 SELECT r.id,
    r.kind,
    r.workspace_id,
    r.image_id,
    r.shape,
    r.links,
    r.deleted_at,
    r.deleted_by
   FROM public.deleted_shape r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.detection_object (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    seq integer NOT NULL,
    image_id uuid NOT NULL,
    detection_label_id uuid NOT NULL,
    data integer[] NOT NULL,
    thumb_token uuid DEFAULT gen_random_uuid() NOT NULL,
    thumb_key text,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone NOT NULL,
    created_by uuid,
    version integer DEFAULT 1 NOT NULL,
    changed_by uuid,
    source text,
    rotated_box double precision[],
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    model_id text,
    score double precision,
    CONSTRAINT detection_object_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
    CONSTRAINT detection_object_data_check CHECK (((array_length(data, 1) = 4) AND (data[1] < data[3]) AND (data[2] < data[4]))),
    CONSTRAINT detection_object_model_score CHECK (((model_id IS NULL) = (score IS NULL))),
    CONSTRAINT detection_object_rotated_box_check CHECK (((array_length(rotated_box, 1) = 5) AND (rotated_box[3] > (0)::double precision) AND (rotated_box[4] > (0)::double precision) AND (rotated_box[5] >= (0)::double precision) AND (rotated_box[5] < (360)::double precision))),
    CONSTRAINT detection_object_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
    CONSTRAINT detection_object_source_check CHECK ((source = ANY (ARRAY['prediction'::text, 'copy'::text])))
);

CREATE VIEW job_access.detection_object AS
 SELECT r.id,
    r.workspace_id,
    r.seq,
    r.image_id,
    r.detection_label_id,
    r.data,
    r.thumb_token,
    r.thumb_key,
    r.meta_data,
    r.created,
    r.created_by,
    r.version,
    r.changed_by,
    r.source,
    r.rotated_box,
    r.attributes,
    r.model_id,
    r.score
   FROM public.detection_object r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))) OR (r.id IN ( SELECT job_access.layered_objects() AS layered_objects)))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.detection_task_negative_image (
    task_id uuid NOT NULL,
    image_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.detection_task_negative_image AS
 SELECT r.task_id,
    r.image_id,
    r.workspace_id,
    r.created
   FROM public.detection_task_negative_image r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR ((EXISTS ( SELECT
           FROM job_access.training_image o
          WHERE (o.id = r.image_id))) AND (NOT job_access.is_blind_image(r.image_id))));

CREATE TABLE public.evaluation_picture (
    evaluation_id uuid NOT NULL,
    task_id uuid NOT NULL,
    image_id uuid NOT NULL,
    truth jsonb NOT NULL,
    said jsonb NOT NULL
);

CREATE VIEW job_access.evaluation_picture AS
 SELECT r.evaluation_id,
    r.task_id,
    r.image_id,
    r.truth,
    r.said
   FROM public.evaluation_picture r
  WHERE ((EXISTS ( SELECT
           FROM job_access.training_image o
          WHERE (o.id = r.image_id))) AND (NOT job_access.is_blind_image(r.image_id)));

CREATE TABLE public.group_group (
    parent_id uuid NOT NULL,
    child_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT group_group_check CHECK ((parent_id <> child_id))
);

CREATE TABLE public.group_layer (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    job_id uuid NOT NULL,
    item_id uuid NOT NULL,
    group_id uuid NOT NULL,
    user_id uuid NOT NULL,
    verified timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.group_layer_member (
    layer_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    member_id uuid NOT NULL,
    image_id uuid,
    is_original boolean NOT NULL,
    is_member boolean NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.shown_group_group AS
 SELECT r.parent_id,
    r.child_id,
    r.workspace_id,
    r.created
   FROM public.group_group r
  WHERE ((NOT (r.parent_id IN ( SELECT job_access.blind_groups() AS blind_groups))) AND (NOT (r.child_id IN ( SELECT job_access.blind_groups() AS blind_groups))))
UNION ALL
 SELECT y.group_id AS parent_id,
    m.member_id AS child_id,
    m.workspace_id,
    m.created
   FROM (public.group_layer y
     JOIN public.group_layer_member m ON ((m.layer_id = y.id)))
  WHERE ((y.user_id = job_access.limited_user()) AND (y.group_id IN ( SELECT job_access.layered_groups() AS layered_groups)) AND (m.kind = 'group'::text) AND m.is_member);

CREATE VIEW job_access.group_group AS
 SELECT r.parent_id,
    r.child_id,
    r.workspace_id,
    r.created
   FROM job_access.shown_group_group r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.similarity_group o
          WHERE (o.id = r.child_id))));

CREATE TABLE public.group_image (
    group_id uuid NOT NULL,
    image_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.shown_group_image AS
 SELECT r.group_id,
    r.image_id,
    r.workspace_id,
    r.created
   FROM public.group_image r
  WHERE (NOT (r.group_id IN ( SELECT job_access.blind_groups() AS blind_groups)))
UNION ALL
 SELECT y.group_id,
    m.member_id AS image_id,
    m.workspace_id,
    m.created
   FROM (public.group_layer y
     JOIN public.group_layer_member m ON ((m.layer_id = y.id)))
  WHERE ((y.user_id = job_access.limited_user()) AND (y.group_id IN ( SELECT job_access.layered_groups() AS layered_groups)) AND (m.kind = 'image'::text) AND m.is_member);

CREATE VIEW job_access.group_image AS
 SELECT r.group_id,
    r.image_id,
    r.workspace_id,
    r.created
   FROM job_access.shown_group_image r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR ((EXISTS ( SELECT
           FROM job_access.similarity_group o
          WHERE (o.id = r.group_id))) AND (NOT job_access.is_blind_image(r.image_id))) OR (r.group_id IN ( SELECT job_access.layered_groups() AS layered_groups)));

CREATE TABLE public.group_object (
    group_id uuid NOT NULL,
    object_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.shown_group_object AS
 SELECT r.group_id,
    r.object_id,
    r.workspace_id,
    r.created
   FROM public.group_object r
  WHERE (NOT (r.group_id IN ( SELECT job_access.blind_groups() AS blind_groups)))
UNION ALL
 SELECT y.group_id,
    m.member_id AS object_id,
    m.workspace_id,
    m.created
   FROM (public.group_layer y
     JOIN public.group_layer_member m ON ((m.layer_id = y.id)))
  WHERE ((y.user_id = job_access.limited_user()) AND (y.group_id IN ( SELECT job_access.layered_groups() AS layered_groups)) AND (m.kind = 'object'::text) AND m.is_member);

CREATE VIEW job_access.group_object AS
 SELECT r.group_id,
    r.object_id,
    r.workspace_id,
    r.created
   FROM job_access.shown_group_object r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR ((EXISTS ( SELECT
           FROM job_access.similarity_group o
          WHERE (o.id = r.group_id))) AND (NOT (r.object_id IN ( SELECT job_access.layered_objects() AS layered_objects)))) OR (r.group_id IN ( SELECT job_access.layered_groups() AS layered_groups)));

CREATE TABLE public.image_embedding (
    image_id uuid NOT NULL,
    model text NOT NULL,
    file text NOT NULL,
    bytes integer NOT NULL,
    shape integer[] NOT NULL,
    used timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW job_access.image_embedding AS
 SELECT r.image_id,
    r.model,
    r.file,
    r.bytes,
    r.shape,
    r.used
   FROM public.image_embedding r
  WHERE (EXISTS ( SELECT
           FROM job_access.training_image o
          WHERE (o.id = r.image_id)));

CREATE TABLE public.image_label (
    image_id uuid NOT NULL,
    label_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    value double precision,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    source text,
    model_id text,
    score double precision,
    CONSTRAINT image_label_model_score CHECK (((model_id IS NULL) = (score IS NULL))),
    CONSTRAINT image_label_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
    CONSTRAINT image_label_source_check CHECK ((source = ANY (ARRAY['prediction'::text, 'copy'::text])))
);

CREATE VIEW job_access.image_label AS
 SELECT r.image_id,
    r.label_id,
    r.workspace_id,
    r.value,
    r.created,
    r.source,
    r.model_id,
    r.score
   FROM public.image_label r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.image_prediction (
    run_id uuid NOT NULL,
    image_id uuid NOT NULL,
    model_id uuid NOT NULL,
    said jsonb NOT NULL,
    uncertainty real,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.image_prediction AS
 SELECT r.run_id,
    r.image_id,
    r.model_id,
    r.said,
    r.uncertainty,
    r.created
   FROM public.image_prediction r
  WHERE (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id)))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.image_verification (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    nothing_to_annotate boolean DEFAULT false NOT NULL,
    model_id uuid
);

CREATE VIEW job_access.image_verification AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.user_id,
    r.created,
    r.nothing_to_annotate,
    r.model_id
   FROM public.image_verification r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR ((EXISTS ( SELECT
           FROM job_access.training_image o
          WHERE (o.id = r.image_id))) AND ((r.user_id = job_access.limited_user()) OR (NOT job_access.is_blind_image(r.image_id)))));

CREATE TABLE public.item_layer (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    job_id uuid NOT NULL,
    item_id uuid NOT NULL,
    user_id uuid NOT NULL,
    labels jsonb DEFAULT '[]'::jsonb NOT NULL,
    shapes jsonb DEFAULT '[]'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    updated timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.item_layer AS
 SELECT r.id,
    r.workspace_id,
    r.job_id,
    r.item_id,
    r.user_id,
    r.labels,
    r.shapes,
    r.version,
    r.created,
    r.updated
   FROM public.item_layer r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.job_item o
          WHERE (o.id = r.item_id))));

CREATE TABLE public.item_layer_version (
    layer_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    version integer NOT NULL,
    created timestamp with time zone NOT NULL,
    labels jsonb NOT NULL,
    shapes jsonb NOT NULL
);

CREATE VIEW job_access.item_layer_version AS
 SELECT r.layer_id,
    r.workspace_id,
    r.version,
    r.created,
    r.labels,
    r.shapes
   FROM public.item_layer_version r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.item_layer o
          WHERE (o.id = r.layer_id))));

CREATE TABLE public.job_remark (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    job_id uuid NOT NULL,
    item_id uuid NOT NULL,
    author_id uuid NOT NULL,
    reviewer_id uuid,
    text text NOT NULL,
    data integer[],
    state text DEFAULT 'open'::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    answered timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT job_remark_data_check CHECK ((array_length(data, 1) = 2)),
    CONSTRAINT job_remark_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);

CREATE VIEW job_access.job_remark AS
 SELECT r.id,
    r.workspace_id,
    r.job_id,
    r.item_id,
    r.author_id,
    r.reviewer_id,
    r.text,
    r.data,
    r.state,
    r.created,
    r.answered,
    r.version
   FROM public.job_remark r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.job_item o
          WHERE (o.id = r.item_id))));

CREATE TABLE public.mask (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    segmentation_label_id uuid NOT NULL,
    data jsonb NOT NULL,
    bbox integer[] NOT NULL,
    area integer NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    source text,
    changed_by uuid,
    version integer DEFAULT 1 NOT NULL,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    model_id text,
    score double precision,
    CONSTRAINT mask_area_check CHECK ((area > 0)),
    CONSTRAINT mask_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
    CONSTRAINT mask_bbox_check CHECK ((array_length(bbox, 1) = 4)),
    CONSTRAINT mask_data_check CHECK (((jsonb_typeof((data -> 'counts'::text)) = 'string'::text) AND (jsonb_array_length((data -> 'size'::text)) = 2))),
    CONSTRAINT mask_model_score CHECK (((model_id IS NULL) = (score IS NULL))),
    CONSTRAINT mask_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
    CONSTRAINT mask_source_check CHECK ((source = ANY (ARRAY['prediction'::text, 'copy'::text])))
);

CREATE VIEW job_access.mask AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.segmentation_label_id,
    r.data,
    r.bbox,
    r.area,
    r.meta_data,
    r.created,
    r.created_by,
    r.source,
    r.changed_by,
    r.version,
    r.attributes,
    r.model_id,
    r.score
   FROM public.mask r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.object_label (
    object_id uuid NOT NULL,
    label_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    value double precision,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    source text,
    CONSTRAINT object_label_source_check CHECK ((source = ANY (ARRAY['prediction'::text, 'copy'::text])))
);

CREATE VIEW job_access.object_label AS
 SELECT r.object_id,
    r.label_id,
    r.workspace_id,
    r.value,
    r.created,
    r.source
   FROM public.object_label r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR ((EXISTS ( SELECT
           FROM job_access.detection_object o
          WHERE (o.id = r.object_id))) AND (NOT (r.object_id IN ( SELECT job_access.layered_objects() AS layered_objects)))));

CREATE TABLE public.point (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    name text NOT NULL,
    data integer[] NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    changed_by uuid,
    source text,
    model_id text,
    score double precision,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT point_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
    CONSTRAINT point_data_check CHECK ((array_length(data, 1) = 2)),
    CONSTRAINT point_model_score CHECK (((model_id IS NULL) = (score IS NULL))),
    CONSTRAINT point_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
    CONSTRAINT point_source_check CHECK ((source = ANY (ARRAY['prediction'::text, 'copy'::text])))
);

CREATE VIEW job_access.point AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.name,
    r.data,
    r.meta_data,
    r.created,
    r.version,
    r.changed_by,
    r.source,
    r.model_id,
    r.score,
    r.attributes
   FROM public.point r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.polygon (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    segmentation_label_id uuid NOT NULL,
    data integer[] NOT NULL,
    bbox integer[] NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    version integer DEFAULT 1 NOT NULL,
    changed_by uuid,
    source text,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    model_id text,
    score double precision,
    CONSTRAINT polygon_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
    CONSTRAINT polygon_bbox_check CHECK ((array_length(bbox, 1) = 4)),
    CONSTRAINT polygon_data_check CHECK (((array_length(data, 1) >= 6) AND ((array_length(data, 1) % 2) = 0))),
    CONSTRAINT polygon_model_score CHECK (((model_id IS NULL) = (score IS NULL))),
    CONSTRAINT polygon_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
    CONSTRAINT polygon_source_check CHECK ((source = ANY (ARRAY['prediction'::text, 'copy'::text])))
);

CREATE VIEW job_access.polygon AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.segmentation_label_id,
    r.data,
    r.bbox,
    r.meta_data,
    r.created,
    r.created_by,
    r.version,
    r.changed_by,
    r.source,
    r.attributes,
    r.model_id,
    r.score
   FROM public.polygon r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.prediction (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    task_id uuid NOT NULL,
    model_id uuid,
    labels jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.prediction AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.task_id,
    r.model_id,
    r.labels,
    r.created
   FROM public.prediction r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE VIEW job_access.readable_facet AS
 WITH visible AS (
         SELECT training_image.workspace_id,
            'image.exists'::text AS kind,
            training_image.seq
           FROM job_access.training_image
          WHERE job_access.is_limited(training_image.workspace_id)
        UNION ALL
         SELECT detection_object.workspace_id,
            'object.exists'::text,
            detection_object.seq
           FROM job_access.detection_object
          WHERE job_access.is_limited(detection_object.workspace_id)
        UNION ALL
         SELECT annotated_image.workspace_id,
            k.kind,
            annotated_image.seq
           FROM job_access.annotated_image,
            ( VALUES ('image.label'::text), ('image.object_label'::text)) k(kind)
          WHERE job_access.is_limited(annotated_image.workspace_id)
        ), mask AS (
         SELECT visible.workspace_id,
            visible.kind,
            (visible.seq >> 12) AS chunk,
            bit_or(set_bit((0)::bit(4096), (visible.seq & 4095), 1)) AS bits
           FROM visible
          GROUP BY visible.workspace_id, visible.kind, (visible.seq >> 12)
        ), blind AS (
         SELECT e.workspace_id,
            e.entity,
            (e.seq >> 12) AS chunk,
            bit_or(set_bit((0)::bit(4096), (e.seq & 4095), 1)) AS bits
           FROM ( SELECT i.workspace_id,
                    'image'::text AS entity,
                    i.seq
                   FROM ((public.annotation_job g
                     JOIN public.job_item h ON ((h.job_id = g.id)))
                     JOIN public.training_image i ON ((i.id = h.image_id)))
                  WHERE ((g.gold_rate IS NOT NULL) AND (NOT g.done) AND job_access.is_limited(g.workspace_id))
                UNION ALL
                 SELECT i.workspace_id,
                    'image'::text,
                    i.seq
                   FROM public.training_image i
                  WHERE (i.id IN ( SELECT job_access.layered_images() AS layered_images))
                UNION ALL
                 SELECT o.workspace_id,
                    'object'::text,
                    o.seq
                   FROM public.detection_object o
                  WHERE (o.id IN ( SELECT job_access.layered_objects() AS layered_objects))) e
          GROUP BY e.workspace_id, e.entity, (e.seq >> 12)
        )
 SELECT f.workspace_id,
    f.kind,
    f.ref,
    f.chunk,
        CASE
            WHEN ((f.kind = ANY (ARRAY['image.exists'::text, 'object.exists'::text, 'image.label'::text, 'image.object_label'::text])) AND job_access.is_limited(f.workspace_id)) THEN (f.bits & COALESCE(m.bits, (0)::bit(4096)))
            ELSE (f.bits & (~ COALESCE(b.bits, (0)::bit(4096))))
        END AS bits
   FROM ((public.facet f
     LEFT JOIN mask m ON (((m.workspace_id = f.workspace_id) AND (m.kind = f.kind) AND (m.chunk = f.chunk))))
     LEFT JOIN blind b ON (((b.workspace_id = f.workspace_id) AND (b.chunk = f.chunk) AND (b.entity = split_part(f.kind, '.'::text, 1)) AND ((f.kind = ANY (ARRAY['image.verified'::text, 'image.grouped'::text, 'image.task_neg'::text])) OR (f.kind = ANY (ARRAY['object.verified'::text, 'object.grouped'::text, 'object.label'::text, 'object.task_neg'::text])) OR ((f.kind = ANY (ARRAY['image.job'::text, 'object.job'::text])) AND (EXISTS ( SELECT
           FROM public.annotation_job d
          WHERE ((d.id = f.ref) AND d.done))))))));

CREATE TABLE public.similarity_verification (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    group_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE VIEW job_access.similarity_verification AS
 SELECT r.id,
    r.workspace_id,
    r.group_id,
    r.user_id,
    r.created
   FROM public.similarity_verification r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR ((EXISTS ( SELECT
           FROM job_access.similarity_group o
          WHERE (o.id = r.group_id))) AND (NOT (r.group_id IN ( SELECT job_access.blind_groups() AS blind_groups)))));

CREATE VIEW job_access.readable_similarity_verification AS
 SELECT r.id,
    r.workspace_id,
    r.group_id,
    r.user_id,
    r.created
   FROM job_access.similarity_verification r
UNION ALL
 SELECT y.id,
    y.workspace_id,
    y.group_id,
    y.user_id,
    y.verified AS created
   FROM public.group_layer y
  WHERE ((y.verified IS NOT NULL) AND (y.user_id = job_access.limited_user()) AND (y.group_id IN ( SELECT job_access.layered_groups() AS layered_groups)));

CREATE TABLE public.rule_violation (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    detection_task_id uuid,
    segmentation_task_id uuid,
    rule text NOT NULL,
    level text NOT NULL,
    shape_kind text,
    shape_id uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    recognition_task_id uuid,
    CONSTRAINT rule_violation_check CHECK ((num_nonnulls(detection_task_id, segmentation_task_id, recognition_task_id) = 1))
);

CREATE VIEW job_access.rule_violation AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.detection_task_id,
    r.segmentation_task_id,
    r.rule,
    r.level,
    r.shape_kind,
    r.shape_id,
    r.created,
    r.recognition_task_id
   FROM public.rule_violation r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.skeleton (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    image_id uuid NOT NULL,
    detection_label_id uuid NOT NULL,
    data integer[] NOT NULL,
    bbox integer[] NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    source text,
    changed_by uuid,
    version integer DEFAULT 1 NOT NULL,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    model_id text,
    score double precision,
    CONSTRAINT skeleton_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text)),
    CONSTRAINT skeleton_bbox_check CHECK ((array_length(bbox, 1) = 4)),
    CONSTRAINT skeleton_data_check CHECK (((array_length(data, 1) >= 3) AND ((array_length(data, 1) % 3) = 0))),
    CONSTRAINT skeleton_model_score CHECK (((model_id IS NULL) = (score IS NULL))),
    CONSTRAINT skeleton_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
    CONSTRAINT skeleton_source_check CHECK ((source = ANY (ARRAY['prediction'::text, 'copy'::text])))
);

CREATE VIEW job_access.skeleton AS
 SELECT r.id,
    r.workspace_id,
    r.image_id,
    r.detection_label_id,
    r.data,
    r.bbox,
    r.meta_data,
    r.created,
    r.created_by,
    r.source,
    r.changed_by,
    r.version,
    r.attributes,
    r.model_id,
    r.score
   FROM public.skeleton r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.suspect (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    run_id uuid NOT NULL,
    image_id uuid NOT NULL,
    kind text NOT NULL,
    shape_id uuid,
    label_id uuid,
    said_label_id uuid,
    said jsonb NOT NULL,
    sureness real NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    decided timestamp with time zone,
    decided_by uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT suspect_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'misplaced'::text, 'other_label'::text, 'superfluous'::text, 'value'::text]))),
    CONSTRAINT suspect_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'dismissed'::text])))
);

CREATE VIEW job_access.suspect AS
 SELECT r.id,
    r.workspace_id,
    r.run_id,
    r.image_id,
    r.kind,
    r.shape_id,
    r.label_id,
    r.said_label_id,
    r.said,
    r.sureness,
    r.state,
    r.decided,
    r.decided_by,
    r.created
   FROM public.suspect r
  WHERE ((NOT job_access.is_limited(r.workspace_id)) OR (EXISTS ( SELECT
           FROM job_access.annotated_image o
          WHERE (o.id = r.image_id))))
  WITH LOCAL CHECK OPTION;

CREATE TABLE public.active_period (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    started timestamp with time zone NOT NULL,
    ended timestamp with time zone NOT NULL,
    CONSTRAINT active_period_check CHECK ((ended > started))
);

CREATE TABLE public.api_token (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    workspace_id uuid,
    name text NOT NULL,
    scopes text[] NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone,
    last_used timestamp with time zone
);

CREATE TABLE public.app_user (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    default_workspace_id uuid,
    can_download_model boolean DEFAULT false NOT NULL,
    api_token text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    has_password boolean DEFAULT true NOT NULL,
    CONSTRAINT app_user_api_token_check CHECK ((length(api_token) = 40)),
    CONSTRAINT app_user_email_check CHECK ((email = lower(email)))
);

CREATE TABLE public.audit_entry (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    user_id uuid,
    username text,
    action text NOT NULL,
    subject text,
    subject_id text,
    changed_count integer,
    changed_ids text[],
    origin text
);

CREATE TABLE public.auto_acceptance (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    run_id uuid NOT NULL,
    model_id uuid NOT NULL,
    target_error double precision NOT NULL,
    expected_error double precision NOT NULL,
    job_id uuid NOT NULL,
    audit jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    works jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT auto_acceptance_expected_error_check CHECK (((expected_error >= (0)::double precision) AND (expected_error <= (1)::double precision))),
    CONSTRAINT auto_acceptance_target_error_check CHECK (((target_error >= (0)::double precision) AND (target_error <= (1)::double precision)))
);

CREATE SEQUENCE public.change_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.change (
    id bigint DEFAULT nextval('public.change_id'::regclass) NOT NULL,
    change_set_id bigint NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    relation text NOT NULL,
    subject_id text NOT NULL,
    row_id text NOT NULL,
    operation text NOT NULL,
    before jsonb,
    after jsonb
)
PARTITION BY RANGE (created);

CREATE TABLE public.change_other (
    id bigint DEFAULT nextval('public.change_id'::regclass) NOT NULL,
    change_set_id bigint NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    relation text NOT NULL,
    subject_id text NOT NULL,
    row_id text NOT NULL,
    operation text NOT NULL,
    before jsonb,
    after jsonb
);

CREATE TABLE public.change_set (
    id bigint NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    user_id uuid,
    origin text NOT NULL,
    action text,
    work_id uuid,
    summarized boolean DEFAULT false NOT NULL,
    relations text[] NOT NULL,
    key uuid,
    finished timestamp with time zone DEFAULT now() NOT NULL,
    undoes bigint,
    counts jsonb DEFAULT '{}'::jsonb NOT NULL,
    token_name text
)
WITH (fillfactor='85');

ALTER TABLE public.change_set ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.change_set_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.change_set_kind (
    workspace_id uuid NOT NULL,
    relation text NOT NULL,
    created timestamp with time zone NOT NULL,
    set_id bigint NOT NULL,
    user_id uuid,
    origin text NOT NULL
);

CREATE VIEW public.counted_facet AS
 SELECT facet.workspace_id,
    facet.kind,
    facet.ref,
    facet.chunk,
    facet.bits
   FROM public.facet;

CREATE TABLE public.daily_statistics (
    workspace_id uuid NOT NULL,
    day date NOT NULL,
    user_id uuid NOT NULL,
    job_id uuid,
    label_id uuid,
    items_done bigint DEFAULT 0 NOT NULL,
    items_sent_back bigint DEFAULT 0 NOT NULL,
    images_verified bigint DEFAULT 0 NOT NULL,
    shapes_created bigint DEFAULT 0 NOT NULL,
    shapes_changed bigint DEFAULT 0 NOT NULL,
    shapes_deleted bigint DEFAULT 0 NOT NULL,
    labels_set bigint DEFAULT 0 NOT NULL,
    found_wrong bigint DEFAULT 0 NOT NULL,
    active_ms bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.data_import (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    state text DEFAULT 'collecting'::text NOT NULL,
    source jsonb,
    options jsonb DEFAULT '{}'::jsonb NOT NULL,
    plan jsonb,
    choices jsonb,
    result jsonb,
    made jsonb DEFAULT '{}'::jsonb NOT NULL,
    work_id uuid,
    began timestamp with time zone,
    error text,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    CONSTRAINT data_import_state_check CHECK ((state = ANY (ARRAY['collecting'::text, 'reading'::text, 'planned'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
);

CREATE TABLE public.dataset_version (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text,
    pictures integer DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    state text DEFAULT 'ready'::text NOT NULL,
    error text,
    labels jsonb,
    made_for jsonb,
    CONSTRAINT dataset_version_state_check CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text, 'failed'::text])))
);

CREATE TABLE public.declared_provenance (
    workspace_id uuid NOT NULL,
    import_id uuid NOT NULL,
    imported_by uuid,
    imported timestamp with time zone DEFAULT now() NOT NULL,
    file text NOT NULL,
    relation text NOT NULL,
    subject_id uuid NOT NULL,
    row_ids uuid[] NOT NULL,
    facts jsonb NOT NULL,
    CONSTRAINT declared_provenance_facts_check1 CHECK ((octet_length((facts)::text) <= 65536)),
    CONSTRAINT declared_provenance_file_check1 CHECK ((octet_length(file) <= 2048)),
    CONSTRAINT declared_provenance_row_ids_check CHECK ((cardinality(row_ids) > 0))
);

CREATE TABLE public.detection_label (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    output_name text,
    color text DEFAULT '#2f80ed'::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    key text,
    skeleton jsonb,
    attributes jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT detection_label_attributes_check CHECK ((jsonb_typeof(attributes) = 'array'::text)),
    CONSTRAINT detection_label_key_check CHECK ((key ~ '^[0-9a-z]$'::text))
);

CREATE TABLE public.detection_label_recognition_task (
    label_id uuid NOT NULL,
    task_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.detection_model (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    task_id uuid NOT NULL,
    number integer NOT NULL,
    train_status text DEFAULT 'QUEUED'::text NOT NULL,
    error text,
    map double precision,
    metrics jsonb DEFAULT '{}'::jsonb NOT NULL,
    training_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    model_key text,
    requested_by uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished timestamp with time zone,
    dataset_id uuid,
    seed integer,
    file_key text,
    progress jsonb,
    taken_back timestamp with time zone,
    awaits_promotion boolean DEFAULT false NOT NULL,
    CONSTRAINT detection_model_train_status_check CHECK ((train_status = ANY (ARRAY['QUEUED'::text, 'TRAINING'::text, 'TRAINED'::text, 'FAILED'::text, 'CANCELLED'::text])))
);

CREATE TABLE public.detection_task (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    training_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    rules jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT detection_task_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text))
);

CREATE TABLE public.detection_task_label (
    task_id uuid NOT NULL,
    label_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.discarded_file (
    file_key text NOT NULL,
    discarded timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.embedding (
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    id uuid NOT NULL,
    version integer NOT NULL,
    data bytea,
    change bigint NOT NULL,
    thumbnail bytea,
    CONSTRAINT embedding_data_check CHECK ((octet_length(data) = 128))
);

CREATE SEQUENCE public.embedding_change
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.embedding_due (
    n bigint NOT NULL,
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    id uuid NOT NULL,
    failures smallint DEFAULT 0 NOT NULL
);

ALTER TABLE public.embedding_due ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.embedding_due_n_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.evaluation (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    result jsonb DEFAULT '{"top_labels": []}'::jsonb NOT NULL,
    of_task uuid,
    work_id uuid
);

CREATE TABLE public.evaluation_task (
    evaluation_id uuid NOT NULL,
    task_id uuid NOT NULL,
    domain text NOT NULL,
    type text,
    name text NOT NULL,
    model_id uuid,
    model_number integer,
    threshold real NOT NULL,
    labels jsonb NOT NULL,
    quality jsonb,
    CONSTRAINT evaluation_task_domain_check CHECK ((domain = ANY (ARRAY['recognition'::text, 'detection'::text, 'segmentation'::text])))
);

CREATE TABLE public.event (
    id bigint NOT NULL,
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    "time" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    user_id uuid,
    entity_id uuid,
    data jsonb NOT NULL
);

ALTER TABLE public.event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.export_order (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    created_by uuid NOT NULL,
    input jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished timestamp with time zone
);

CREATE TABLE public.file_size (
    file_key text NOT NULL,
    bytes bigint NOT NULL
);

CREATE TABLE public.flow (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    json_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    description text DEFAULT ''::text NOT NULL
);

CREATE TABLE public.gold_appeal (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    gold_id uuid NOT NULL,
    job_id uuid NOT NULL,
    user_id uuid NOT NULL,
    text text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    decided_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    decided timestamp with time zone,
    CONSTRAINT gold_appeal_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'rejected'::text])))
);

CREATE TABLE public.gold_exposure (
    gold_id uuid NOT NULL,
    user_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    reason text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT gold_exposure_reason_check CHECK ((reason = ANY (ARRAY['annotated'::text, 'opened'::text, 'read'::text])))
);

CREATE TABLE public.gold_item (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    domain text NOT NULL,
    task_id uuid NOT NULL,
    image_id uuid,
    revision integer DEFAULT 1 NOT NULL,
    labels jsonb NOT NULL,
    shapes jsonb NOT NULL,
    weight double precision DEFAULT 1 NOT NULL,
    source text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    retired timestamp with time zone,
    retired_reason text,
    group_id uuid,
    members jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT gold_item_source_check CHECK ((source = ANY (ARRAY['selection'::text, 'adjudication'::text, 'sample'::text]))),
    CONSTRAINT gold_item_weight_check CHECK ((weight > (0)::double precision))
);

CREATE TABLE public.gold_revision (
    gold_id uuid NOT NULL,
    revision integer NOT NULL,
    workspace_id uuid NOT NULL,
    labels jsonb NOT NULL,
    shapes jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    reason text,
    members jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.gold_sample (
    job_id uuid NOT NULL,
    image_id uuid,
    workspace_id uuid NOT NULL,
    domain text NOT NULL,
    task_id uuid NOT NULL,
    weight double precision NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    group_id uuid,
    CONSTRAINT gold_sample_weight_check CHECK ((weight > (0)::double precision))
);

CREATE TABLE public.gold_score (
    gold_id uuid NOT NULL,
    user_id uuid NOT NULL,
    job_id uuid NOT NULL,
    item_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    revision integer NOT NULL,
    scored timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    weight double precision NOT NULL,
    counts jsonb NOT NULL,
    label_counts jsonb NOT NULL,
    differences jsonb NOT NULL
);

CREATE TABLE public.gold_try (
    gold_id uuid NOT NULL,
    user_id uuid NOT NULL,
    job_id uuid NOT NULL,
    item_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    tries integer NOT NULL,
    given timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    labels jsonb NOT NULL,
    shapes jsonb NOT NULL,
    members jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.grade_company (
    id integer NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL
);

ALTER TABLE public.grade_company ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.grade_company_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.idempotency_key (
    user_id uuid NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    status smallint,
    answer text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    workspace_ids uuid[],
    permissions text[]
);

CREATE TABLE public.import_file (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    import_id uuid NOT NULL,
    path text NOT NULL,
    size bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    received bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.import_item (
    import_id uuid NOT NULL,
    n integer NOT NULL,
    path text NOT NULL,
    source jsonb,
    hash text,
    width integer,
    height integer,
    facts jsonb,
    image_id uuid,
    outcome text NOT NULL,
    done boolean DEFAULT false NOT NULL,
    reason text,
    CONSTRAINT import_item_outcome_check CHECK ((outcome = ANY (ARRAY['new'::text, 'here'::text, 'missing'::text, 'unreadable'::text, 'added'::text, 'failed'::text])))
);

CREATE TABLE public.import_named (
    import_id uuid NOT NULL,
    kind text NOT NULL,
    said text NOT NULL,
    n integer NOT NULL,
    name text NOT NULL,
    data jsonb NOT NULL,
    own uuid NOT NULL,
    spare uuid NOT NULL,
    made uuid,
    is_new boolean DEFAULT false NOT NULL,
    CONSTRAINT import_named_kind_check CHECK ((kind = ANY (ARRAY['group'::text, 'job'::text])))
);

CREATE TABLE public.import_part (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    file_id uuid,
    pending text,
    part_key text,
    start bigint,
    size bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT import_part_check CHECK ((num_nonnulls(pending, part_key) = 1)),
    CONSTRAINT import_part_check1 CHECK ((num_nonnulls(part_key, start, size) = ANY (ARRAY[0, 3])))
);

CREATE TABLE public.import_shape (
    import_id uuid NOT NULL,
    item integer NOT NULL,
    n integer NOT NULL,
    kind text NOT NULL,
    class text NOT NULL,
    data jsonb NOT NULL,
    made uuid
);

CREATE TABLE public.interactive_model (
    workspace_id uuid NOT NULL,
    encoder_key text NOT NULL,
    decoder_key text NOT NULL,
    description text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.invitation (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    role text NOT NULL,
    email text,
    mail text DEFAULT 'none'::text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL,
    created_by uuid,
    revoked timestamp with time zone,
    accepted timestamp with time zone,
    accepted_by uuid,
    CONSTRAINT invitation_email_check CHECK ((email = lower(email))),
    CONSTRAINT invitation_mail_check CHECK ((mail = ANY (ARRAY['none'::text, 'pending'::text, 'sent'::text, 'failed'::text]))),
    CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['manager'::text, 'reviewer'::text, 'annotator'::text, 'viewer'::text])))
);

CREATE TABLE public.invitation_secret (
    hash bytea NOT NULL,
    invitation_id uuid NOT NULL
);

CREATE TABLE public.item_adjudication (
    item_id uuid NOT NULL,
    job_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    user_id uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    from_users jsonb DEFAULT '{}'::jsonb NOT NULL,
    from_proposal integer DEFAULT 0 NOT NULL,
    edited integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.item_comparison (
    item_id uuid NOT NULL,
    first_id uuid NOT NULL,
    second_id uuid NOT NULL,
    job_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    same_labels integer NOT NULL,
    all_labels integer NOT NULL,
    same_shapes integer NOT NULL,
    all_shapes integer NOT NULL,
    same_attributes integer DEFAULT 0 NOT NULL,
    all_attributes integer DEFAULT 0 NOT NULL,
    skeletons jsonb,
    similarity double precision,
    label_pairs jsonb,
    differing_labels uuid[],
    label_counts jsonb,
    shape_matches jsonb,
    value_pairs jsonb
);

CREATE TABLE public.item_snapshot (
    item_id uuid NOT NULL,
    user_id uuid NOT NULL,
    job_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    labels jsonb NOT NULL,
    shapes jsonb NOT NULL,
    taken timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    members jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.item_work (
    item_id uuid NOT NULL,
    user_id uuid NOT NULL,
    job_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    leased_until timestamp with time zone,
    done_at timestamp with time zone,
    seconds real,
    "position" integer
);

ALTER TABLE public.job_item ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.job_item_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.job_pause (
    job_id uuid NOT NULL,
    user_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    paused_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.job_recognition_task (
    job_id uuid NOT NULL,
    task_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.login_address (
    key bytea NOT NULL,
    last timestamp with time zone NOT NULL
);

CREATE UNLOGGED TABLE public.login_failure (
    key bytea NOT NULL,
    failures integer NOT NULL,
    until timestamp with time zone NOT NULL,
    blocked timestamp with time zone
);

CREATE TABLE public.long_work (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    input jsonb DEFAULT '{}'::jsonb NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    progress_done integer DEFAULT 0 NOT NULL,
    progress_total integer,
    result jsonb,
    error text,
    attempts integer DEFAULT 0 NOT NULL,
    cancel_requested boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    finished timestamp with time zone,
    attempt integer DEFAULT 0 NOT NULL,
    CONSTRAINT long_work_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.map_layout (
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    method text NOT NULL,
    version integer NOT NULL,
    items integer NOT NULL,
    projection jsonb,
    change bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    centroids jsonb,
    CONSTRAINT map_layout_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'object'::text]))),
    CONSTRAINT map_layout_method_check CHECK ((method = ANY (ARRAY['pca'::text, 'umap'::text])))
);

CREATE TABLE public.map_point (
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    method text NOT NULL,
    id uuid NOT NULL,
    x real NOT NULL,
    y real NOT NULL,
    change bigint NOT NULL,
    sampled boolean DEFAULT false NOT NULL,
    cluster smallint
);

CREATE TABLE public.membership (
    user_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    role text DEFAULT 'manager'::text NOT NULL,
    CONSTRAINT membership_role_check CHECK ((role = ANY (ARRAY['manager'::text, 'reviewer'::text, 'annotator'::text, 'viewer'::text])))
);

CREATE TABLE public.muted_notice (
    user_id uuid NOT NULL,
    kind text NOT NULL
);

CREATE TABLE public.notice (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    read timestamp with time zone,
    actor_id uuid,
    entity_kind text NOT NULL,
    entity_id uuid NOT NULL,
    thread_id uuid,
    data jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE public.oidc_identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.oidc_membership (
    user_id uuid NOT NULL,
    workspace_id uuid NOT NULL
);

CREATE UNLOGGED TABLE public.oidc_sign_in (
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    expires timestamp with time zone NOT NULL
);

CREATE UNLOGGED TABLE public.page_visit (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    remote text NOT NULL,
    version text NOT NULL,
    is_canary boolean NOT NULL,
    displayed_ms integer,
    ready_ms integer,
    failed boolean NOT NULL
);

ALTER TABLE public.page_visit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.page_visit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.password_link (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires timestamp with time zone NOT NULL
);

CREATE TABLE public.prediction_run (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    recognition_task_id uuid,
    detection_task_id uuid,
    segmentation_task_id uuid,
    model_id uuid NOT NULL,
    work_id uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    CONSTRAINT prediction_run_check CHECK ((num_nonnulls(recognition_task_id, detection_task_id, segmentation_task_id) = 1))
);

CREATE UNLOGGED TABLE public.presence (
    user_id uuid NOT NULL,
    tab text NOT NULL,
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    entity_id uuid NOT NULL,
    since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    seen timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.price (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    product_id uuid NOT NULL,
    source_id integer,
    item_link text,
    grade_company_id integer,
    img_link text,
    price numeric(16,4) NOT NULL,
    currency text NOT NULL,
    date_of_creation timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.price_source (
    id integer NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL
);

ALTER TABLE public.price_source ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.price_source_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.product (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    customer_product_id text DEFAULT ''::text NOT NULL,
    collection_id integer,
    product_set_id uuid,
    verified boolean DEFAULT false NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    images_count integer DEFAULT 0 NOT NULL,
    prices_count integer DEFAULT 0 NOT NULL,
    shape_id bigint
);

CREATE TABLE public.product_collection (
    id integer NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    type text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE public.product_collection ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.product_collection_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.product_image (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    product_id uuid NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    img_key text NOT NULL,
    thumb_key text NOT NULL,
    display_key text,
    content_type text NOT NULL,
    img_width integer NOT NULL,
    img_height integer NOT NULL,
    sync_status text DEFAULT 'TO_SYNC'::text NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    objects jsonb DEFAULT '[]'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT product_image_img_height_check CHECK ((img_height > 0)),
    CONSTRAINT product_image_img_width_check CHECK ((img_width > 0)),
    CONSTRAINT product_image_sync_status_check CHECK ((sync_status = ANY (ARRAY['TO_SYNC'::text, 'SYNCED'::text, 'ERROR'::text])))
);

CREATE TABLE public.product_set (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    year integer,
    collection_id integer,
    parent_id uuid,
    completed boolean DEFAULT false NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT product_set_check CHECK ((parent_id <> id))
);

CREATE TABLE public.product_shape (
    id bigint NOT NULL,
    workspace_id uuid NOT NULL,
    collection_id integer NOT NULL,
    keys text[] NOT NULL,
    digest uuid NOT NULL,
    products integer DEFAULT 0 NOT NULL
);

ALTER TABLE public.product_shape ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.product_shape_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.quality_settings (
    workspace_id uuid NOT NULL,
    todo_number integer DEFAULT 1 NOT NULL,
    randomize boolean DEFAULT true NOT NULL,
    auto_complete boolean DEFAULT false NOT NULL,
    instructions text DEFAULT ''::text NOT NULL,
    review_share integer DEFAULT 100 NOT NULL,
    CONSTRAINT quality_settings_review_share_check CHECK (((review_share >= 1) AND (review_share <= 100))),
    CONSTRAINT quality_settings_todo_number_check CHECK (((todo_number >= 1) AND (todo_number <= 4)))
);

CREATE TABLE public.quality_target (
    workspace_id uuid NOT NULL,
    domain text NOT NULL,
    task_id uuid NOT NULL,
    target double precision NOT NULL,
    detection_task_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (domain = 'detection'::text) THEN task_id
    ELSE NULL::uuid
END) STORED,
    segmentation_task_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (domain = 'segmentation'::text) THEN task_id
    ELSE NULL::uuid
END) STORED,
    recognition_task_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (domain = 'recognition'::text) THEN task_id
    ELSE NULL::uuid
END) STORED,
    similarity_task_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (domain = 'similarity'::text) THEN task_id
    ELSE NULL::uuid
END) STORED,
    CONSTRAINT quality_target_target_check CHECK (((target > (0)::double precision) AND (target < (1)::double precision)))
);

CREATE VIEW public.readable_facet AS
 SELECT facet.workspace_id,
    facet.kind,
    facet.ref,
    facet.chunk,
    facet.bits
   FROM public.facet;

CREATE VIEW public.readable_similarity_verification AS
 SELECT similarity_verification.id,
    similarity_verification.workspace_id,
    similarity_verification.group_id,
    similarity_verification.user_id,
    similarity_verification.created
   FROM public.similarity_verification;

CREATE TABLE public.recognition_label (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    output_name text,
    type text DEFAULT 'category'::text NOT NULL,
    color text,
    step_value double precision,
    min_value double precision,
    max_value double precision,
    negative_for_task uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    key text,
    CONSTRAINT recognition_label_key_check CHECK ((key ~ '^[0-9a-z]$'::text)),
    CONSTRAINT recognition_label_type_check CHECK ((type = ANY (ARRAY['category'::text, 'tag'::text, 'value'::text, 'plain'::text])))
);

CREATE TABLE public.recognition_model (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    task_id uuid NOT NULL,
    number integer NOT NULL,
    train_status text DEFAULT 'QUEUED'::text NOT NULL,
    error text,
    map double precision,
    metrics jsonb DEFAULT '{}'::jsonb NOT NULL,
    training_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    model_key text,
    requested_by uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished timestamp with time zone,
    dataset_id uuid,
    seed integer,
    file_key text,
    progress jsonb,
    taken_back timestamp with time zone,
    awaits_promotion boolean DEFAULT false NOT NULL,
    CONSTRAINT recognition_model_train_status_check CHECK ((train_status = ANY (ARRAY['QUEUED'::text, 'TRAINING'::text, 'TRAINED'::text, 'FAILED'::text, 'CANCELLED'::text])))
);

CREATE TABLE public.recognition_task (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    type text DEFAULT 'multi_class'::text NOT NULL,
    production_version integer DEFAULT 0 NOT NULL,
    training_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    rules jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT recognition_task_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text)),
    CONSTRAINT recognition_task_type_check CHECK ((type = ANY (ARRAY['multi_class'::text, 'multi_label'::text, 'regression'::text])))
);

CREATE TABLE public.recognition_task_label (
    task_id uuid NOT NULL,
    label_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.refresh_token (
    hash bytea NOT NULL,
    session_id uuid NOT NULL,
    used timestamp with time zone,
    expires timestamp with time zone NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.segmentation_label (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    output_name text,
    color text DEFAULT '#2f80ed'::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    key text,
    attributes jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT segmentation_label_attributes_check CHECK ((jsonb_typeof(attributes) = 'array'::text)),
    CONSTRAINT segmentation_label_key_check CHECK ((key ~ '^[0-9a-z]$'::text))
);

CREATE TABLE public.segmentation_model (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    task_id uuid NOT NULL,
    number integer NOT NULL,
    train_status text DEFAULT 'QUEUED'::text NOT NULL,
    error text,
    map double precision,
    metrics jsonb DEFAULT '{}'::jsonb NOT NULL,
    training_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    model_key text,
    requested_by uuid,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished timestamp with time zone,
    dataset_id uuid,
    seed integer,
    file_key text,
    progress jsonb,
    taken_back timestamp with time zone,
    awaits_promotion boolean DEFAULT false NOT NULL,
    CONSTRAINT segmentation_model_train_status_check CHECK ((train_status = ANY (ARRAY['QUEUED'::text, 'TRAINING'::text, 'TRAINED'::text, 'FAILED'::text, 'CANCELLED'::text])))
);

CREATE TABLE public.segmentation_task (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    training_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    rules jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT segmentation_task_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text))
);

CREATE TABLE public.segmentation_task_label (
    task_id uuid NOT NULL,
    label_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.server_setting (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.session (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    ended timestamp with time zone,
    user_agent text,
    sign_in text DEFAULT 'password'::text NOT NULL,
    expires timestamp with time zone,
    id_token text,
    CONSTRAINT session_sign_in_check CHECK ((sign_in = ANY (ARRAY['password'::text, 'oidc'::text])))
);

CREATE TABLE public.similar_likeness (
    workspace_id uuid NOT NULL,
    likeness text NOT NULL,
    recall jsonb NOT NULL,
    groups integer NOT NULL,
    decided timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT similar_likeness_likeness_check CHECK ((likeness = ANY (ARRAY['colours'::text, 'features'::text, 'both'::text])))
);

CREATE TABLE public.similarity_task (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    training_params jsonb DEFAULT '{}'::jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.similarity_task_type (
    task_id uuid NOT NULL,
    type_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.similarity_type (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.statistics_progress (
    counted_id bigint NOT NULL,
    pending_id bigint NOT NULL,
    pending_xid xid8 NOT NULL
);

CREATE TABLE public.storage_use (
    workspace_id uuid NOT NULL,
    images bigint NOT NULL,
    products bigint NOT NULL,
    models bigint NOT NULL,
    measured timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.training_rule (
    workspace_id uuid NOT NULL,
    domain text NOT NULL,
    task_id uuid NOT NULL,
    promotion text DEFAULT 'newest'::text NOT NULL,
    after_job boolean DEFAULT false NOT NULL,
    every_pictures integer,
    schedule text,
    user_id uuid,
    detection_task_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (domain = 'detection'::text) THEN task_id
    ELSE NULL::uuid
END) STORED,
    segmentation_task_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (domain = 'segmentation'::text) THEN task_id
    ELSE NULL::uuid
END) STORED,
    recognition_task_id uuid GENERATED ALWAYS AS (
CASE
    WHEN (domain = 'recognition'::text) THEN task_id
    ELSE NULL::uuid
END) STORED,
    CONSTRAINT training_rule_domain_check CHECK ((domain = ANY (ARRAY['detection'::text, 'segmentation'::text, 'recognition'::text]))),
    CONSTRAINT training_rule_every_pictures_check CHECK ((every_pictures > 0)),
    CONSTRAINT training_rule_promotion_check CHECK ((promotion = ANY (ARRAY['newest'::text, 'manual'::text, 'better'::text, 'not_worse'::text]))),
    CONSTRAINT training_rule_schedule_check CHECK ((schedule = ANY (ARRAY['daily'::text, 'weekly'::text])))
);

CREATE TABLE public.webhook (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    kinds text[] NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    problem text,
    failing_since timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_by uuid,
    CONSTRAINT webhook_problem_check CHECK ((problem = ANY (ARRAY['gone'::text, 'failing'::text])))
);

CREATE TABLE public.webhook_delivery (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    "position" bigint NOT NULL,
    workspace_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    kind text NOT NULL,
    entity_id uuid,
    payload jsonb NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    attempted timestamp with time zone,
    next_attempt timestamp with time zone DEFAULT clock_timestamp(),
    status integer,
    duration_ms integer,
    response text,
    error text,
    CONSTRAINT webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);

ALTER TABLE public.webhook_delivery ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_delivery_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.webhook_secret (
    webhook_id uuid NOT NULL,
    secret bytea NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires timestamp with time zone
);

CREATE TABLE public.workspace (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    blur_images boolean DEFAULT false NOT NULL,
    meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
    owner_id uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    statistics_visibility text DEFAULT 'everybody'::text NOT NULL,
    annotator_access text DEFAULT 'workspace'::text NOT NULL,
    CONSTRAINT workspace_annotator_access_check CHECK ((annotator_access = ANY (ARRAY['workspace'::text, 'jobs'::text]))),
    CONSTRAINT workspace_statistics_visibility_check CHECK ((statistics_visibility = ANY (ARRAY['everybody'::text, 'own'::text])))
);

CREATE TABLE public.workspace_counter (
    workspace_id uuid NOT NULL,
    kind text NOT NULL,
    next_seq integer DEFAULT 0 NOT NULL,
    last_created timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT workspace_counter_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'object'::text])))
);

CREATE TABLE public.workspace_service (
    workspace_id uuid NOT NULL,
    slug text NOT NULL
);

ALTER TABLE ONLY public.change ATTACH PARTITION public.change_other DEFAULT;

ALTER TABLE ONLY graphile_worker._private_job_queues
    ADD CONSTRAINT job_queues_pkey1 PRIMARY KEY (id);

ALTER TABLE ONLY graphile_worker._private_job_queues
    ADD CONSTRAINT job_queues_queue_name_key UNIQUE (queue_name);

ALTER TABLE ONLY graphile_worker._private_jobs
    ADD CONSTRAINT jobs_key_key1 UNIQUE (key);

ALTER TABLE ONLY graphile_worker._private_jobs
    ADD CONSTRAINT jobs_pkey1 PRIMARY KEY (id);

ALTER TABLE ONLY graphile_worker._private_known_crontabs
    ADD CONSTRAINT known_crontabs_pkey PRIMARY KEY (identifier);

ALTER TABLE ONLY graphile_worker.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY graphile_worker._private_tasks
    ADD CONSTRAINT tasks_identifier_key UNIQUE (identifier);

ALTER TABLE ONLY graphile_worker._private_tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.active_period
    ADD CONSTRAINT active_period_pkey PRIMARY KEY (workspace_id, user_id, started);

ALTER TABLE ONLY public.annotation_job
    ADD CONSTRAINT annotation_job_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_api_token_key UNIQUE (api_token);

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_email_key UNIQUE (email);

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auto_acceptance
    ADD CONSTRAINT auto_acceptance_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.change_set
    ADD CONSTRAINT change_set_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_remark_id_key UNIQUE (remark_id);

ALTER TABLE ONLY public.daily_statistics
    ADD CONSTRAINT daily_statistics_workspace_id_day_user_id_job_id_label_id_key UNIQUE NULLS NOT DISTINCT (workspace_id, day, user_id, job_id, label_id);

ALTER TABLE ONLY public.data_import
    ADD CONSTRAINT data_import_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dataset_picture
    ADD CONSTRAINT dataset_picture_pkey PRIMARY KEY (dataset_id, place);

ALTER TABLE ONLY public.dataset_version
    ADD CONSTRAINT dataset_version_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deleted_shape
    ADD CONSTRAINT deleted_shape_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.detection_label
    ADD CONSTRAINT detection_label_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.detection_label_recognition_task
    ADD CONSTRAINT detection_label_recognition_task_pkey PRIMARY KEY (label_id, task_id);

ALTER TABLE ONLY public.detection_model
    ADD CONSTRAINT detection_model_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.detection_model
    ADD CONSTRAINT detection_model_task_id_number_key UNIQUE (task_id, number);

ALTER TABLE ONLY public.detection_object
    ADD CONSTRAINT detection_object_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.detection_object
    ADD CONSTRAINT detection_object_thumb_token_key UNIQUE (thumb_token);

ALTER TABLE ONLY public.detection_object
    ADD CONSTRAINT detection_object_workspace_id_seq_key UNIQUE (workspace_id, seq);

ALTER TABLE ONLY public.detection_task_label
    ADD CONSTRAINT detection_task_label_pkey PRIMARY KEY (task_id, label_id);

ALTER TABLE ONLY public.detection_task_negative_image
    ADD CONSTRAINT detection_task_negative_image_pkey PRIMARY KEY (task_id, image_id);

ALTER TABLE ONLY public.detection_task
    ADD CONSTRAINT detection_task_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.discarded_file
    ADD CONSTRAINT discarded_file_pkey PRIMARY KEY (file_key);

ALTER TABLE ONLY public.embedding_due
    ADD CONSTRAINT embedding_due_pkey PRIMARY KEY (n);

ALTER TABLE ONLY public.embedding
    ADD CONSTRAINT embedding_pkey PRIMARY KEY (id, kind);

ALTER TABLE ONLY public.evaluation_picture
    ADD CONSTRAINT evaluation_picture_pkey PRIMARY KEY (evaluation_id, task_id, image_id);

ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.evaluation_task
    ADD CONSTRAINT evaluation_task_pkey PRIMARY KEY (evaluation_id, task_id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.export_order
    ADD CONSTRAINT export_order_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.facet
    ADD CONSTRAINT facet_pkey PRIMARY KEY (workspace_id, kind, ref, chunk);

ALTER TABLE ONLY public.file_size
    ADD CONSTRAINT file_size_pkey PRIMARY KEY (file_key);

ALTER TABLE ONLY public.flow
    ADD CONSTRAINT flow_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.gold_appeal
    ADD CONSTRAINT gold_appeal_gold_id_user_id_job_id_key UNIQUE (gold_id, user_id, job_id);

ALTER TABLE ONLY public.gold_appeal
    ADD CONSTRAINT gold_appeal_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.gold_exposure
    ADD CONSTRAINT gold_exposure_pkey PRIMARY KEY (gold_id, user_id);

ALTER TABLE ONLY public.gold_item
    ADD CONSTRAINT gold_item_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.gold_revision
    ADD CONSTRAINT gold_revision_pkey PRIMARY KEY (gold_id, revision);

ALTER TABLE ONLY public.gold_sample
    ADD CONSTRAINT gold_sample_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.gold_score
    ADD CONSTRAINT gold_score_pkey PRIMARY KEY (gold_id, user_id, job_id);

ALTER TABLE ONLY public.gold_try
    ADD CONSTRAINT gold_try_pkey PRIMARY KEY (gold_id, user_id, job_id);

ALTER TABLE ONLY public.grade_company
    ADD CONSTRAINT grade_company_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.grade_company
    ADD CONSTRAINT grade_company_workspace_id_name_key UNIQUE (workspace_id, name);

ALTER TABLE ONLY public.group_group
    ADD CONSTRAINT group_group_pkey PRIMARY KEY (parent_id, child_id);

ALTER TABLE ONLY public.group_image
    ADD CONSTRAINT group_image_pkey PRIMARY KEY (group_id, image_id);

ALTER TABLE ONLY public.group_layer
    ADD CONSTRAINT group_layer_group_id_user_id_key UNIQUE (group_id, user_id);

ALTER TABLE ONLY public.group_layer_member
    ADD CONSTRAINT group_layer_member_pkey PRIMARY KEY (layer_id, member_id);

ALTER TABLE ONLY public.group_layer
    ADD CONSTRAINT group_layer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.group_object
    ADD CONSTRAINT group_object_pkey PRIMARY KEY (group_id, object_id);

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (user_id, key);

ALTER TABLE ONLY public.image_embedding
    ADD CONSTRAINT image_embedding_pkey PRIMARY KEY (image_id, model);

ALTER TABLE ONLY public.image_label
    ADD CONSTRAINT image_label_pkey PRIMARY KEY (image_id, label_id);

ALTER TABLE ONLY public.image_prediction
    ADD CONSTRAINT image_prediction_pkey PRIMARY KEY (run_id, image_id);

ALTER TABLE ONLY public.image_verification
    ADD CONSTRAINT image_verification_image_id_user_id_key UNIQUE (image_id, user_id);

ALTER TABLE ONLY public.image_verification
    ADD CONSTRAINT image_verification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.import_file
    ADD CONSTRAINT import_file_import_id_path_key UNIQUE (import_id, path);

ALTER TABLE ONLY public.import_file
    ADD CONSTRAINT import_file_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.import_item
    ADD CONSTRAINT import_item_pkey PRIMARY KEY (import_id, n);

ALTER TABLE ONLY public.import_named
    ADD CONSTRAINT import_named_pkey PRIMARY KEY (import_id, kind, said);

ALTER TABLE ONLY public.import_part
    ADD CONSTRAINT import_part_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.import_shape
    ADD CONSTRAINT import_shape_pkey PRIMARY KEY (import_id, item, n);

ALTER TABLE ONLY public.interactive_model
    ADD CONSTRAINT interactive_model_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invitation_secret
    ADD CONSTRAINT invitation_secret_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.item_adjudication
    ADD CONSTRAINT item_adjudication_pkey PRIMARY KEY (item_id);

ALTER TABLE ONLY public.item_comparison
    ADD CONSTRAINT item_comparison_pkey PRIMARY KEY (item_id, first_id, second_id);

ALTER TABLE ONLY public.item_layer
    ADD CONSTRAINT item_layer_item_id_user_id_key UNIQUE (item_id, user_id);

ALTER TABLE ONLY public.item_layer
    ADD CONSTRAINT item_layer_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.item_layer_version
    ADD CONSTRAINT item_layer_version_pkey PRIMARY KEY (layer_id, version);

ALTER TABLE ONLY public.item_snapshot
    ADD CONSTRAINT item_snapshot_pkey PRIMARY KEY (item_id, user_id);

ALTER TABLE ONLY public.item_work
    ADD CONSTRAINT item_work_pkey PRIMARY KEY (item_id, user_id);

ALTER TABLE ONLY public.job_assignee
    ADD CONSTRAINT job_assignee_pkey PRIMARY KEY (job_id, user_id);

ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_job_id_group_id_key UNIQUE (job_id, group_id);

ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_job_id_image_id_key UNIQUE (job_id, image_id);

ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.job_pause
    ADD CONSTRAINT job_pause_pkey PRIMARY KEY (job_id, user_id);

ALTER TABLE ONLY public.job_recognition_task
    ADD CONSTRAINT job_recognition_task_pkey PRIMARY KEY (job_id, task_id);

ALTER TABLE ONLY public.job_remark
    ADD CONSTRAINT job_remark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.login_address
    ADD CONSTRAINT login_address_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.login_failure
    ADD CONSTRAINT login_failure_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.long_work
    ADD CONSTRAINT long_work_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.map_layout
    ADD CONSTRAINT map_layout_pkey PRIMARY KEY (workspace_id, kind, method);

ALTER TABLE ONLY public.map_point
    ADD CONSTRAINT map_point_pkey PRIMARY KEY (id, kind, method);

ALTER TABLE ONLY public.mask
    ADD CONSTRAINT mask_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (user_id, workspace_id);

ALTER TABLE ONLY public.muted_notice
    ADD CONSTRAINT muted_notice_pkey PRIMARY KEY (user_id, kind);

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.object_label
    ADD CONSTRAINT object_label_pkey PRIMARY KEY (object_id, label_id);

ALTER TABLE ONLY public.oidc_identity
    ADD CONSTRAINT oidc_identity_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.oidc_membership
    ADD CONSTRAINT oidc_membership_pkey PRIMARY KEY (user_id, workspace_id);

ALTER TABLE ONLY public.oidc_sign_in
    ADD CONSTRAINT oidc_sign_in_pkey PRIMARY KEY (state_hash);

ALTER TABLE ONLY public.page_visit
    ADD CONSTRAINT page_visit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.password_link
    ADD CONSTRAINT password_link_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.point
    ADD CONSTRAINT point_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.polygon
    ADD CONSTRAINT polygon_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.prediction
    ADD CONSTRAINT prediction_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_detection_task_id_key UNIQUE (detection_task_id);

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_recognition_task_id_key UNIQUE (recognition_task_id);

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_segmentation_task_id_key UNIQUE (segmentation_task_id);

ALTER TABLE ONLY public.prediction
    ADD CONSTRAINT prediction_task_id_image_id_key UNIQUE (task_id, image_id);

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (user_id, tab);

ALTER TABLE ONLY public.price
    ADD CONSTRAINT price_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.price_source
    ADD CONSTRAINT price_source_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.price_source
    ADD CONSTRAINT price_source_workspace_id_name_key UNIQUE (workspace_id, name);

ALTER TABLE ONLY public.product_collection
    ADD CONSTRAINT product_collection_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.product_image
    ADD CONSTRAINT product_image_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.product_set
    ADD CONSTRAINT product_set_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.product_shape
    ADD CONSTRAINT product_shape_collection_id_digest_key UNIQUE (collection_id, digest);

ALTER TABLE ONLY public.product_shape
    ADD CONSTRAINT product_shape_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.quality_settings
    ADD CONSTRAINT quality_settings_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.quality_target
    ADD CONSTRAINT quality_target_pkey PRIMARY KEY (task_id);

ALTER TABLE ONLY public.recognition_label
    ADD CONSTRAINT recognition_label_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.recognition_model
    ADD CONSTRAINT recognition_model_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.recognition_model
    ADD CONSTRAINT recognition_model_task_id_number_key UNIQUE (task_id, number);

ALTER TABLE ONLY public.recognition_task_label
    ADD CONSTRAINT recognition_task_label_pkey PRIMARY KEY (task_id, label_id);

ALTER TABLE ONLY public.recognition_task
    ADD CONSTRAINT recognition_task_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.rule_violation
    ADD CONSTRAINT rule_violation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.segmentation_label
    ADD CONSTRAINT segmentation_label_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.segmentation_model
    ADD CONSTRAINT segmentation_model_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.segmentation_model
    ADD CONSTRAINT segmentation_model_task_id_number_key UNIQUE (task_id, number);

ALTER TABLE ONLY public.segmentation_task_label
    ADD CONSTRAINT segmentation_task_label_pkey PRIMARY KEY (task_id, label_id);

ALTER TABLE ONLY public.segmentation_task
    ADD CONSTRAINT segmentation_task_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.server_setting
    ADD CONSTRAINT server_setting_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.similar_likeness
    ADD CONSTRAINT similar_likeness_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.similarity_group
    ADD CONSTRAINT similarity_group_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.similarity_task
    ADD CONSTRAINT similarity_task_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.similarity_task_type
    ADD CONSTRAINT similarity_task_type_pkey PRIMARY KEY (task_id, type_id);

ALTER TABLE ONLY public.similarity_type
    ADD CONSTRAINT similarity_type_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.similarity_verification
    ADD CONSTRAINT similarity_verification_group_id_user_id_key UNIQUE (group_id, user_id);

ALTER TABLE ONLY public.similarity_verification
    ADD CONSTRAINT similarity_verification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.skeleton
    ADD CONSTRAINT skeleton_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.storage_use
    ADD CONSTRAINT storage_use_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY public.suspect
    ADD CONSTRAINT suspect_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.training_image
    ADD CONSTRAINT training_image_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.training_image
    ADD CONSTRAINT training_image_workspace_id_content_hash_key UNIQUE (workspace_id, content_hash);

ALTER TABLE ONLY public.training_image
    ADD CONSTRAINT training_image_workspace_id_seq_key UNIQUE (workspace_id, seq);

ALTER TABLE ONLY public.training_rule
    ADD CONSTRAINT training_rule_pkey PRIMARY KEY (task_id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_secret
    ADD CONSTRAINT webhook_secret_pkey PRIMARY KEY (webhook_id, secret);

ALTER TABLE ONLY public.workspace_counter
    ADD CONSTRAINT workspace_counter_pkey PRIMARY KEY (workspace_id, kind);

ALTER TABLE ONLY public.workspace
    ADD CONSTRAINT workspace_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_service
    ADD CONSTRAINT workspace_service_pkey PRIMARY KEY (workspace_id, slug);

CREATE INDEX jobs_main_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE (is_available = true);

CREATE INDEX jobs_no_queue_index ON graphile_worker._private_jobs USING btree (priority, run_at) INCLUDE (id, task_id) WHERE ((is_available = true) AND (job_queue_id IS NULL));

CREATE INDEX active_period_ended ON public.active_period USING btree (ended);

CREATE INDEX active_period_user ON public.active_period USING btree (user_id);

CREATE INDEX annotation_job_flow ON public.annotation_job USING btree (flow_id);

CREATE INDEX annotation_job_gold ON public.annotation_job USING btree (workspace_id) WHERE ((gold_rate IS NOT NULL) AND (NOT done));

CREATE INDEX annotation_job_label ON public.annotation_job USING btree (mark_done_label_id);

CREATE INDEX annotation_job_workspace ON public.annotation_job USING btree (workspace_id, type, lower(name), id);

CREATE INDEX api_token_user ON public.api_token USING btree (user_id);

CREATE INDEX api_token_workspace ON public.api_token USING btree (workspace_id);

CREATE UNIQUE INDEX app_user_username ON public.app_user USING btree (lower(username));

CREATE INDEX audit_entry_created ON public.audit_entry USING btree (created);

CREATE INDEX audit_entry_workspace ON public.audit_entry USING btree (workspace_id, created DESC);

CREATE INDEX auto_acceptance_job ON public.auto_acceptance USING btree (job_id);

CREATE INDEX auto_acceptance_run ON public.auto_acceptance USING btree (run_id, model_id);

CREATE INDEX auto_acceptance_workspace ON public.auto_acceptance USING btree (workspace_id);

CREATE INDEX change_by_id ON ONLY public.change USING btree (id);

CREATE INDEX change_created ON ONLY public.change USING brin (created) WITH (pages_per_range='8');

CREATE INDEX change_deleted ON ONLY public.change USING btree (workspace_id, id) WHERE ((operation = 'delete'::text) AND (relation = ANY (ARRAY['training_image'::text, 'detection_object'::text, 'polygon'::text, 'mask'::text, 'point'::text, 'skeleton'::text, 'similarity_group'::text, 'product'::text, 'product_set'::text, 'product_collection'::text, 'flow'::text, 'annotation_job'::text, 'recognition_label'::text, 'detection_label'::text, 'segmentation_label'::text, 'recognition_task'::text, 'detection_task'::text, 'segmentation_task'::text, 'similarity_task'::text, 'recognition_model'::text, 'detection_model'::text, 'segmentation_model'::text])));

CREATE INDEX change_model ON ONLY public.change USING btree (COALESCE((before ->> 'model_id'::text), (after ->> 'model_id'::text))) WHERE (COALESCE((before ->> 'model_id'::text), (after ->> 'model_id'::text)) IS NOT NULL);

CREATE INDEX change_of_set ON ONLY public.change USING btree (change_set_id, id);

CREATE INDEX change_other_change_set_id_id_idx ON public.change_other USING btree (change_set_id, id);

CREATE INDEX change_other_coalesce_idx ON public.change_other USING btree (COALESCE((before ->> 'model_id'::text), (after ->> 'model_id'::text))) WHERE (COALESCE((before ->> 'model_id'::text), (after ->> 'model_id'::text)) IS NOT NULL);

CREATE INDEX change_other_created_idx ON public.change_other USING brin (created) WITH (pages_per_range='8');

CREATE INDEX change_other_id_idx ON public.change_other USING btree (id);

CREATE INDEX change_subject ON ONLY public.change USING btree (subject_id, id);

CREATE INDEX change_other_subject_id_id_idx ON public.change_other USING btree (subject_id, id);

CREATE INDEX change_other_workspace_id_id_idx ON public.change_other USING btree (workspace_id, id) WHERE ((operation = 'delete'::text) AND (relation = ANY (ARRAY['training_image'::text, 'detection_object'::text, 'polygon'::text, 'mask'::text, 'point'::text, 'skeleton'::text, 'similarity_group'::text, 'product'::text, 'product_set'::text, 'product_collection'::text, 'flow'::text, 'annotation_job'::text, 'recognition_label'::text, 'detection_label'::text, 'segmentation_label'::text, 'recognition_task'::text, 'detection_task'::text, 'segmentation_task'::text, 'similarity_task'::text, 'recognition_model'::text, 'detection_model'::text, 'segmentation_model'::text])));

CREATE INDEX change_set_created ON public.change_set USING brin (created);

CREATE UNIQUE INDEX change_set_key ON public.change_set USING btree (workspace_id, key, COALESCE(user_id, workspace_id)) WHERE (key IS NOT NULL);

CREATE INDEX change_set_kind_created ON public.change_set_kind USING btree (workspace_id, relation, created, set_id);

CREATE INDEX change_set_kind_origin ON public.change_set_kind USING btree (workspace_id, origin, relation, created, set_id);

CREATE INDEX change_set_kind_user ON public.change_set_kind USING btree (workspace_id, user_id, relation, created, set_id) INCLUDE (origin) WHERE (user_id IS NOT NULL);

CREATE INDEX change_set_origin ON public.change_set USING btree (workspace_id, origin, created, id);

CREATE INDEX change_set_undoes ON public.change_set USING btree (undoes) WHERE (undoes IS NOT NULL);

CREATE INDEX change_set_user ON public.change_set USING btree (workspace_id, user_id, created, id) INCLUDE (origin);

CREATE INDEX change_set_workspace ON public.change_set USING btree (workspace_id, created, id);

CREATE INDEX comment_author ON public.comment USING btree (author_id, thread_id);

CREATE INDEX comment_mentions ON public.comment USING gin (mentions);

CREATE INDEX comment_of_thread ON public.comment USING btree (thread_id, created, id);

CREATE INDEX comment_thread_group_id ON public.comment_thread USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE INDEX comment_thread_image_id ON public.comment_thread USING btree (image_id) WHERE (image_id IS NOT NULL);

CREATE INDEX comment_thread_item_id ON public.comment_thread USING btree (item_id) WHERE (item_id IS NOT NULL);

CREATE INDEX comment_thread_mask_id ON public.comment_thread USING btree (mask_id) WHERE (mask_id IS NOT NULL);

CREATE INDEX comment_thread_object_id ON public.comment_thread USING btree (object_id) WHERE (object_id IS NOT NULL);

CREATE INDEX comment_thread_point_id ON public.comment_thread USING btree (point_id) WHERE (point_id IS NOT NULL);

CREATE INDEX comment_thread_polygon_id ON public.comment_thread USING btree (polygon_id) WHERE (polygon_id IS NOT NULL);

CREATE INDEX comment_thread_product_id ON public.comment_thread USING btree (product_id) WHERE (product_id IS NOT NULL);

CREATE INDEX comment_thread_resolved_by ON public.comment_thread USING btree (resolved_by) WHERE (resolved_by IS NOT NULL);

CREATE INDEX comment_thread_skeleton_id ON public.comment_thread USING btree (skeleton_id) WHERE (skeleton_id IS NOT NULL);

CREATE INDEX comment_thread_workspace ON public.comment_thread USING btree (workspace_id, created, id);

CREATE INDEX comment_workspace ON public.comment USING btree (workspace_id);

CREATE INDEX daily_statistics_job ON public.daily_statistics USING btree (job_id, day) WHERE (job_id IS NOT NULL);

CREATE INDEX data_import_created_by ON public.data_import USING btree (created_by);

CREATE INDEX data_import_work ON public.data_import USING btree (work_id);

CREATE INDEX data_import_workspace ON public.data_import USING btree (workspace_id, created DESC, id);

CREATE INDEX dataset_version_created_by ON public.dataset_version USING btree (created_by);

CREATE INDEX dataset_version_workspace ON public.dataset_version USING btree (workspace_id, created);

CREATE INDEX declared_provenance_subject ON public.declared_provenance USING btree (workspace_id, subject_id);

CREATE INDEX deleted_shape_deleted_at ON public.deleted_shape USING btree (deleted_at);

CREATE INDEX deleted_shape_deleted_by ON public.deleted_shape USING btree (deleted_by);

CREATE INDEX deleted_shape_image ON public.deleted_shape USING btree (image_id);

CREATE INDEX deleted_shape_workspace ON public.deleted_shape USING btree (workspace_id);

CREATE UNIQUE INDEX detection_label_key ON public.detection_label USING btree (workspace_id, key) WHERE (key IS NOT NULL);

CREATE INDEX detection_label_recognition_task_task ON public.detection_label_recognition_task USING btree (task_id);

CREATE INDEX detection_label_recognition_task_workspace ON public.detection_label_recognition_task USING btree (workspace_id);

CREATE INDEX detection_label_workspace ON public.detection_label USING btree (workspace_id, lower(name), id);

CREATE INDEX detection_model_dataset ON public.detection_model USING btree (dataset_id) WHERE (dataset_id IS NOT NULL);

CREATE INDEX detection_model_workspace ON public.detection_model USING btree (workspace_id, created);

CREATE INDEX detection_object_attributes ON public.detection_object USING btree (workspace_id, image_id) WHERE (attributes <> '{}'::jsonb);

CREATE INDEX detection_object_created ON public.detection_object USING btree (workspace_id, created, seq);

CREATE INDEX detection_object_image ON public.detection_object USING btree (image_id, seq);

CREATE INDEX detection_object_label ON public.detection_object USING btree (detection_label_id, seq);

CREATE INDEX detection_object_model ON public.detection_object USING btree (workspace_id, image_id) WHERE (model_id IS NOT NULL);

CREATE INDEX detection_object_rotated ON public.detection_object USING btree (image_id) WHERE (rotated_box IS NOT NULL);

CREATE INDEX detection_task_label_label ON public.detection_task_label USING btree (label_id, task_id);

CREATE INDEX detection_task_label_workspace ON public.detection_task_label USING btree (workspace_id);

CREATE INDEX detection_task_negative_image_image ON public.detection_task_negative_image USING btree (image_id);

CREATE INDEX detection_task_negative_image_workspace ON public.detection_task_negative_image USING btree (workspace_id);

CREATE INDEX detection_task_workspace ON public.detection_task USING btree (workspace_id, lower(name), id);

CREATE INDEX discarded_file_discarded ON public.discarded_file USING btree (discarded);

CREATE INDEX embedding_due_groups ON public.embedding_due USING btree (n) WHERE (kind = 'group'::text);

CREATE INDEX embedding_due_pictures ON public.embedding_due USING btree (n) WHERE (kind <> 'group'::text);

CREATE INDEX embedding_due_workspace ON public.embedding_due USING btree (workspace_id, kind, id);

CREATE INDEX embedding_workspace ON public.embedding USING btree (workspace_id, kind, change);

CREATE INDEX evaluation_of_task ON public.evaluation USING btree (of_task) WHERE (of_task IS NOT NULL);

CREATE INDEX evaluation_picture_image ON public.evaluation_picture USING btree (image_id);

CREATE INDEX evaluation_task_task ON public.evaluation_task USING btree (task_id);

CREATE INDEX evaluation_work ON public.evaluation USING btree (work_id);

CREATE INDEX evaluation_workspace ON public.evaluation USING btree (workspace_id, created DESC, id);

CREATE INDEX event_time ON public.event USING btree ("time");

CREATE INDEX event_user ON public.event USING btree (user_id);

CREATE INDEX event_workspace ON public.event USING btree (workspace_id, id);

CREATE INDEX export_order_created_by ON public.export_order USING btree (created_by);

CREATE INDEX export_order_workspace ON public.export_order USING btree (workspace_id);

CREATE INDEX facet_ref ON public.facet USING btree (ref, kind);

CREATE INDEX flow_workspace ON public.flow USING btree (workspace_id, lower(name), id);

CREATE INDEX gold_appeal_decided_by ON public.gold_appeal USING btree (decided_by);

CREATE INDEX gold_appeal_job_id ON public.gold_appeal USING btree (job_id);

CREATE INDEX gold_appeal_user_id ON public.gold_appeal USING btree (user_id);

CREATE INDEX gold_appeal_workspace_id ON public.gold_appeal USING btree (workspace_id);

CREATE INDEX gold_exposure_user ON public.gold_exposure USING btree (user_id);

CREATE INDEX gold_exposure_workspace ON public.gold_exposure USING btree (workspace_id);

CREATE UNIQUE INDEX gold_item_active ON public.gold_item USING btree (task_id, image_id) WHERE (retired IS NULL);

CREATE UNIQUE INDEX gold_item_active_group ON public.gold_item USING btree (task_id, group_id) WHERE (retired IS NULL);

CREATE INDEX gold_item_created_by ON public.gold_item USING btree (created_by);

CREATE INDEX gold_item_group ON public.gold_item USING btree (group_id);

CREATE INDEX gold_item_image ON public.gold_item USING btree (image_id);

CREATE INDEX gold_item_workspace ON public.gold_item USING btree (workspace_id, task_id);

CREATE INDEX gold_revision_created_by ON public.gold_revision USING btree (created_by);

CREATE INDEX gold_revision_workspace ON public.gold_revision USING btree (workspace_id);

CREATE INDEX gold_sample_group ON public.gold_sample USING btree (group_id);

CREATE INDEX gold_sample_image ON public.gold_sample USING btree (image_id);

CREATE INDEX gold_sample_job ON public.gold_sample USING btree (job_id);

CREATE INDEX gold_sample_workspace ON public.gold_sample USING btree (workspace_id, task_id);

CREATE INDEX gold_score_item ON public.gold_score USING btree (item_id);

CREATE INDEX gold_score_job ON public.gold_score USING btree (job_id, user_id);

CREATE INDEX gold_score_user ON public.gold_score USING btree (user_id);

CREATE INDEX gold_score_workspace ON public.gold_score USING btree (workspace_id);

CREATE INDEX gold_try_item_id ON public.gold_try USING btree (item_id);

CREATE INDEX gold_try_job_id ON public.gold_try USING btree (job_id);

CREATE INDEX gold_try_user_id ON public.gold_try USING btree (user_id);

CREATE INDEX gold_try_workspace_id ON public.gold_try USING btree (workspace_id);

CREATE INDEX group_group_child ON public.group_group USING btree (child_id, parent_id);

CREATE INDEX group_group_workspace ON public.group_group USING btree (workspace_id);

CREATE INDEX group_image_image ON public.group_image USING btree (image_id, group_id);

CREATE INDEX group_image_workspace ON public.group_image USING btree (workspace_id);

CREATE INDEX group_layer_item_id ON public.group_layer USING btree (item_id);

CREATE INDEX group_layer_job_id ON public.group_layer USING btree (job_id);

CREATE INDEX group_layer_member_image_id ON public.group_layer_member USING btree (image_id);

CREATE INDEX group_layer_member_workspace_id ON public.group_layer_member USING btree (workspace_id);

CREATE INDEX group_layer_user_id ON public.group_layer USING btree (user_id);

CREATE INDEX group_layer_workspace_id ON public.group_layer USING btree (workspace_id);

CREATE INDEX group_object_object ON public.group_object USING btree (object_id, group_id);

CREATE INDEX group_object_workspace ON public.group_object USING btree (workspace_id);

CREATE INDEX idempotency_key_created ON public.idempotency_key USING btree (created);

CREATE INDEX image_embedding_used ON public.image_embedding USING btree (used);

CREATE INDEX image_label_label ON public.image_label USING btree (label_id, value, image_id);

CREATE INDEX image_label_model ON public.image_label USING btree (workspace_id, image_id) WHERE (model_id IS NOT NULL);

CREATE INDEX image_label_workspace ON public.image_label USING btree (workspace_id);

CREATE INDEX image_prediction_image ON public.image_prediction USING btree (image_id);

CREATE INDEX image_prediction_uncertainty ON public.image_prediction USING btree (run_id, uncertainty DESC NULLS LAST);

CREATE INDEX image_verification_model ON public.image_verification USING btree (model_id, image_id) WHERE (model_id IS NOT NULL);

CREATE INDEX image_verification_nothing ON public.image_verification USING btree (workspace_id, image_id) WHERE nothing_to_annotate;

CREATE INDEX image_verification_user ON public.image_verification USING btree (user_id);

CREATE INDEX image_verification_workspace ON public.image_verification USING btree (workspace_id, created);

CREATE INDEX import_item_outcome ON public.import_item USING btree (import_id, outcome, n);

CREATE UNIQUE INDEX import_part_file ON public.import_part USING btree (file_id, start);

CREATE INDEX invitation_secret_invitation ON public.invitation_secret USING btree (invitation_id);

CREATE INDEX invitation_workspace ON public.invitation USING btree (workspace_id, created);

CREATE INDEX item_adjudication_job ON public.item_adjudication USING btree (job_id);

CREATE INDEX item_adjudication_user ON public.item_adjudication USING btree (user_id);

CREATE INDEX item_adjudication_workspace ON public.item_adjudication USING btree (workspace_id);

CREATE INDEX item_comparison_job ON public.item_comparison USING btree (job_id);

CREATE INDEX item_comparison_second ON public.item_comparison USING btree (item_id, second_id);

CREATE INDEX item_comparison_workspace ON public.item_comparison USING btree (workspace_id);

CREATE INDEX item_layer_job ON public.item_layer USING btree (job_id);

CREATE INDEX item_layer_user ON public.item_layer USING btree (user_id);

CREATE INDEX item_layer_version_workspace ON public.item_layer_version USING btree (workspace_id);

CREATE INDEX item_layer_workspace ON public.item_layer USING btree (workspace_id);

CREATE INDEX item_snapshot_job ON public.item_snapshot USING btree (job_id);

CREATE INDEX item_snapshot_user ON public.item_snapshot USING btree (user_id);

CREATE INDEX item_snapshot_workspace ON public.item_snapshot USING btree (workspace_id);

CREATE INDEX item_work_app_user ON public.item_work USING btree (user_id);

CREATE INDEX item_work_user ON public.item_work USING btree (job_id, user_id);

CREATE INDEX item_work_workspace ON public.item_work USING btree (workspace_id);

CREATE INDEX job_assignee_user ON public.job_assignee USING btree (user_id);

CREATE INDEX job_assignee_workspace ON public.job_assignee USING btree (workspace_id);

CREATE INDEX job_item_done ON public.job_item USING btree (job_id, done_count);

CREATE INDEX job_item_gold ON public.job_item USING btree (gold_id) WHERE (gold_id IS NOT NULL);

CREATE INDEX job_item_group ON public.job_item USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE INDEX job_item_image ON public.job_item USING btree (image_id) WHERE (image_id IS NOT NULL);

CREATE INDEX job_item_position ON public.job_item USING btree (job_id, "position");

CREATE INDEX job_item_shuffle ON public.job_item USING btree (job_id, shuffle);

CREATE INDEX job_item_workspace ON public.job_item USING btree (workspace_id);

CREATE INDEX job_pause_paused_by ON public.job_pause USING btree (paused_by);

CREATE INDEX job_pause_user_id ON public.job_pause USING btree (user_id);

CREATE INDEX job_pause_workspace_id ON public.job_pause USING btree (workspace_id);

CREATE INDEX job_recognition_task_task ON public.job_recognition_task USING btree (task_id);

CREATE INDEX job_recognition_task_workspace ON public.job_recognition_task USING btree (workspace_id);

CREATE INDEX job_remark_author ON public.job_remark USING btree (author_id, state);

CREATE INDEX job_remark_item ON public.job_remark USING btree (item_id);

CREATE INDEX job_remark_job ON public.job_remark USING btree (job_id, state);

CREATE INDEX job_remark_reviewer ON public.job_remark USING btree (reviewer_id, state);

CREATE INDEX job_remark_workspace ON public.job_remark USING btree (workspace_id, created, id);

CREATE INDEX long_work_unfinished ON public.long_work USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX long_work_workspace ON public.long_work USING btree (workspace_id, created DESC, id);

CREATE INDEX map_point_layout ON public.map_point USING btree (workspace_id, kind, method);

CREATE INDEX mask_attributes ON public.mask USING btree (workspace_id, image_id) WHERE (attributes <> '{}'::jsonb);

CREATE INDEX mask_created_by ON public.mask USING btree (created_by);

CREATE INDEX mask_image ON public.mask USING btree (image_id, created, id);

CREATE INDEX mask_label ON public.mask USING btree (segmentation_label_id, created, id);

CREATE INDEX mask_label_image ON public.mask USING btree (segmentation_label_id, image_id);

CREATE INDEX mask_model ON public.mask USING btree (workspace_id, image_id) WHERE (model_id IS NOT NULL);

CREATE INDEX mask_workspace ON public.mask USING btree (workspace_id, created, id);

CREATE INDEX membership_workspace ON public.membership USING btree (workspace_id);

CREATE INDEX notice_actor ON public.notice USING btree (actor_id) WHERE (actor_id IS NOT NULL);

CREATE INDEX notice_read ON public.notice USING btree (read) WHERE (read IS NOT NULL);

CREATE INDEX notice_unread ON public.notice USING btree (user_id, workspace_id) WHERE (read IS NULL);

CREATE INDEX notice_user ON public.notice USING btree (user_id, created, id);

CREATE INDEX notice_workspace ON public.notice USING btree (workspace_id);

CREATE INDEX object_label_label ON public.object_label USING btree (label_id, value, object_id);

CREATE INDEX object_label_workspace ON public.object_label USING btree (workspace_id);

CREATE INDEX oidc_identity_user ON public.oidc_identity USING btree (user_id);

CREATE INDEX oidc_sign_in_expires ON public.oidc_sign_in USING btree (expires);

CREATE INDEX page_visit_user_id ON public.page_visit USING btree (user_id);

CREATE INDEX page_visit_version ON public.page_visit USING btree (remote, version);

CREATE INDEX password_link_user ON public.password_link USING btree (user_id);

CREATE INDEX point_attributes ON public.point USING btree (workspace_id, image_id) WHERE (attributes <> '{}'::jsonb);

CREATE INDEX point_image ON public.point USING btree (image_id, created, id);

CREATE INDEX point_model ON public.point USING btree (workspace_id, image_id) WHERE (model_id IS NOT NULL);

CREATE INDEX point_workspace ON public.point USING btree (workspace_id, created, id);

CREATE INDEX polygon_attributes ON public.polygon USING btree (workspace_id, image_id) WHERE (attributes <> '{}'::jsonb);

CREATE INDEX polygon_image ON public.polygon USING btree (image_id, created, id);

CREATE INDEX polygon_label ON public.polygon USING btree (segmentation_label_id, created, id);

CREATE INDEX polygon_label_image ON public.polygon USING btree (segmentation_label_id, image_id);

CREATE INDEX polygon_model ON public.polygon USING btree (workspace_id, image_id) WHERE (model_id IS NOT NULL);

CREATE INDEX polygon_workspace ON public.polygon USING btree (workspace_id, created, id);

CREATE INDEX prediction_image ON public.prediction USING btree (image_id);

CREATE INDEX prediction_model ON public.prediction USING btree (model_id);

CREATE INDEX prediction_run_created_by ON public.prediction_run USING btree (created_by);

CREATE INDEX prediction_run_work ON public.prediction_run USING btree (work_id);

CREATE INDEX prediction_run_workspace ON public.prediction_run USING btree (workspace_id);

CREATE INDEX prediction_workspace ON public.prediction USING btree (workspace_id, created);

CREATE INDEX presence_entity ON public.presence USING btree (entity_id);

CREATE INDEX presence_workspace ON public.presence USING btree (workspace_id);

CREATE INDEX price_grade_company_of ON public.price USING btree (grade_company_id);

CREATE INDEX price_product ON public.price USING btree (product_id, date_of_creation DESC, id);

CREATE INDEX price_source_of ON public.price USING btree (source_id);

CREATE INDEX price_workspace ON public.price USING btree (workspace_id, date_of_creation DESC, id);

CREATE INDEX product_collection_of ON public.product USING btree (collection_id) INCLUDE (verified);

CREATE INDEX product_collection_workspace ON public.product_collection USING btree (workspace_id, lower(name), id);

CREATE INDEX product_created_order ON public.product USING btree (workspace_id, created, id) INCLUDE (customer_product_id, name, verified, collection_id, product_set_id, images_count, prices_count, shape_id);

CREATE INDEX product_customer ON public.product USING btree (workspace_id, customer_product_id);

CREATE INDEX product_image_cut_out ON public.product_image USING btree (((meta_data ->> 'image'::text))) WHERE ((meta_data ->> 'image'::text) IS NOT NULL);

CREATE INDEX product_image_display_key ON public.product_image USING hash (display_key) WHERE (display_key IS NOT NULL);

CREATE INDEX product_image_img_key ON public.product_image USING hash (img_key);

CREATE INDEX product_image_product ON public.product_image USING btree (product_id, created, id);

CREATE INDEX product_image_thumb_key ON public.product_image USING hash (thumb_key);

CREATE INDEX product_image_workspace ON public.product_image USING btree (workspace_id, created, id);

CREATE INDEX product_number_order ON public.product USING btree (workspace_id, NULLIF(lower(customer_product_id), ''::text), id) INCLUDE (customer_product_id, name, verified, collection_id, product_set_id, images_count, prices_count, shape_id);

CREATE INDEX product_set_collection ON public.product_set USING btree (collection_id);

CREATE INDEX product_set_of ON public.product USING btree (product_set_id) INCLUDE (verified);

CREATE INDEX product_set_parent ON public.product_set USING btree (parent_id);

CREATE INDEX product_set_workspace ON public.product_set USING btree (workspace_id, lower(name), id);

CREATE INDEX product_shape_workspace ON public.product_shape USING btree (workspace_id, products);

CREATE INDEX product_workspace ON public.product USING btree (workspace_id, lower(name), id) INCLUDE (name, verified, collection_id, product_set_id, images_count, prices_count, shape_id);

CREATE INDEX quality_target_detection_task_id ON public.quality_target USING btree (detection_task_id);

CREATE INDEX quality_target_recognition_task_id ON public.quality_target USING btree (recognition_task_id);

CREATE INDEX quality_target_segmentation_task_id ON public.quality_target USING btree (segmentation_task_id);

CREATE INDEX quality_target_similarity_task_id ON public.quality_target USING btree (similarity_task_id);

CREATE INDEX quality_target_workspace_id ON public.quality_target USING btree (workspace_id);

CREATE UNIQUE INDEX recognition_label_key ON public.recognition_label USING btree (workspace_id, key) WHERE (key IS NOT NULL);

CREATE INDEX recognition_label_negative ON public.recognition_label USING btree (negative_for_task) WHERE (negative_for_task IS NOT NULL);

CREATE INDEX recognition_label_workspace ON public.recognition_label USING btree (workspace_id, lower(name), id);

CREATE INDEX recognition_model_dataset ON public.recognition_model USING btree (dataset_id) WHERE (dataset_id IS NOT NULL);

CREATE INDEX recognition_model_workspace ON public.recognition_model USING btree (workspace_id, created);

CREATE INDEX recognition_task_label_label ON public.recognition_task_label USING btree (label_id, task_id);

CREATE INDEX recognition_task_label_workspace ON public.recognition_task_label USING btree (workspace_id);

CREATE INDEX recognition_task_workspace ON public.recognition_task USING btree (workspace_id, lower(name), id);

CREATE INDEX refresh_token_expires ON public.refresh_token USING btree (expires);

CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);

CREATE INDEX rule_violation_detection ON public.rule_violation USING btree (detection_task_id, rule, image_id);

CREATE INDEX rule_violation_image ON public.rule_violation USING btree (image_id);

CREATE INDEX rule_violation_recognition ON public.rule_violation USING btree (recognition_task_id, rule, image_id);

CREATE INDEX rule_violation_segmentation ON public.rule_violation USING btree (segmentation_task_id, rule, image_id);

CREATE INDEX rule_violation_workspace ON public.rule_violation USING btree (workspace_id);

CREATE UNIQUE INDEX segmentation_label_key ON public.segmentation_label USING btree (workspace_id, key) WHERE (key IS NOT NULL);

CREATE INDEX segmentation_label_workspace ON public.segmentation_label USING btree (workspace_id, lower(name), id);

CREATE INDEX segmentation_model_dataset ON public.segmentation_model USING btree (dataset_id) WHERE (dataset_id IS NOT NULL);

CREATE INDEX segmentation_model_workspace ON public.segmentation_model USING btree (workspace_id, created);

CREATE INDEX segmentation_task_label_label ON public.segmentation_task_label USING btree (label_id, task_id);

CREATE INDEX segmentation_task_label_workspace ON public.segmentation_task_label USING btree (workspace_id);

CREATE INDEX segmentation_task_workspace ON public.segmentation_task USING btree (workspace_id, lower(name), id);

CREATE INDEX session_of_user ON public.session USING btree (user_id);

CREATE INDEX similarity_group_type ON public.similarity_group USING btree (type_id);

CREATE INDEX similarity_group_workspace ON public.similarity_group USING btree (workspace_id, lower(name), id);

CREATE INDEX similarity_task_type_type ON public.similarity_task_type USING btree (type_id, task_id);

CREATE INDEX similarity_task_type_workspace ON public.similarity_task_type USING btree (workspace_id);

CREATE INDEX similarity_task_workspace ON public.similarity_task USING btree (workspace_id, lower(name), id);

CREATE INDEX similarity_type_workspace ON public.similarity_type USING btree (workspace_id, lower(name), id);

CREATE INDEX similarity_verification_user ON public.similarity_verification USING btree (user_id);

CREATE INDEX similarity_verification_workspace ON public.similarity_verification USING btree (workspace_id);

CREATE INDEX skeleton_attributes ON public.skeleton USING btree (workspace_id, image_id) WHERE (attributes <> '{}'::jsonb);

CREATE INDEX skeleton_created_by ON public.skeleton USING btree (created_by);

CREATE INDEX skeleton_image ON public.skeleton USING btree (image_id, created, id);

CREATE INDEX skeleton_label ON public.skeleton USING btree (detection_label_id, image_id);

CREATE INDEX skeleton_model ON public.skeleton USING btree (workspace_id, image_id) WHERE (model_id IS NOT NULL);

CREATE INDEX skeleton_workspace ON public.skeleton USING btree (workspace_id, created, id);

CREATE INDEX suspect_decided_by ON public.suspect USING btree (decided_by);

CREATE INDEX suspect_image ON public.suspect USING btree (image_id);

CREATE INDEX suspect_queue ON public.suspect USING btree (run_id, state, sureness DESC, id);

CREATE INDEX suspect_workspace ON public.suspect USING btree (workspace_id);

CREATE INDEX training_image_created ON public.training_image USING btree (workspace_id, created, seq);

CREATE INDEX training_image_display_key ON public.training_image USING hash (display_key) WHERE (display_key IS NOT NULL);

CREATE INDEX training_image_file_name ON public.training_image USING btree (workspace_id, file_name, seq DESC);

CREATE INDEX training_image_img_key ON public.training_image USING hash (img_key);

CREATE INDEX training_image_mask_key ON public.training_image USING hash (mask_key) WHERE (mask_key IS NOT NULL);

CREATE INDEX training_image_thumb_key ON public.training_image USING hash (thumb_key);

CREATE INDEX training_rule_detection_task_id ON public.training_rule USING btree (detection_task_id);

CREATE INDEX training_rule_recognition_task_id ON public.training_rule USING btree (recognition_task_id);

CREATE INDEX training_rule_segmentation_task_id ON public.training_rule USING btree (segmentation_task_id);

CREATE INDEX training_rule_user_id ON public.training_rule USING btree (user_id);

CREATE INDEX training_rule_workspace_id ON public.training_rule USING btree (workspace_id);

CREATE INDEX webhook_created_by ON public.webhook USING btree (created_by);

CREATE INDEX webhook_delivery_created ON public.webhook_delivery USING btree (created);

CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (webhook_id, entity_id, "position") WHERE (state = 'waiting'::text);

CREATE INDEX webhook_delivery_webhook ON public.webhook_delivery USING btree (webhook_id, "position");

CREATE INDEX webhook_delivery_workspace ON public.webhook_delivery USING btree (workspace_id);

CREATE UNIQUE INDEX webhook_secret_current ON public.webhook_secret USING btree (webhook_id) WHERE (expires IS NULL);

CREATE INDEX webhook_workspace ON public.webhook USING btree (workspace_id);

ALTER INDEX public.change_of_set ATTACH PARTITION public.change_other_change_set_id_id_idx;

ALTER INDEX public.change_model ATTACH PARTITION public.change_other_coalesce_idx;

ALTER INDEX public.change_created ATTACH PARTITION public.change_other_created_idx;

ALTER INDEX public.change_by_id ATTACH PARTITION public.change_other_id_idx;

ALTER INDEX public.change_subject ATTACH PARTITION public.change_other_subject_id_id_idx;

ALTER INDEX public.change_deleted ATTACH PARTITION public.change_other_workspace_id_id_idx;

CREATE TRIGGER announce AFTER INSERT OR UPDATE OF finished ON public.change_set FOR EACH ROW EXECUTE FUNCTION public.announce_change_set();

CREATE TRIGGER announce AFTER INSERT OR UPDATE OF state, progress_done, progress_total ON public.long_work FOR EACH ROW EXECUTE FUNCTION public.announce_work();

CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OF read ON public.notice FOR EACH ROW EXECUTE FUNCTION public.announce_notice();

CREATE TRIGGER announce AFTER INSERT OR DELETE ON public.presence FOR EACH ROW EXECUTE FUNCTION public.announce_presence();

CREATE TRIGGER announce_access AFTER DELETE OR UPDATE OF scopes, workspace_id, expires ON public.api_token FOR EACH ROW EXECUTE FUNCTION public.announce_access('user', 'user_id');

CREATE TRIGGER announce_access AFTER UPDATE OF api_token ON public.app_user FOR EACH ROW EXECUTE FUNCTION public.announce_access('user', 'id');

CREATE TRIGGER announce_access AFTER INSERT OR DELETE OR UPDATE OF role ON public.membership FOR EACH ROW EXECUTE FUNCTION public.announce_access('user', 'user_id');

CREATE TRIGGER announce_access AFTER DELETE OR UPDATE OF ended ON public.session FOR EACH ROW EXECUTE FUNCTION public.announce_access('user', 'user_id');

CREATE TRIGGER announce_access AFTER DELETE OR UPDATE OF owner_id ON public.workspace FOR EACH ROW EXECUTE FUNCTION public.announce_access('workspace', 'id');

CREATE TRIGGER announce_access AFTER INSERT OR DELETE ON public.workspace_service FOR EACH ROW EXECUTE FUNCTION public.announce_access('workspace', 'workspace_id');

CREATE TRIGGER announce_move AFTER UPDATE ON public.presence FOR EACH ROW WHEN ((old.entity_id <> new.entity_id)) EXECUTE FUNCTION public.announce_presence();

CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER check_skeleton_template BEFORE INSERT OR UPDATE OF skeleton ON public.detection_label FOR EACH ROW EXECUTE FUNCTION public.check_skeleton_template();

CREATE TRIGGER count_changes AFTER INSERT ON public.change REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION public.count_changes();

CREATE TRIGGER create_notices AFTER INSERT ON public.event REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.create_notices_of_events();

CREATE TRIGGER create_webhook_deliveries AFTER INSERT ON public.event REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION public.create_webhook_deliveries();

CREATE TRIGGER discard_embedding AFTER DELETE ON public.image_embedding REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.discard_embedding();

CREATE TRIGGER discard_files AFTER DELETE ON public.detection_model REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.discard_files_of_detection_model();

CREATE TRIGGER discard_files AFTER DELETE ON public.product_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.discard_files_of_product_image();

CREATE TRIGGER discard_files AFTER DELETE ON public.recognition_model REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.discard_files_of_recognition_model();

CREATE TRIGGER discard_files AFTER DELETE ON public.segmentation_model REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.discard_files_of_segmentation_model();

CREATE TRIGGER discard_files AFTER DELETE ON public.training_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.discard_files_of_training_image();

CREATE TRIGGER discard_interactive_model AFTER DELETE OR UPDATE ON public.interactive_model FOR EACH ROW EXECUTE FUNCTION public.discard_interactive_model();

CREATE TRIGGER discard_mask AFTER UPDATE OF mask_key ON public.training_image FOR EACH ROW WHEN (((old.mask_key IS NOT NULL) AND (old.mask_key IS DISTINCT FROM new.mask_key))) EXECUTE FUNCTION public.discard_mask();

CREATE TRIGGER embedding_detection_object_delete AFTER DELETE ON public.detection_object REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_detection_object_delete();

CREATE TRIGGER embedding_detection_object_insert AFTER INSERT ON public.detection_object REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_detection_object_insert();

CREATE TRIGGER embedding_detection_object_update AFTER UPDATE ON public.detection_object REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_detection_object_update();

CREATE TRIGGER embedding_group_group_delete AFTER DELETE ON public.group_group REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_group_group_delete();

CREATE TRIGGER embedding_group_group_insert AFTER INSERT ON public.group_group REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_group_group_insert();

CREATE TRIGGER embedding_group_image_delete AFTER DELETE ON public.group_image REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_group_image_delete();

CREATE TRIGGER embedding_group_image_insert AFTER INSERT ON public.group_image REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_group_image_insert();

CREATE TRIGGER embedding_group_object_delete AFTER DELETE ON public.group_object REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_group_object_delete();

CREATE TRIGGER embedding_group_object_insert AFTER INSERT ON public.group_object REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_group_object_insert();

CREATE TRIGGER embedding_mask_delete AFTER DELETE ON public.mask REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_mask_delete();

CREATE TRIGGER embedding_mask_insert AFTER INSERT ON public.mask REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_mask_insert();

CREATE TRIGGER embedding_mask_update AFTER UPDATE ON public.mask REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_mask_update();

CREATE TRIGGER embedding_polygon_delete AFTER DELETE ON public.polygon REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_polygon_delete();

CREATE TRIGGER embedding_polygon_insert AFTER INSERT ON public.polygon REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_polygon_insert();

CREATE TRIGGER embedding_polygon_update AFTER UPDATE ON public.polygon REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_polygon_update();

CREATE TRIGGER embedding_similarity_group_delete AFTER DELETE ON public.similarity_group REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_similarity_group_delete();

CREATE TRIGGER embedding_skeleton_delete AFTER DELETE ON public.skeleton REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_skeleton_delete();

CREATE TRIGGER embedding_skeleton_insert AFTER INSERT ON public.skeleton REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_skeleton_insert();

CREATE TRIGGER embedding_skeleton_update AFTER UPDATE ON public.skeleton REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_skeleton_update();

CREATE TRIGGER embedding_training_image_delete AFTER DELETE ON public.training_image REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_training_image_delete();

CREATE TRIGGER embedding_training_image_insert AFTER INSERT ON public.training_image REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.embedding_training_image_insert();

CREATE TRIGGER enqueue_webhook_deliveries AFTER INSERT ON public.webhook_delivery REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION public.enqueue_webhook_deliveries();

CREATE TRIGGER image_name BEFORE INSERT OR UPDATE OF name, meta_data ON public.training_image FOR EACH ROW EXECUTE FUNCTION public.set_image_name();

CREATE CONSTRAINT TRIGGER job_remark_thread AFTER INSERT ON public.job_remark DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.add_thread_of_remark();

CREATE TRIGGER job_remark_thread_change AFTER UPDATE OF state, text ON public.job_remark FOR EACH ROW EXECUTE FUNCTION public.change_thread_of_remark();

CREATE TRIGGER label_key BEFORE INSERT OR UPDATE OF key ON public.detection_label FOR EACH ROW EXECUTE FUNCTION public.set_label_key();

CREATE TRIGGER label_key BEFORE INSERT OR UPDATE OF key ON public.recognition_label FOR EACH ROW EXECUTE FUNCTION public.set_label_key();

CREATE TRIGGER label_key BEFORE INSERT OR UPDATE OF key ON public.segmentation_label FOR EACH ROW EXECUTE FUNCTION public.set_label_key();

CREATE TRIGGER list_kinds AFTER INSERT OR UPDATE OF relations, created ON public.change_set FOR EACH ROW EXECUTE FUNCTION public.list_change_set_kinds();

CREATE TRIGGER log_delete AFTER DELETE ON public.annotation_job REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_annotation_job();

CREATE TRIGGER log_delete AFTER DELETE ON public.comment REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_comment();

CREATE TRIGGER log_delete AFTER DELETE ON public.comment_thread REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_comment_thread();

CREATE TRIGGER log_delete AFTER DELETE ON public.detection_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.detection_label_recognition_task REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_label_recognition_task();

CREATE TRIGGER log_delete AFTER DELETE ON public.detection_model REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_model();

CREATE TRIGGER log_delete AFTER DELETE ON public.detection_object REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_object();

CREATE TRIGGER log_delete AFTER DELETE ON public.detection_task REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task();

CREATE TRIGGER log_delete AFTER DELETE ON public.detection_task_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.detection_task_negative_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task_negative_image();

CREATE TRIGGER log_delete AFTER DELETE ON public.flow REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_flow();

CREATE TRIGGER log_delete AFTER DELETE ON public.grade_company REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_grade_company();

CREATE TRIGGER log_delete AFTER DELETE ON public.group_group REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_group();

CREATE TRIGGER log_delete AFTER DELETE ON public.group_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_image();

CREATE TRIGGER log_delete AFTER DELETE ON public.group_object REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_object();

CREATE TRIGGER log_delete AFTER DELETE ON public.image_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_image_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.image_verification REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_image_verification();

CREATE TRIGGER log_delete AFTER DELETE ON public.item_adjudication REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_item_adjudication();

CREATE TRIGGER log_delete AFTER DELETE ON public.item_work REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_item_work();

CREATE TRIGGER log_delete AFTER DELETE ON public.job_assignee REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_assignee();

CREATE TRIGGER log_delete AFTER DELETE ON public.job_item REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_item();

CREATE TRIGGER log_delete AFTER DELETE ON public.job_recognition_task REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_recognition_task();

CREATE TRIGGER log_delete AFTER DELETE ON public.job_remark REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_remark();

CREATE TRIGGER log_delete AFTER DELETE ON public.mask REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_mask();

CREATE TRIGGER log_delete AFTER DELETE ON public.membership REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_membership();

CREATE TRIGGER log_delete AFTER DELETE ON public.object_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_object_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.point REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_point();

CREATE TRIGGER log_delete AFTER DELETE ON public.polygon REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_polygon();

CREATE TRIGGER log_delete AFTER DELETE ON public.price REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_price();

CREATE TRIGGER log_delete AFTER DELETE ON public.price_source REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_price_source();

CREATE TRIGGER log_delete AFTER DELETE ON public.product REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product();

CREATE TRIGGER log_delete AFTER DELETE ON public.product_collection REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_collection();

CREATE TRIGGER log_delete AFTER DELETE ON public.product_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_image();

CREATE TRIGGER log_delete AFTER DELETE ON public.product_set REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_set();

CREATE TRIGGER log_delete AFTER DELETE ON public.quality_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_quality_settings();

CREATE TRIGGER log_delete AFTER DELETE ON public.quality_target REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_quality_target();

CREATE TRIGGER log_delete AFTER DELETE ON public.recognition_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.recognition_model REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_model();

CREATE TRIGGER log_delete AFTER DELETE ON public.recognition_task REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_task();

CREATE TRIGGER log_delete AFTER DELETE ON public.recognition_task_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_task_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.segmentation_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.segmentation_model REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_model();

CREATE TRIGGER log_delete AFTER DELETE ON public.segmentation_task REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_task();

CREATE TRIGGER log_delete AFTER DELETE ON public.segmentation_task_label REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_task_label();

CREATE TRIGGER log_delete AFTER DELETE ON public.similarity_group REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_group();

CREATE TRIGGER log_delete AFTER DELETE ON public.similarity_task REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_task();

CREATE TRIGGER log_delete AFTER DELETE ON public.similarity_task_type REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_task_type();

CREATE TRIGGER log_delete AFTER DELETE ON public.similarity_type REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_type();

CREATE TRIGGER log_delete AFTER DELETE ON public.similarity_verification REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_verification();

CREATE TRIGGER log_delete AFTER DELETE ON public.skeleton REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_skeleton();

CREATE TRIGGER log_delete AFTER DELETE ON public.training_image REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_training_image();

CREATE TRIGGER log_delete AFTER DELETE ON public.training_rule REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_training_rule();

CREATE TRIGGER log_insert AFTER INSERT ON public.annotation_job REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_annotation_job();

CREATE TRIGGER log_insert AFTER INSERT ON public.comment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_comment();

CREATE TRIGGER log_insert AFTER INSERT ON public.comment_thread REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_comment_thread();

CREATE TRIGGER log_insert AFTER INSERT ON public.detection_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.detection_label_recognition_task REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_label_recognition_task();

CREATE TRIGGER log_insert AFTER INSERT ON public.detection_model REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_model();

CREATE TRIGGER log_insert AFTER INSERT ON public.detection_object REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_object();

CREATE TRIGGER log_insert AFTER INSERT ON public.detection_task REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task();

CREATE TRIGGER log_insert AFTER INSERT ON public.detection_task_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.detection_task_negative_image REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task_negative_image();

CREATE TRIGGER log_insert AFTER INSERT ON public.flow REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_flow();

CREATE TRIGGER log_insert AFTER INSERT ON public.grade_company REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_grade_company();

CREATE TRIGGER log_insert AFTER INSERT ON public.group_group REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_group();

CREATE TRIGGER log_insert AFTER INSERT ON public.group_image REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_image();

CREATE TRIGGER log_insert AFTER INSERT ON public.group_object REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_object();

CREATE TRIGGER log_insert AFTER INSERT ON public.image_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_image_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.image_verification REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_image_verification();

CREATE TRIGGER log_insert AFTER INSERT ON public.item_adjudication REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_item_adjudication();

CREATE TRIGGER log_insert AFTER INSERT ON public.item_work REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_item_work();

CREATE TRIGGER log_insert AFTER INSERT ON public.job_assignee REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_assignee();

CREATE TRIGGER log_insert AFTER INSERT ON public.job_item REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_item();

CREATE TRIGGER log_insert AFTER INSERT ON public.job_recognition_task REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_recognition_task();

CREATE TRIGGER log_insert AFTER INSERT ON public.job_remark REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_remark();

CREATE TRIGGER log_insert AFTER INSERT ON public.mask REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_mask();

CREATE TRIGGER log_insert AFTER INSERT ON public.membership REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_membership();

CREATE TRIGGER log_insert AFTER INSERT ON public.object_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_object_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.point REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_point();

CREATE TRIGGER log_insert AFTER INSERT ON public.polygon REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_polygon();

CREATE TRIGGER log_insert AFTER INSERT ON public.price REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_price();

CREATE TRIGGER log_insert AFTER INSERT ON public.price_source REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_price_source();

CREATE TRIGGER log_insert AFTER INSERT ON public.product REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product();

CREATE TRIGGER log_insert AFTER INSERT ON public.product_collection REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_collection();

CREATE TRIGGER log_insert AFTER INSERT ON public.product_image REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_image();

CREATE TRIGGER log_insert AFTER INSERT ON public.product_set REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_set();

CREATE TRIGGER log_insert AFTER INSERT ON public.quality_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_quality_settings();

CREATE TRIGGER log_insert AFTER INSERT ON public.quality_target REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_quality_target();

CREATE TRIGGER log_insert AFTER INSERT ON public.recognition_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.recognition_model REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_model();

CREATE TRIGGER log_insert AFTER INSERT ON public.recognition_task REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_task();

CREATE TRIGGER log_insert AFTER INSERT ON public.recognition_task_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_task_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.segmentation_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.segmentation_model REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_model();

CREATE TRIGGER log_insert AFTER INSERT ON public.segmentation_task REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_task();

CREATE TRIGGER log_insert AFTER INSERT ON public.segmentation_task_label REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_task_label();

CREATE TRIGGER log_insert AFTER INSERT ON public.similarity_group REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_group();

CREATE TRIGGER log_insert AFTER INSERT ON public.similarity_task REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_task();

CREATE TRIGGER log_insert AFTER INSERT ON public.similarity_task_type REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_task_type();

CREATE TRIGGER log_insert AFTER INSERT ON public.similarity_type REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_type();

CREATE TRIGGER log_insert AFTER INSERT ON public.similarity_verification REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_verification();

CREATE TRIGGER log_insert AFTER INSERT ON public.skeleton REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_skeleton();

CREATE TRIGGER log_insert AFTER INSERT ON public.training_image REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_training_image();

CREATE TRIGGER log_insert AFTER INSERT ON public.training_rule REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_training_rule();

CREATE TRIGGER log_update AFTER UPDATE ON public.annotation_job REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_annotation_job();

CREATE TRIGGER log_update AFTER UPDATE ON public.comment REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_comment();

CREATE TRIGGER log_update AFTER UPDATE ON public.comment_thread REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_comment_thread();

CREATE TRIGGER log_update AFTER UPDATE ON public.detection_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.detection_label_recognition_task REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_label_recognition_task();

CREATE TRIGGER log_update AFTER UPDATE ON public.detection_model REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_model();

CREATE TRIGGER log_update AFTER UPDATE ON public.detection_object REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_object();

CREATE TRIGGER log_update AFTER UPDATE ON public.detection_task REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task();

CREATE TRIGGER log_update AFTER UPDATE ON public.detection_task_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.detection_task_negative_image REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_detection_task_negative_image();

CREATE TRIGGER log_update AFTER UPDATE ON public.flow REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_flow();

CREATE TRIGGER log_update AFTER UPDATE ON public.grade_company REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_grade_company();

CREATE TRIGGER log_update AFTER UPDATE ON public.group_group REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_group();

CREATE TRIGGER log_update AFTER UPDATE ON public.group_image REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_image();

CREATE TRIGGER log_update AFTER UPDATE ON public.group_object REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_group_object();

CREATE TRIGGER log_update AFTER UPDATE ON public.image_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_image_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.image_verification REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_image_verification();

CREATE TRIGGER log_update AFTER UPDATE ON public.item_adjudication REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_item_adjudication();

CREATE TRIGGER log_update AFTER UPDATE ON public.item_work REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_item_work();

CREATE TRIGGER log_update AFTER UPDATE ON public.job_assignee REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_assignee();

CREATE TRIGGER log_update AFTER UPDATE ON public.job_item REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_item();

CREATE TRIGGER log_update AFTER UPDATE ON public.job_recognition_task REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_recognition_task();

CREATE TRIGGER log_update AFTER UPDATE ON public.job_remark REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_job_remark();

CREATE TRIGGER log_update AFTER UPDATE ON public.mask REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_mask();

CREATE TRIGGER log_update AFTER UPDATE ON public.membership REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_membership();

CREATE TRIGGER log_update AFTER UPDATE ON public.object_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_object_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.point REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_point();

CREATE TRIGGER log_update AFTER UPDATE ON public.polygon REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_polygon();

CREATE TRIGGER log_update AFTER UPDATE ON public.price REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_price();

CREATE TRIGGER log_update AFTER UPDATE ON public.price_source REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_price_source();

CREATE TRIGGER log_update AFTER UPDATE ON public.product REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product();

CREATE TRIGGER log_update AFTER UPDATE ON public.product_collection REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_collection();

CREATE TRIGGER log_update AFTER UPDATE ON public.product_image REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_image();

CREATE TRIGGER log_update AFTER UPDATE ON public.product_set REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_product_set();

CREATE TRIGGER log_update AFTER UPDATE ON public.quality_settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_quality_settings();

CREATE TRIGGER log_update AFTER UPDATE ON public.quality_target REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_quality_target();

CREATE TRIGGER log_update AFTER UPDATE ON public.recognition_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.recognition_model REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_model();

CREATE TRIGGER log_update AFTER UPDATE ON public.recognition_task REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_task();

CREATE TRIGGER log_update AFTER UPDATE ON public.recognition_task_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_recognition_task_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.segmentation_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.segmentation_model REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_model();

CREATE TRIGGER log_update AFTER UPDATE ON public.segmentation_task REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_task();

CREATE TRIGGER log_update AFTER UPDATE ON public.segmentation_task_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_segmentation_task_label();

CREATE TRIGGER log_update AFTER UPDATE ON public.similarity_group REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_group();

CREATE TRIGGER log_update AFTER UPDATE ON public.similarity_task REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_task();

CREATE TRIGGER log_update AFTER UPDATE ON public.similarity_task_type REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_task_type();

CREATE TRIGGER log_update AFTER UPDATE ON public.similarity_type REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_type();

CREATE TRIGGER log_update AFTER UPDATE ON public.similarity_verification REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_similarity_verification();

CREATE TRIGGER log_update AFTER UPDATE ON public.skeleton REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_skeleton();

CREATE TRIGGER log_update AFTER UPDATE ON public.training_image REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_training_image();

CREATE TRIGGER log_update AFTER UPDATE ON public.training_rule REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_training_rule();

CREATE TRIGGER make_box_upright BEFORE UPDATE ON public.detection_object FOR EACH ROW WHEN (((old.data IS DISTINCT FROM new.data) AND (new.rotated_box IS NOT NULL) AND (NOT (old.rotated_box IS DISTINCT FROM new.rotated_box)))) EXECUTE FUNCTION public.make_box_upright();

CREATE TRIGGER product_images_count_delete AFTER DELETE ON public.product_image REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.product_images_count();

CREATE TRIGGER product_images_count_insert AFTER INSERT ON public.product_image REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.product_images_count();

CREATE TRIGGER product_images_count_update AFTER UPDATE ON public.product_image REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.product_images_count();

CREATE TRIGGER product_prices_count_delete AFTER DELETE ON public.price REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.product_prices_count();

CREATE TRIGGER product_prices_count_insert AFTER INSERT ON public.price REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.product_prices_count();

CREATE TRIGGER product_prices_count_update AFTER UPDATE ON public.price REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.product_prices_count();

CREATE TRIGGER product_shape_counts_delete AFTER DELETE ON public.product REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.product_shape_counts();

CREATE TRIGGER product_shape_counts_insert AFTER INSERT ON public.product REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.product_shape_counts();

CREATE TRIGGER product_shape_counts_update AFTER UPDATE ON public.product REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.product_shape_counts();

CREATE TRIGGER product_takes_shape BEFORE INSERT OR UPDATE OF collection_id, meta_data ON public.product FOR EACH ROW EXECUTE FUNCTION public.product_takes_shape();

CREATE TRIGGER set_bounds BEFORE INSERT OR UPDATE OF data, detection_label_id ON public.skeleton FOR EACH ROW EXECUTE FUNCTION public.set_skeleton_bounds();

ALTER TABLE ONLY public.active_period
    ADD CONSTRAINT active_period_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.active_period
    ADD CONSTRAINT active_period_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.annotation_job
    ADD CONSTRAINT annotation_job_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.annotation_job
    ADD CONSTRAINT annotation_job_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES public.flow(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.annotation_job
    ADD CONSTRAINT annotation_job_mark_done_label_id_fkey FOREIGN KEY (mark_done_label_id) REFERENCES public.recognition_label(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.annotation_job
    ADD CONSTRAINT annotation_job_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_default_workspace FOREIGN KEY (default_workspace_id) REFERENCES public.workspace(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.auto_acceptance
    ADD CONSTRAINT auto_acceptance_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.prediction_run(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.auto_acceptance
    ADD CONSTRAINT auto_acceptance_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.comment_thread(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_remark_id_fkey FOREIGN KEY (remark_id) REFERENCES public.job_remark(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.comment_thread
    ADD CONSTRAINT comment_thread_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.daily_statistics
    ADD CONSTRAINT daily_statistics_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.data_import
    ADD CONSTRAINT data_import_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.data_import
    ADD CONSTRAINT data_import_work_id_fkey FOREIGN KEY (work_id) REFERENCES public.long_work(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.data_import
    ADD CONSTRAINT data_import_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.dataset_picture
    ADD CONSTRAINT dataset_picture_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES public.dataset_version(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.dataset_version
    ADD CONSTRAINT dataset_version_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.dataset_version
    ADD CONSTRAINT dataset_version_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.declared_provenance
    ADD CONSTRAINT declared_provenance_workspace_id_fkey1 FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.deleted_shape
    ADD CONSTRAINT deleted_shape_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.deleted_shape
    ADD CONSTRAINT deleted_shape_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.deleted_shape
    ADD CONSTRAINT deleted_shape_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_label_recognition_task
    ADD CONSTRAINT detection_label_recognition_task_label_id_fkey FOREIGN KEY (label_id) REFERENCES public.detection_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_label_recognition_task
    ADD CONSTRAINT detection_label_recognition_task_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_label_recognition_task
    ADD CONSTRAINT detection_label_recognition_task_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_label
    ADD CONSTRAINT detection_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_model
    ADD CONSTRAINT detection_model_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES public.dataset_version(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.detection_model
    ADD CONSTRAINT detection_model_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.detection_model
    ADD CONSTRAINT detection_model_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.detection_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_model
    ADD CONSTRAINT detection_model_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_object
    ADD CONSTRAINT detection_object_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.detection_object
    ADD CONSTRAINT detection_object_detection_label_id_fkey FOREIGN KEY (detection_label_id) REFERENCES public.detection_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_object
    ADD CONSTRAINT detection_object_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_object
    ADD CONSTRAINT detection_object_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_task_label
    ADD CONSTRAINT detection_task_label_label_id_fkey FOREIGN KEY (label_id) REFERENCES public.detection_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_task_label
    ADD CONSTRAINT detection_task_label_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.detection_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_task_label
    ADD CONSTRAINT detection_task_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_task_negative_image
    ADD CONSTRAINT detection_task_negative_image_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_task_negative_image
    ADD CONSTRAINT detection_task_negative_image_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.detection_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_task_negative_image
    ADD CONSTRAINT detection_task_negative_image_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.detection_task
    ADD CONSTRAINT detection_task_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embedding_due
    ADD CONSTRAINT embedding_due_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embedding
    ADD CONSTRAINT embedding_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.evaluation_picture
    ADD CONSTRAINT evaluation_picture_evaluation_id_task_id_fkey FOREIGN KEY (evaluation_id, task_id) REFERENCES public.evaluation_task(evaluation_id, task_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.evaluation_picture
    ADD CONSTRAINT evaluation_picture_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.evaluation_task
    ADD CONSTRAINT evaluation_task_evaluation_id_fkey FOREIGN KEY (evaluation_id) REFERENCES public.evaluation(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_work_id_fkey FOREIGN KEY (work_id) REFERENCES public.long_work(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.evaluation
    ADD CONSTRAINT evaluation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.export_order
    ADD CONSTRAINT export_order_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.export_order
    ADD CONSTRAINT export_order_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.facet
    ADD CONSTRAINT facet_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.flow
    ADD CONSTRAINT flow_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_appeal
    ADD CONSTRAINT gold_appeal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.gold_appeal
    ADD CONSTRAINT gold_appeal_gold_id_fkey FOREIGN KEY (gold_id) REFERENCES public.gold_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_appeal
    ADD CONSTRAINT gold_appeal_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_appeal
    ADD CONSTRAINT gold_appeal_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_appeal
    ADD CONSTRAINT gold_appeal_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_exposure
    ADD CONSTRAINT gold_exposure_gold_id_fkey FOREIGN KEY (gold_id) REFERENCES public.gold_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_exposure
    ADD CONSTRAINT gold_exposure_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_exposure
    ADD CONSTRAINT gold_exposure_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_item
    ADD CONSTRAINT gold_item_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.gold_item
    ADD CONSTRAINT gold_item_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_item
    ADD CONSTRAINT gold_item_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_item
    ADD CONSTRAINT gold_item_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_revision
    ADD CONSTRAINT gold_revision_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.gold_revision
    ADD CONSTRAINT gold_revision_gold_id_fkey FOREIGN KEY (gold_id) REFERENCES public.gold_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_revision
    ADD CONSTRAINT gold_revision_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_sample
    ADD CONSTRAINT gold_sample_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_sample
    ADD CONSTRAINT gold_sample_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_sample
    ADD CONSTRAINT gold_sample_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_sample
    ADD CONSTRAINT gold_sample_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_score
    ADD CONSTRAINT gold_score_gold_id_fkey FOREIGN KEY (gold_id) REFERENCES public.gold_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_score
    ADD CONSTRAINT gold_score_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_score
    ADD CONSTRAINT gold_score_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_score
    ADD CONSTRAINT gold_score_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_score
    ADD CONSTRAINT gold_score_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_try
    ADD CONSTRAINT gold_try_gold_id_fkey FOREIGN KEY (gold_id) REFERENCES public.gold_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_try
    ADD CONSTRAINT gold_try_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_try
    ADD CONSTRAINT gold_try_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_try
    ADD CONSTRAINT gold_try_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.gold_try
    ADD CONSTRAINT gold_try_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.grade_company
    ADD CONSTRAINT grade_company_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_group
    ADD CONSTRAINT group_group_child_id_fkey FOREIGN KEY (child_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_group
    ADD CONSTRAINT group_group_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_group
    ADD CONSTRAINT group_group_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_image
    ADD CONSTRAINT group_image_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_image
    ADD CONSTRAINT group_image_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_image
    ADD CONSTRAINT group_image_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer
    ADD CONSTRAINT group_layer_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer
    ADD CONSTRAINT group_layer_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer
    ADD CONSTRAINT group_layer_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer_member
    ADD CONSTRAINT group_layer_member_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer_member
    ADD CONSTRAINT group_layer_member_layer_id_fkey FOREIGN KEY (layer_id) REFERENCES public.group_layer(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer_member
    ADD CONSTRAINT group_layer_member_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer
    ADD CONSTRAINT group_layer_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_layer
    ADD CONSTRAINT group_layer_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_object
    ADD CONSTRAINT group_object_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_object
    ADD CONSTRAINT group_object_object_id_fkey FOREIGN KEY (object_id) REFERENCES public.detection_object(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_object
    ADD CONSTRAINT group_object_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_embedding
    ADD CONSTRAINT image_embedding_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_label
    ADD CONSTRAINT image_label_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_label
    ADD CONSTRAINT image_label_label_id_fkey FOREIGN KEY (label_id) REFERENCES public.recognition_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_label
    ADD CONSTRAINT image_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_prediction
    ADD CONSTRAINT image_prediction_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_prediction
    ADD CONSTRAINT image_prediction_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.prediction_run(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_verification
    ADD CONSTRAINT image_verification_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_verification
    ADD CONSTRAINT image_verification_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image_verification
    ADD CONSTRAINT image_verification_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_file
    ADD CONSTRAINT import_file_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.data_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_item
    ADD CONSTRAINT import_item_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.data_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_named
    ADD CONSTRAINT import_named_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.data_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_part
    ADD CONSTRAINT import_part_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.import_file(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.import_shape
    ADD CONSTRAINT import_shape_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.data_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.interactive_model
    ADD CONSTRAINT interactive_model_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.invitation_secret
    ADD CONSTRAINT invitation_secret_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.invitation(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_adjudication
    ADD CONSTRAINT item_adjudication_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_adjudication
    ADD CONSTRAINT item_adjudication_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_adjudication
    ADD CONSTRAINT item_adjudication_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.item_adjudication
    ADD CONSTRAINT item_adjudication_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_comparison
    ADD CONSTRAINT item_comparison_item_id_first_id_fkey FOREIGN KEY (item_id, first_id) REFERENCES public.item_snapshot(item_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_comparison
    ADD CONSTRAINT item_comparison_item_id_second_id_fkey FOREIGN KEY (item_id, second_id) REFERENCES public.item_snapshot(item_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_comparison
    ADD CONSTRAINT item_comparison_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_comparison
    ADD CONSTRAINT item_comparison_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_layer
    ADD CONSTRAINT item_layer_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_layer
    ADD CONSTRAINT item_layer_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_layer
    ADD CONSTRAINT item_layer_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_layer_version
    ADD CONSTRAINT item_layer_version_layer_id_fkey FOREIGN KEY (layer_id) REFERENCES public.item_layer(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_layer_version
    ADD CONSTRAINT item_layer_version_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_layer
    ADD CONSTRAINT item_layer_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_snapshot
    ADD CONSTRAINT item_snapshot_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_snapshot
    ADD CONSTRAINT item_snapshot_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_snapshot
    ADD CONSTRAINT item_snapshot_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_snapshot
    ADD CONSTRAINT item_snapshot_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_work
    ADD CONSTRAINT item_work_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_work
    ADD CONSTRAINT item_work_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_work
    ADD CONSTRAINT item_work_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.item_work
    ADD CONSTRAINT item_work_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_assignee
    ADD CONSTRAINT job_assignee_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_assignee
    ADD CONSTRAINT job_assignee_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_assignee
    ADD CONSTRAINT job_assignee_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_item
    ADD CONSTRAINT job_item_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_pause
    ADD CONSTRAINT job_pause_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_pause
    ADD CONSTRAINT job_pause_paused_by_fkey FOREIGN KEY (paused_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.job_pause
    ADD CONSTRAINT job_pause_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_pause
    ADD CONSTRAINT job_pause_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_recognition_task
    ADD CONSTRAINT job_recognition_task_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_recognition_task
    ADD CONSTRAINT job_recognition_task_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_recognition_task
    ADD CONSTRAINT job_recognition_task_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_remark
    ADD CONSTRAINT job_remark_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_remark
    ADD CONSTRAINT job_remark_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.job_item(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_remark
    ADD CONSTRAINT job_remark_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.annotation_job(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job_remark
    ADD CONSTRAINT job_remark_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.job_remark
    ADD CONSTRAINT job_remark_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.long_work
    ADD CONSTRAINT long_work_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.long_work
    ADD CONSTRAINT long_work_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.map_layout
    ADD CONSTRAINT map_layout_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.map_point
    ADD CONSTRAINT map_point_id_kind_fkey FOREIGN KEY (id, kind) REFERENCES public.embedding(id, kind) ON DELETE CASCADE;

ALTER TABLE ONLY public.map_point
    ADD CONSTRAINT map_point_workspace_id_kind_method_fkey FOREIGN KEY (workspace_id, kind, method) REFERENCES public.map_layout(workspace_id, kind, method) ON DELETE CASCADE;

ALTER TABLE ONLY public.mask
    ADD CONSTRAINT mask_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.mask
    ADD CONSTRAINT mask_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mask
    ADD CONSTRAINT mask_segmentation_label_id_fkey FOREIGN KEY (segmentation_label_id) REFERENCES public.segmentation_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mask
    ADD CONSTRAINT mask_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.muted_notice
    ADD CONSTRAINT muted_notice_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.object_label
    ADD CONSTRAINT object_label_label_id_fkey FOREIGN KEY (label_id) REFERENCES public.recognition_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.object_label
    ADD CONSTRAINT object_label_object_id_fkey FOREIGN KEY (object_id) REFERENCES public.detection_object(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.object_label
    ADD CONSTRAINT object_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_identity
    ADD CONSTRAINT oidc_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_membership
    ADD CONSTRAINT oidc_membership_user_id_workspace_id_fkey FOREIGN KEY (user_id, workspace_id) REFERENCES public.membership(user_id, workspace_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.page_visit
    ADD CONSTRAINT page_visit_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.password_link
    ADD CONSTRAINT password_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.password_link
    ADD CONSTRAINT password_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.point
    ADD CONSTRAINT point_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.point
    ADD CONSTRAINT point_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.polygon
    ADD CONSTRAINT polygon_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.polygon
    ADD CONSTRAINT polygon_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.polygon
    ADD CONSTRAINT polygon_segmentation_label_id_fkey FOREIGN KEY (segmentation_label_id) REFERENCES public.segmentation_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.polygon
    ADD CONSTRAINT polygon_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prediction
    ADD CONSTRAINT prediction_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prediction
    ADD CONSTRAINT prediction_model_id_fkey FOREIGN KEY (model_id) REFERENCES public.recognition_model(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_detection_task_id_fkey FOREIGN KEY (detection_task_id) REFERENCES public.detection_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_recognition_task_id_fkey FOREIGN KEY (recognition_task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_segmentation_task_id_fkey FOREIGN KEY (segmentation_task_id) REFERENCES public.segmentation_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_work_id_fkey FOREIGN KEY (work_id) REFERENCES public.long_work(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.prediction_run
    ADD CONSTRAINT prediction_run_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prediction
    ADD CONSTRAINT prediction_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.prediction
    ADD CONSTRAINT prediction_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.price
    ADD CONSTRAINT price_grade_company_id_fkey FOREIGN KEY (grade_company_id) REFERENCES public.grade_company(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.price
    ADD CONSTRAINT price_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.price
    ADD CONSTRAINT price_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.price_source(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.price_source
    ADD CONSTRAINT price_source_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.price
    ADD CONSTRAINT price_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.product_collection(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.product_collection
    ADD CONSTRAINT product_collection_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product_image
    ADD CONSTRAINT product_image_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product_image
    ADD CONSTRAINT product_image_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_product_set_id_fkey FOREIGN KEY (product_set_id) REFERENCES public.product_set(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.product_set
    ADD CONSTRAINT product_set_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.product_collection(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.product_set
    ADD CONSTRAINT product_set_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.product_set(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.product_set
    ADD CONSTRAINT product_set_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product_shape
    ADD CONSTRAINT product_shape_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.product_collection(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product_shape
    ADD CONSTRAINT product_shape_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quality_settings
    ADD CONSTRAINT quality_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quality_target
    ADD CONSTRAINT quality_target_detection_task_id_fkey FOREIGN KEY (detection_task_id) REFERENCES public.detection_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quality_target
    ADD CONSTRAINT quality_target_recognition_task_id_fkey FOREIGN KEY (recognition_task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quality_target
    ADD CONSTRAINT quality_target_segmentation_task_id_fkey FOREIGN KEY (segmentation_task_id) REFERENCES public.segmentation_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quality_target
    ADD CONSTRAINT quality_target_similarity_task_id_fkey FOREIGN KEY (similarity_task_id) REFERENCES public.similarity_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.quality_target
    ADD CONSTRAINT quality_target_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recognition_label
    ADD CONSTRAINT recognition_label_negative_for_task_fkey FOREIGN KEY (negative_for_task) REFERENCES public.recognition_task(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.recognition_label
    ADD CONSTRAINT recognition_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recognition_model
    ADD CONSTRAINT recognition_model_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES public.dataset_version(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.recognition_model
    ADD CONSTRAINT recognition_model_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.recognition_model
    ADD CONSTRAINT recognition_model_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recognition_model
    ADD CONSTRAINT recognition_model_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recognition_task_label
    ADD CONSTRAINT recognition_task_label_label_id_fkey FOREIGN KEY (label_id) REFERENCES public.recognition_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recognition_task_label
    ADD CONSTRAINT recognition_task_label_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recognition_task_label
    ADD CONSTRAINT recognition_task_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recognition_task
    ADD CONSTRAINT recognition_task_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.session(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rule_violation
    ADD CONSTRAINT rule_violation_detection_task_id_fkey FOREIGN KEY (detection_task_id) REFERENCES public.detection_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rule_violation
    ADD CONSTRAINT rule_violation_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rule_violation
    ADD CONSTRAINT rule_violation_recognition_task_id_fkey FOREIGN KEY (recognition_task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rule_violation
    ADD CONSTRAINT rule_violation_segmentation_task_id_fkey FOREIGN KEY (segmentation_task_id) REFERENCES public.segmentation_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rule_violation
    ADD CONSTRAINT rule_violation_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.segmentation_label
    ADD CONSTRAINT segmentation_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.segmentation_model
    ADD CONSTRAINT segmentation_model_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES public.dataset_version(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.segmentation_model
    ADD CONSTRAINT segmentation_model_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.segmentation_model
    ADD CONSTRAINT segmentation_model_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.segmentation_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.segmentation_model
    ADD CONSTRAINT segmentation_model_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.segmentation_task_label
    ADD CONSTRAINT segmentation_task_label_label_id_fkey FOREIGN KEY (label_id) REFERENCES public.segmentation_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.segmentation_task_label
    ADD CONSTRAINT segmentation_task_label_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.segmentation_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.segmentation_task_label
    ADD CONSTRAINT segmentation_task_label_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.segmentation_task
    ADD CONSTRAINT segmentation_task_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similar_likeness
    ADD CONSTRAINT similar_likeness_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_group
    ADD CONSTRAINT similarity_group_type_id_fkey FOREIGN KEY (type_id) REFERENCES public.similarity_type(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.similarity_group
    ADD CONSTRAINT similarity_group_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_task_type
    ADD CONSTRAINT similarity_task_type_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.similarity_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_task_type
    ADD CONSTRAINT similarity_task_type_type_id_fkey FOREIGN KEY (type_id) REFERENCES public.similarity_type(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_task_type
    ADD CONSTRAINT similarity_task_type_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_task
    ADD CONSTRAINT similarity_task_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_type
    ADD CONSTRAINT similarity_type_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_verification
    ADD CONSTRAINT similarity_verification_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.similarity_group(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_verification
    ADD CONSTRAINT similarity_verification_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.similarity_verification
    ADD CONSTRAINT similarity_verification_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.skeleton
    ADD CONSTRAINT skeleton_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.skeleton
    ADD CONSTRAINT skeleton_detection_label_id_fkey FOREIGN KEY (detection_label_id) REFERENCES public.detection_label(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.skeleton
    ADD CONSTRAINT skeleton_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.skeleton
    ADD CONSTRAINT skeleton_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.storage_use
    ADD CONSTRAINT storage_use_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.suspect
    ADD CONSTRAINT suspect_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.suspect
    ADD CONSTRAINT suspect_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.training_image(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.suspect
    ADD CONSTRAINT suspect_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.prediction_run(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.suspect
    ADD CONSTRAINT suspect_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.training_image
    ADD CONSTRAINT training_image_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.training_image
    ADD CONSTRAINT training_image_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.training_rule
    ADD CONSTRAINT training_rule_detection_task_id_fkey FOREIGN KEY (detection_task_id) REFERENCES public.detection_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.training_rule
    ADD CONSTRAINT training_rule_recognition_task_id_fkey FOREIGN KEY (recognition_task_id) REFERENCES public.recognition_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.training_rule
    ADD CONSTRAINT training_rule_segmentation_task_id_fkey FOREIGN KEY (segmentation_task_id) REFERENCES public.segmentation_task(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.training_rule
    ADD CONSTRAINT training_rule_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.training_rule
    ADD CONSTRAINT training_rule_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_secret
    ADD CONSTRAINT webhook_secret_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspace_counter
    ADD CONSTRAINT workspace_counter_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspace
    ADD CONSTRAINT workspace_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.app_user(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.workspace_service
    ADD CONSTRAINT workspace_service_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspace(id) ON DELETE CASCADE;

ALTER TABLE graphile_worker._private_job_queues ENABLE ROW LEVEL SECURITY;

ALTER TABLE graphile_worker._private_jobs ENABLE ROW LEVEL SECURITY;

ALTER TABLE graphile_worker._private_known_crontabs ENABLE ROW LEVEL SECURITY;

ALTER TABLE graphile_worker._private_tasks ENABLE ROW LEVEL SECURITY;



INSERT INTO graphile_worker.migrations VALUES (1, '2026-11-27 14:54:03.364845+00', true);
INSERT INTO graphile_worker.migrations VALUES (2, '2026-11-27 14:54:03.387689+00', false);
INSERT INTO graphile_worker.migrations VALUES (3, '2026-11-27 14:54:03.390784+00', true);
INSERT INTO graphile_worker.migrations VALUES (4, '2026-11-27 14:54:03.39259+00', false);
INSERT INTO graphile_worker.migrations VALUES (5, '2026-11-27 14:54:03.404013+00', false);
INSERT INTO graphile_worker.migrations VALUES (6, '2026-11-27 14:54:03.406845+00', false);
INSERT INTO graphile_worker.migrations VALUES (7, '2026-11-27 14:54:03.41035+00', false);
INSERT INTO graphile_worker.migrations VALUES (8, '2026-11-27 14:54:03.415025+00', false);
INSERT INTO graphile_worker.migrations VALUES (9, '2026-11-27 14:54:03.417849+00', false);
INSERT INTO graphile_worker.migrations VALUES (10, '2026-11-27 14:54:03.421031+00', false);
INSERT INTO graphile_worker.migrations VALUES (11, '2026-11-27 14:54:03.429545+00', true);
INSERT INTO graphile_worker.migrations VALUES (12, '2026-11-27 14:54:03.449182+00', false);
INSERT INTO graphile_worker.migrations VALUES (13, '2026-11-27 14:54:03.458293+00', true);
INSERT INTO graphile_worker.migrations VALUES (14, '2026-11-27 14:54:03.469116+00', true);
INSERT INTO graphile_worker.migrations VALUES (15, '2026-11-27 14:54:03.470987+00', false);
INSERT INTO graphile_worker.migrations VALUES (16, '2026-11-27 14:54:03.475876+00', true);
INSERT INTO graphile_worker.migrations VALUES (17, '2026-11-27 14:54:03.478034+00', false);
INSERT INTO graphile_worker.migrations VALUES (18, '2026-11-27 14:54:03.479969+00', false);
INSERT INTO graphile_worker.migrations VALUES (19, '2026-11-27 14:54:03.483213+00', true);

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.statistics_progress VALUES (0, 0, '0');

set local search_path to public;

do $$ begin
  create extension if not exists pg_trgm;
  create index product_name_parts on product using gin (lower(name) gin_trgm_ops);
  create index product_customer_parts on product using gin (lower(customer_product_id) gin_trgm_ops);
  create index training_image_name_parts on training_image using gin (file_name gin_trgm_ops) where file_name is not null;
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'No indexes of parts of names: %', sqlerrm;
end $$;
