import { sql, type Kysely } from 'kysely';
import { JOB_ACCESS_SCHEMA, LIMITED_TABLES } from '../tables/limited-tables';

/** Lets a workspace limit annotators to what their jobs contain (ADR 0104). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace add column annotator_access text not null default 'workspace'
      check (annotator_access in ('workspace', 'jobs'))`.execute(db);
  // Searches read the facets through a view of this name, because writers need the table.
  await sql`create view readable_facet as select * from facet`.execute(db);
  await createJobAccess(db);
}

/**
 * Creates views that have the names of tables and only contain the rows that a limited annotator may access. A transaction for such
 * a caller finds them first (`limitAccess`). Call it again after a migration that adds a column to one of the tables, and drop the
 * schema before a migration that removes one; a test compares the columns.
 */
export async function createJobAccess(db: Kysely<unknown>): Promise<void> {
  // Send one request, because many migrations call this function.
  const statements = [`drop schema if exists ${JOB_ACCESS_SCHEMA} cascade`, `create schema ${JOB_ACCESS_SCHEMA}`];
  const run = (statement: string) => statements.push(statement.replaceAll('{s}', JOB_ACCESS_SCHEMA));
  run(`create function {s}.limited_user() returns uuid language sql stable parallel safe as $$
    select current_setting('console.limited_user')::uuid $$`);
  run(`create function {s}.is_limited(workspace uuid) returns boolean language sql stable parallel safe as $$
    select workspace = any (current_setting('console.limited_workspaces')::uuid[]) $$`);
  const createView = (table: string, condition: string, { hasWorkspace = true, options = '' } = {}) =>
    run(
      `create view {s}.${table} as select r.* from public.${table} r where ${hasWorkspace ? 'not {s}.is_limited(r.workspace_id) or ' : ''}${condition}${options}`,
    );
  // A later migration adds jobs in which users do not see the annotations of an image.
  const { rows: blindColumns } = await sql`
    select from pg_attribute where attrelid = 'public.annotation_job'::regclass and attname = 'blind'`.execute(db);
  const hasLayers = blindColumns.length > 0;

  const hasGold = await hasGoldJobs(db);
  if (hasGold) createBlindFunction(run);
  const isNotBlind = hasGold ? ' and not {s}.is_blind_image(r.id)' : '';

  // A job without assignees is for all annotators.
  createView(
    'annotation_job',
    `exists (select from public.job_assignee a where a.job_id = r.id and a.user_id = {s}.limited_user())
      or not exists (select from public.job_assignee a where a.job_id = r.id)`,
  );
  if (hasGold) await createItemView(db, run);
  else createView('job_item', 'exists (select from {s}.annotation_job j where j.id = r.job_id)');
  // The groups of jobs with all groups in them, and the images of these groups and of their objects.
  run(`create view {s}.job_group as
    with recursive member(id) as (
      select group_id from {s}.job_item where group_id is not null and {s}.is_limited(workspace_id)
      union select g.child_id from public.group_group g join member m on m.id = g.parent_id)
    select id from member`);
  run(`create view {s}.group_member_image as
    select g.image_id as id from public.group_image g where g.group_id in (select id from {s}.job_group)
    union all select o.image_id from public.group_object g join public.detection_object o on o.id = g.object_id
      where g.group_id in (select id from {s}.job_group)`);
  createView('similarity_group', 'r.id in (select id from {s}.job_group)');
  createView(
    'training_image',
    `exists (select from {s}.job_item i where i.image_id = r.id) or r.id in (select id from {s}.group_member_image)`,
  );
  if (hasLayers)
    run(`create view {s}.annotated_image as
      select r.id, r.workspace_id, r.seq from public.training_image r where not {s}.is_limited(r.workspace_id) or (
        exists (select from {s}.job_item i join {s}.annotation_job j on j.id = i.job_id where i.image_id = r.id and not j.blind)
        or r.id in (select id from {s}.group_member_image))${isNotBlind}`);
  // Products are visible to all, with their comments.
  createView(
    'comment_thread',
    `r.product_id is not null or (exists (select from {s}.training_image i where i.id = r.image_id)${hasGold ? IS_NEW_THREAD : ''})
      or exists (select from {s}.similarity_group g where g.id = r.group_id)`,
  );
  const { rows: existing } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const tables = new Set(existing.map(({ name }) => name));
  // Later migrations create the other tables.
  for (const { name, owner, column, hasWorkspace, revealedImage } of LIMITED_TABLES.filter((table) => tables.has(table.name))) {
    const ownRow = name === 'image_verification' ? 'r.user_id = {s}.limited_user() or ' : '';
    const isVisible = hasGold && revealedImage ? ` and (${ownRow}not {s}.is_blind_image(r.${revealedImage}))` : '';
    createView(name, `exists (select from {s}.${hasLayers ? owner : getRow(owner)} o where o.id = r.${column})${isVisible}`, {
      hasWorkspace,
      // Callers cannot add annotations to an image whose annotations they do not see.
      options: hasLayers && owner === 'annotated_image' ? ' with local check option' : '',
    });
  }

  // The facets with all rows are part of every search. All others stay complete, so the counts of labels do, too.
  run(`create view {s}.readable_facet as
    with visible as (
      select workspace_id, 'image.exists' as kind, seq from {s}.training_image where {s}.is_limited(workspace_id)
      union all select workspace_id, 'object.exists', seq from {s}.detection_object where {s}.is_limited(workspace_id)${
        hasLayers
          ? `
      union all select workspace_id, kind, seq from {s}.annotated_image, (values ('image.label'), ('image.object_label')) k(kind)
        where {s}.is_limited(workspace_id)`
          : ''
      }),
    mask as (
      select workspace_id, kind, seq >> 12 as chunk, bit_or(set_bit(0::bit(4096), seq & 4095, 1)) as bits from visible group by 1, 2, 3)${hasGold ? BLIND_MASK : ''}
    select f.workspace_id, f.kind, f.ref, f.chunk,
      case when f.kind in ('image.exists', 'object.exists'${hasLayers ? ", 'image.label', 'image.object_label'" : ''}) and {s}.is_limited(f.workspace_id)
        then f.bits & coalesce(m.bits, 0::bit(4096)) else f.bits${hasGold ? ' & ~coalesce(b.bits, 0::bit(4096))' : ''} end as bits
    from public.facet f left join mask m on m.workspace_id = f.workspace_id and m.kind = f.kind and m.chunk = f.chunk${hasGold ? BLIND_JOIN : ''}`);
  if (hasGold)
    run(`create view {s}.counted_facet as select f.workspace_id, f.kind, f.ref, f.chunk,
      case when f.kind not in ('image.job', 'object.job') and {s}.is_limited(f.workspace_id) and exists (select from public.annotation_job g
        where g.workspace_id = f.workspace_id and g.gold_rate is not null and not g.done) then 0::bit(4096) else f.bits end as bits
      from public.facet f`);
  await sql.raw(statements.join(';\n')).execute(db);
}

