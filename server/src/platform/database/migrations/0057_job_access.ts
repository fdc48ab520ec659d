import { sql, type Kysely } from 'kysely';
import { JOB_ACCESS_SCHEMA, LIMITED_TABLES } from '../tables/limited-tables';
import { createCommentFunction } from '../tables/comment-access';

/** Lets a workspace limit annotators to the content of their jobs (ADR 0096). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace add column annotator_access text not null default 'workspace'
      check (annotator_access in ('workspace', 'jobs'))`.execute(db);
  // Searches read the search index (table `facet`) through this view, because the index itself must stay complete for writers.
  await sql`create view readable_facet as select * from facet`.execute(db);
  await createJobAccess(db);
}

/**
 * Creates views that have the names of tables and contain only the rows that an annotator limited to jobs may access. In a transaction of
 * such a caller, the name of a table means the view (`limitAccess`). Call it again after a migration that adds a column to one of the
 * tables. Drop the schema before a migration that removes a column. A test compares the columns.
 */
export async function createJobAccess(db: Kysely<unknown>): Promise<void> {
  // Collect the statements and send one request, because many migrations call this function.
  const statements = [`drop schema if exists ${JOB_ACCESS_SCHEMA} cascade`, `create schema ${JOB_ACCESS_SCHEMA}`];
  const addStatement = (statement: string) => statements.push(statement.replaceAll('{s}', JOB_ACCESS_SCHEMA));
  addStatement(`create function {s}.limited_user() returns uuid language sql stable parallel safe as $$
    select current_setting('console.limited_user')::uuid $$`);
  addStatement(`create function {s}.is_limited(workspace uuid) returns boolean language sql stable parallel safe as $$
    select workspace = any (current_setting('console.limited_workspaces')::uuid[]) $$`);
  const createView = (
    table: string,
    condition: string,
    { hasWorkspace = true, options = '', source = `public.${table}` }: ViewOptions = {},
  ) =>
    addStatement(
      `create view {s}.${table} as select r.* from ${source} r where ${hasWorkspace ? 'not {s}.is_limited(r.workspace_id) or ' : ''}${condition}${options}`,
    );
  // A later migration adds blind jobs, in which users do not see the existing annotations of an image.
  const { rows: blindColumns } = await sql`
    select from pg_attribute where attrelid = 'public.annotation_job'::regclass and attname = 'blind'`.execute(db);
  const hasBlindJobs = blindColumns.length > 0;

  const { rows: existing } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const tables = new Set(existing.map(({ name }) => name));
  const hasGold = await hasGoldJobs(db);
  const hasGroupLayers = tables.has('group_layer');
  const isNotBlind = hasGold ? ' and not {s}.is_blind_image(r.id)' : '';

  // A job without assignees is for all annotators.
  createView(
    'annotation_job',
    `exists (select from public.job_assignee a where a.job_id = r.id and a.user_id = {s}.limited_user())
      or not exists (select from public.job_assignee a where a.job_id = r.id)`,
  );
  createIdFunction(addStatement, 'visible_jobs', 'select j.id from {s}.annotation_job j where {s}.is_limited(j.workspace_id)');
  createIdFunction(
    addStatement,
    'open_jobs',
    'select j.id from {s}.annotation_job j where {s}.is_limited(j.workspace_id) and not j.done',
  );
  createGroupRows(addStatement, hasGroupLayers);
  if (hasGold) createBlindFunctions(addStatement);
  if (hasGroupLayers) createCommentFunction(addStatement);
  if (hasGold) await createItemView(db, addStatement);
  else createView('job_item', 'exists (select from {s}.annotation_job j where j.id = r.job_id)');
  // The first function returns the groups that are items of jobs, and the groups inside them. The second function returns the images of
  // these groups and of the objects in these groups.
  createIdFunction(
    addStatement,
    'job_groups',
    `with recursive member(id) as (
        select group_id from {s}.job_item where group_id is not null and {s}.is_limited(workspace_id)
        union select g.child_id from {s}.shown_group_group g join member m on m.id = g.parent_id)
      select id from member where id not in (select {s}.blind_groups()) or id in (select {s}.layered_groups())`,
  );
  createIdFunction(
    addStatement,
    'group_member_images',
    `select g.image_id from {s}.shown_group_image g where g.group_id in (select {s}.job_groups())
      union all select o.image_id from {s}.shown_group_object g join public.detection_object o on o.id = g.object_id
        where g.group_id in (select {s}.job_groups())
      union all select {s}.layered_images()`,
  );
  createView('similarity_group', 'r.id in (select {s}.job_groups())');
  createView(
    'training_image',
    `exists (select from {s}.job_item i where i.image_id = r.id) or r.id in (select {s}.group_member_images())`,
  );
  if (hasBlindJobs)
    addStatement(`create view {s}.annotated_image as
      select r.id, r.workspace_id, r.seq from public.training_image r where not {s}.is_limited(r.workspace_id) or (
        exists (select from {s}.job_item i join public.annotation_job j on j.id = i.job_id where i.image_id = r.id and not j.blind)
        or r.id in (select {s}.group_member_images()))${isNotBlind}`);
  // Products are visible to all annotators, with their comments.
  createView(
    'comment_thread',
    `r.product_id is not null or ((exists (select from {s}.training_image i where i.id = r.image_id)
      or exists (select from {s}.similarity_group g where g.id = r.group_id))${hasGold ? IS_NEW_THREAD : ''}${hasGroupLayers ? IS_READABLE_THREAD : ''})`,
  );
  // Skips tables that only later migrations create.
  for (const { name, owner, column, hasWorkspace, revealedImage } of LIMITED_TABLES.filter((table) => tables.has(table.name))) {
    const ownRow = name === 'image_verification' ? 'r.user_id = {s}.limited_user() or ' : '';
    const isVisible = hasGold && revealedImage ? ` and (${ownRow}not {s}.is_blind_image(r.${revealedImage}))` : '';
    const condition = `exists (select from {s}.${hasBlindJobs ? owner : toBaseTable(owner)} o where o.id = r.${column})${isVisible}`;
    const isReadable = name === 'comment' && hasGroupLayers ? ' and {s}.can_read_comment({s}.limited_user(), r.id)' : '';
    createView(name, LAYERED_CONDITIONS[name]?.(condition) ?? `${condition}${isReadable}`, {
      hasWorkspace,
      source: LAYERED_TABLES.some((table) => table.name === name) ? `{s}.shown_${name}` : undefined,
      // Callers cannot add annotations to an image whose annotations they do not see.
      options: hasBlindJobs && owner === 'annotated_image' ? ' with local check option' : '',
    });
  }

  // Lists and counts read verifications through a view of this name. The view also contains the verifications that callers made in their
  // layers (own copies of the members of a group). These verifications are not rows of the table.
  addStatement(`create view {s}.readable_similarity_verification as
    select r.id, r.workspace_id, r.group_id, r.user_id, r.created from {s}.similarity_verification r${
      hasGroupLayers
        ? `
    union all select y.id, y.workspace_id, y.group_id, y.user_id, y.verified from public.group_layer y
    where y.verified is not null and y.user_id = {s}.limited_user() and y.group_id in (select {s}.layered_groups())`
        : ''
    }`);
  // A facet is a bitmap of rows with a property, in chunks of 4,096 rows. Every search uses the facet `exists`, which has all rows, so
  // removing bits from this facet hides rows. All other facets stay complete, and so do the counts of labels.
  addStatement(`create view {s}.readable_facet as
    with visible as (
      select workspace_id, 'image.exists' as kind, seq from {s}.training_image where {s}.is_limited(workspace_id)
      union all select workspace_id, 'object.exists', seq from {s}.detection_object where {s}.is_limited(workspace_id)${
        hasBlindJobs
          ? `
      union all select workspace_id, kind, seq from {s}.annotated_image, (values ('image.label'), ('image.object_label')) k(kind)
        where {s}.is_limited(workspace_id)`
          : ''
      }),
    mask as (
      select workspace_id, kind, seq >> 12 as chunk, bit_or(set_bit(0::bit(4096), seq & 4095, 1)) as bits from visible group by 1, 2, 3)${hasGold ? BLIND_MASK : ''}
    select f.workspace_id, f.kind, f.ref, f.chunk,
      case when f.kind in ('image.exists', 'object.exists'${hasBlindJobs ? ", 'image.label', 'image.object_label'" : ''}) and {s}.is_limited(f.workspace_id)
        then f.bits & coalesce(m.bits, 0::bit(4096)) else f.bits${hasGold ? ' & ~coalesce(b.bits, 0::bit(4096))' : ''} end as bits
    from public.facet f left join mask m on m.workspace_id = f.workspace_id and m.kind = f.kind and m.chunk = f.chunk${hasGold ? BLIND_JOIN : ''}`);
  if (hasGold)
    // The counts of labels read this view. It is empty while a job with gold-standard items is open, because the counts could
    // reveal them.
    addStatement(`create view {s}.counted_facet as select f.workspace_id, f.kind, f.ref, f.chunk,
      case when f.kind not in ('image.job', 'object.job') and {s}.is_limited(f.workspace_id) and exists (select from public.annotation_job g
        where g.workspace_id = f.workspace_id and g.gold_rate is not null and not g.done) then 0::bit(4096) else f.bits end as bits
      from public.facet f`);
  await sql.raw(statements.join(';\n')).execute(db);
}

/**
 * SQL condition: a comment is newer than the job with hidden gold-standard items, which measure annotators. Earlier comments
 * would show which images had been worked on before.
 */
const IS_NEW_THREAD = `
      and not exists (select from public.job_item h join public.annotation_job g on g.id = h.job_id
        where (h.image_id = r.image_id or h.group_id = r.group_id) and g.gold_rate is not null and not g.done and r.created < h.created)`;
/** SQL condition: the user can read the first comment of the thread. */
const IS_READABLE_THREAD = `
      and {s}.can_read_comment({s}.limited_user(), (
        select c.id from public.comment c where c.thread_id = r.id order by c.created, c.id limit 1))`;
/** Common table expression: the images of open jobs with gold items, and the members of layers of groups. */
const BLIND_MASK = `,
    blind as (
      select workspace_id, entity, seq >> 12 as chunk, bit_or(set_bit(0::bit(4096), seq & 4095, 1)) as bits from (
        select i.workspace_id, 'image' as entity, i.seq
        from public.annotation_job g join public.job_item h on h.job_id = g.id join public.training_image i on i.id = h.image_id
        where g.gold_rate is not null and not g.done and {s}.is_limited(g.workspace_id)
        union all select i.workspace_id, 'image', i.seq from public.training_image i where i.id in (select {s}.layered_images())
        union all select o.workspace_id, 'object', o.seq from public.detection_object o where o.id in (select {s}.layered_objects())) e
      group by 1, 2, 3)`;