/** Earlier comments would show which images had been worked on before they became items of a job with gold items. */
const IS_NEW_THREAD = `
      and not exists (select from public.job_item h join public.annotation_job g on g.id = h.job_id
        where h.image_id = r.image_id and g.gold_rate is not null and not g.done and r.created < h.created)`;
/** The images of open jobs with gold items. */
const BLIND_MASK = `,
    blind as (
      select i.workspace_id, i.seq >> 12 as chunk, bit_or(set_bit(0::bit(4096), i.seq & 4095, 1)) as bits
      from public.annotation_job g join public.job_item h on h.job_id = g.id join public.training_image i on i.id = h.image_id
      where g.gold_rate is not null and not g.done and {s}.is_limited(g.workspace_id) group by 1, 2)`;
/** They are removed from facets that would reveal gold items, such as the facets of completed jobs. */
const BLIND_JOIN = `
      left join blind b on b.workspace_id = f.workspace_id and b.chunk = f.chunk and (
        f.kind in ('image.verified', 'image.grouped', 'image.task_neg')
        or f.kind = 'image.job' and exists (select from public.annotation_job d where d.id = f.ref and d.done))`;

/** Whether the columns of gold items exist. Earlier migrations call `createJobAccess`, too. */
async function hasGoldJobs(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = 'public.annotation_job'::regclass and attname = 'gold_rate'`.execute(db);
  return rows.length > 0;
}

/**
 * Creates the function that returns whether annotations of an image could reveal gold items, because the image is in an open job
 * with gold items.
 */
const createBlindFunction = (run: (statement: string) => unknown) =>
  run(`create function {s}.is_blind_image(image uuid) returns boolean language sql stable parallel safe as $$
    select exists (select from public.job_item h join public.annotation_job g on g.id = h.job_id
      where h.image_id = image and g.gold_rate is not null and not g.done and {s}.is_limited(g.workspace_id)) $$`);

/**
 * Creates the view of the items of jobs. It hides which items are gold, and in which completed jobs their images were. Code that
 * serves and scores gold items reads the table.
 */
async function createItemView(db: Kysely<unknown>, run: (statement: string) => unknown): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'public.job_item'::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db);
  const columns = rows.map(({ name }) => (name === 'gold_id' ? 'null::uuid as gold_id' : `r.${name}`));
  run(`create view {s}.job_item as select ${columns.join(', ')} from public.job_item r
    where not {s}.is_limited(r.workspace_id) or exists (select from {s}.annotation_job j
      where j.id = r.job_id and (not j.done or r.image_id is null or not {s}.is_blind_image(r.image_id)))`);
}

const getRow = (owner: string) => (owner === 'annotated_image' ? 'training_image' : owner);