/** Join that removes the images of `blind` from facets that would reveal gold items, such as the facets of completed jobs. */
const BLIND_JOIN = `
      left join blind b on b.workspace_id = f.workspace_id and b.chunk = f.chunk and b.entity = split_part(f.kind, '.', 1) and (
        f.kind in ('image.verified', 'image.grouped', 'image.task_neg')
        or f.kind in ('object.verified', 'object.grouped', 'object.label', 'object.task_neg')
        or f.kind in ('image.job', 'object.job') and exists (select from public.annotation_job d where d.id = f.ref and d.done))`;

interface ViewOptions {
  hasWorkspace?: boolean | undefined;
  options?: string;
  /** The rows from which the view selects. Default: all rows of the table. */
  source?: string | undefined;
}

/**
 * Tables of the members of groups. A layer is an annotator's own copy of the members of a group; `kind` is the kind of the members in it.
 * `hidden` hides the groups that contain a group of a job with gold items.
 */
const LAYERED_TABLES = [
  { name: 'group_image', group: 'group_id', member: 'image_id', kind: 'image', hidden: '' },
  { name: 'group_object', group: 'group_id', member: 'object_id', kind: 'object', hidden: '' },
  {
    name: 'group_group',
    group: 'parent_id',
    member: 'child_id',
    kind: 'group',
    hidden: ' and r.child_id not in (select {s}.blind_groups())',
  },
] as const;

/** Functions that adapt the conditions of tables to the layers of groups (ADR 0124). */
const LAYERED_CONDITIONS: Readonly<Record<string, (condition: string) => string>> = {
  detection_object: (condition) => `${condition} or r.id in (select {s}.layered_objects())`,
  object_label: (condition) => `${condition} and r.object_id not in (select {s}.layered_objects())`,
  similarity_verification: (condition) => `${condition} and r.group_id not in (select {s}.blind_groups())`,
  group_image: (condition) => `${condition} or r.group_id in (select {s}.layered_groups())`,
  group_object: (condition) =>
    `${condition} and r.object_id not in (select {s}.layered_objects()) or r.group_id in (select {s}.layered_groups())`,
};

/**
 * Creates the views of the members of groups. In open jobs that have gold items, or in which annotators work independently, annotators see
 * the members of their own layers instead (ADR 0124). Annotators cannot write through these views, because each combines two sources.
 */
function createGroupRows(addStatement: (statement: string) => unknown, hasGroupLayers: boolean): void {
  const isLayered = '(j.gold_rate is not null or j.blind) and not j.done and {s}.is_limited(j.workspace_id)';
  const ownLayers = `public.group_layer y join {s}.annotation_job j on j.id = y.job_id
    where y.user_id = {s}.limited_user() and ${isLayered}`;
  const ownMembers = `select m.ID from public.group_layer_member m where m.layer_id in (select y.id from ${ownLayers})`;
  // Images and objects that the annotator has removed from a layer stay accessible, so that the removal can be undone.
  const queries = {
    blind_groups: `select h.group_id from public.job_item h join public.annotation_job j on j.id = h.job_id
      where h.group_id is not null and ${isLayered}`,
    layered_groups: `select y.group_id from ${ownLayers}`,
    layered_images: `${ownMembers.replace('ID', 'image_id')} and m.image_id is not null`,
    layered_objects: `${ownMembers.replace('ID', 'member_id')} and m.kind = 'object'`,
  };
  for (const [name, query] of Object.entries(queries))
    createIdFunction(addStatement, name, hasGroupLayers ? query : 'select null::uuid where false');
  for (const { name, group, member, kind, hidden } of LAYERED_TABLES)
    addStatement(`create view {s}.shown_${name} as
      select r.${group}, r.${member}, r.workspace_id, r.created from public.${name} r where r.${group} not in (select {s}.blind_groups())${hidden}${
        hasGroupLayers
          ? `
      union all select y.group_id, m.member_id, m.workspace_id, m.created
      from public.group_layer y join public.group_layer_member m on m.layer_id = y.id
      where y.user_id = {s}.limited_user() and y.group_id in (select {s}.layered_groups()) and m.kind = '${kind}' and m.is_member`
          : ''
      }`);
}

/**
 * Creates a function that returns ids. It is in PL/pgSQL, so that the planner does not repeat its query wherever a view uses it:
 * plans of searches would have more than 1,000 nodes.
 */
const createIdFunction = (addStatement: (statement: string) => unknown, name: string, query: string) =>
  addStatement(`create function {s}.${name}() returns setof uuid language plpgsql stable parallel safe as $$
    begin return query ${query}; end $$`);

/** Whether the columns of gold items exist. Earlier migrations call `createJobAccess`, too. */
async function hasGoldJobs(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = 'public.annotation_job'::regclass and attname = 'gold_rate'`.execute(db);
  return rows.length > 0;
}

/**
 * Creates two functions. They return whether an open job with gold items contains the image or group, so that its annotations or members
 * could reveal gold items.
 */
function createBlindFunctions(addStatement: (statement: string) => unknown): void {
  addStatement(`create function {s}.is_blind_image(image uuid) returns boolean language sql stable parallel safe as $$
    select exists (select from public.job_item h join public.annotation_job g on g.id = h.job_id
      where h.image_id = image and g.gold_rate is not null and not g.done and {s}.is_limited(g.workspace_id))
      or image in (select {s}.layered_images()) $$`);
  addStatement(`create function {s}.is_blind_group(entity uuid) returns boolean language sql stable parallel safe as $$
    select entity in (select {s}.blind_groups()) $$`);
}

/**
 * Creates the view of the items of jobs. It hides which items are gold, and in which completed jobs their images were. Code that
 * serves and scores gold items reads the table instead of the view.
 */
async function createItemView(db: Kysely<unknown>, addStatement: (statement: string) => unknown): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'public.job_item'::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db);
  const columns = rows.map(({ name }) => (name === 'gold_id' ? 'null::uuid as gold_id' : `r.${name}`));
  addStatement(`create view {s}.job_item as select ${columns.join(', ')} from public.job_item r
    where not {s}.is_limited(r.workspace_id) or r.job_id in (select {s}.open_jobs())
      or r.job_id in (select {s}.visible_jobs())
        and coalesce(not {s}.is_blind_image(r.image_id), true) and coalesce(not {s}.is_blind_group(r.group_id), true)`);
}

const toBaseTable = (owner: string) => (owner === 'annotated_image' ? 'training_image' : owner);
