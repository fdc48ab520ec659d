import { sql, type RawBuilder } from 'kysely';
import { LABELLED_KINDS } from '../../../data-access/shape-kinds/registry';
import { SHAPE_TABLES } from '../../../platform/database/tables/shapes';

/** The counts that come from the change log. */
export const LOGGED_COUNTS = [
  ...['items_done', 'items_sent_back', 'images_verified', 'shapes_created', 'shapes_changed', 'shapes_deleted'],
  ...['labels_set', 'found_wrong'],
];

/** Entries of the change log with `after < id <= upTo`, of all workspaces or of one. */
interface EntryRange {
  after: string;
  upTo?: string;
  workspaceId?: string;
}

/**
 * SQL condition: a user made the change set `s` (the writes of one action) in the console or with a token. Excludes background work,
 * imports and commands.
 */
const isUserAction = sql`s.user_id is not null and s.origin in ('console', 'token') and not s.summarized`;
const isShape = sql`relation in (${sql.join(SHAPE_TABLES.map((table) => sql.lit(table)))})`;
const isLabel = sql`relation in ('image_label', 'object_label')`;
const toUtcDay = (timestamp: RawBuilder<unknown>) => sql`(${timestamp} at time zone 'UTC')::date`;

/** SQL of the job in which an image was last assigned to a user; null if there is none. */
const selectAssignedJob = (userId: RawBuilder<unknown>, imageId: RawBuilder<unknown>) => sql`(
  select w.job_id from job_item i join item_work w on w.item_id = i.id
  where i.image_id = ${imageId} and w.user_id = ${userId}
  order by greatest(w.done_at, w.leased_until) desc nulls last, w.job_id limit 1)`;

/**
 * SQL of the counts of a range of entries, grouped by workspace_id, day, user_id, job_id and label_id, with a column for each of
 * `LOGGED_COUNTS`. If a done mark or verification is removed, it counts as -1 on the day on which it was set.
 */
export function selectLoggedCounts({ after, upTo, workspaceId }: EntryRange): RawBuilder<unknown> {
  const columns = LOGGED_COUNTS.map(
    (count) => sql`coalesce(sum(n) filter (where measure = ${sql.lit(count)}), 0)::bigint as ${sql.ref(count)}`,
  );
  return sql`
    with entry as materialized (
      select c.*, s.user_id from change c join change_set s on s.id = c.change_set_id
      where c.id > ${after} ${upTo === undefined ? sql`` : sql`and c.id <= ${upTo}`}
        ${workspaceId === undefined ? sql`` : sql`and c.workspace_id = ${workspaceId}`}
        and (c.${isShape} or c.${isLabel} or c.relation in ('item_work', 'job_remark', 'image_verification'))
        and ${isUserAction} and exists (select from workspace w where w.id = c.workspace_id)
    ), row_history as materialized (${selectRowHistory}
    ), annotation as materialized (${selectAnnotations}
    ), removed as materialized (${selectRemovedCompletions}
    ), counted as (
      ${selectAnnotationCounts} union all ${selectFoundWrong} union all ${selectCompletions} union all ${selectRemovals}
      union all ${selectSentBack}
    )
    select workspace_id, day, user_id, job_id, label_id, ${sql.join(columns)}
    from counted group by workspace_id, day, user_id, job_id, label_id`;
}

/**
 * For each entry about a changed shape or label: the user who wrote the row before, and the label of the shape before the change. An entry
 * contains the label only if the label changed, so it may have to be read from a later entry.
 */
const selectRowHistory = sql`
  select id, lag(user_id) over history as previous_user, lag(operation) over history as previous_operation,
    (array_agg(label) filter (where label is not null) over (history rows between current row and unbounded following))[1] as label_before
  from (
    select c.id, c.relation, c.subject_id, c.row_id, c.operation, case when ${isUserAction} then s.user_id end as user_id,
      coalesce(c.before ->> 'detection_label_id', c.before ->> 'segmentation_label_id')::uuid as label
    from change c join change_set s on s.id = c.change_set_id
    where c.subject_id in (select e.subject_id from entry e where e.${isShape} or e.${isLabel}) and (c.${isShape} or c.${isLabel})
  ) entry_of_row
  window history as (partition by relation, subject_id, row_id order by id)`;

/** SQL of the current label of the shape of an entry `e`, for each kind of shape. */
const currentLabels = LABELLED_KINDS.map(
  ({ table, label }) => sql`(select ${sql.ref(`s.${label.column}`)} from ${sql.table(table)} s
    where s.id = case e.relation when ${sql.lit(table)} then e.row_id::uuid end)`,
);

const selectAnnotations = sql`
  select e.*, h.previous_user, h.previous_operation, h.label_before, ${toUtcDay(sql`e.created`)} as day,
    case e.relation when 'object_label' then (select o.image_id from detection_object o where o.id = e.subject_id::uuid)
      else e.subject_id::uuid end as image_id,
    case when e.${isLabel} then e.row_id::uuid else coalesce(
      (e.after ->> 'detection_label_id')::uuid, (e.after ->> 'segmentation_label_id')::uuid, h.label_before,
      ${sql.join(currentLabels)}
    ) end as label_id
  from entry e join row_history h on h.id = e.id`;

/** SQL of the counts of annotations. Omits creations with a source: they were accepted from a model or copied from another image. */
const selectAnnotationCounts = sql`
  select workspace_id, day, user_id, ${selectAssignedJob(sql`a.user_id`, sql`a.image_id`)} as job_id, label_id,
    case when a.${isLabel} then 'labels_set' else case operation
      when 'insert' then 'shapes_created' when 'update' then 'shapes_changed' else 'shapes_deleted' end end as measure, 1 as n
  from annotation a
  where case when a.${isShape} then operation <> 'insert' or a.after ->> 'source' is null
    else operation <> 'delete' and a.after ->> 'source' is null end`;

/**
 * SQL of the corrections of a user's work: another user changed a geometry, label or value after the author had finished the item. Shapes
 * that were deleted together with their label do not count.
 */
const selectFoundWrong = sql`
  select a.workspace_id, a.day, a.previous_user, finished.job_id, coalesce(a.label_before, a.label_id), 'found_wrong', 1
  from annotation a cross join lateral (
    select w.job_id from job_item i join item_work w on w.item_id = i.id
    where i.image_id = a.image_id and w.user_id = a.previous_user and (w.done_at < a.created or w.done_at is null and exists (
      select from job_remark m where m.item_id = w.item_id and m.author_id = w.user_id))
    order by w.done_at desc nulls last, w.job_id limit 1
  ) finished
  where a.previous_user <> a.user_id and a.previous_operation <> 'delete' and a.operation <> 'insert'
    and (a.operation = 'delete' or a.after ?| array['data', 'detection_label_id', 'segmentation_label_id', 'name', 'value'])
    and not exists (select from change d where d.change_set_id = a.change_set_id and d.subject_id = a.label_id::text
      and d.operation = 'delete' and d.relation in ('detection_label', 'segmentation_label', 'recognition_label'))`;

const completionUser = sql`case e.relation when 'item_work' then split_part(e.row_id, ':', 2) else e.row_id end::uuid`;
/** The job of a done mark, or the job in which the verified image was assigned to the user. */
const completionJob = sql`case e.relation when 'item_work' then e.subject_id::uuid
  else ${selectAssignedJob(completionUser, sql`e.subject_id::uuid`)} end`;
const completionMeasure = sql`case e.relation when 'item_work' then 'items_done' else 'images_verified' end`;
/** The time at which an item was marked as done or an image was verified. */
const selectCompletionTime = (values: RawBuilder<unknown>) => sql`coalesce(${values} ->> 'done_at', ${values} ->> 'created')`;
/**
 * SQL condition: the entry is a done mark or a verification by a user. An accepted prediction does not count until a user verifies the
 * image, which removes the id of the model.
 */
const isCompletionMark = (alias: 'e' | 'c') => {
  const toColumn = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${toColumn('relation')} = 'item_work' and ${toColumn('after')} ->> 'done_at' is not null
    or ${toColumn('relation')} = 'image_verification' and ${toColumn('after')} ->> 'model_id' is null
      and (${toColumn('operation')} = 'insert' or ${toColumn('before')} ->> 'model_id' is not null))`;
};

const selectCompletions = sql`
  select e.workspace_id, ${toUtcDay(sql`${selectCompletionTime(sql`e.after`)}::timestamptz`)}, ${completionUser}, ${completionJob}, null::uuid, ${completionMeasure}, 1
  from entry e where ${isCompletionMark('e')}`;

/** Removed marks and verifications, but not those that were deleted together with the job item or image. */
const selectRemovedCompletions = sql`
  select e.*, ${selectCompletionTime(sql`e.before`)} as marked_at from entry e
  where e.relation = 'item_work' and e.operation = 'update' and e.before ->> 'done_at' is not null and e.after ->> 'done_at' is null
    or e.relation = 'image_verification' and e.operation = 'update' and e.after ->> 'model_id' is not null
    or e.relation = 'image_verification' and e.operation = 'delete' and not exists (
      select from change d where d.change_set_id = e.change_set_id and d.subject_id = e.subject_id
        and d.relation = 'training_image' and d.operation = 'delete')`;

/** Only marks that a user had set are subtracted, because marks of an import were not counted. */
const selectRemovals = sql`
  select e.workspace_id, ${toUtcDay(sql`e.marked_at::timestamptz`)}, ${completionUser}, ${completionJob}, null::uuid, ${completionMeasure}, -1
  from removed e where (e.relation, e.subject_id, e.row_id, e.marked_at) in (
    select c.relation, c.subject_id, c.row_id, ${selectCompletionTime(sql`c.after`)}
    from change c join change_set s on s.id = c.change_set_id
    where c.subject_id in (select r.subject_id from removed r) and ${isCompletionMark('c')} and ${isUserAction})`;

/**
 * SQL of the items that reviewers sent back. They count for the author of the work. A reviewer who reopens a remark sends the item back
 * again.
 */
const selectSentBack = sql`
  select e.workspace_id, ${toUtcDay(sql`e.created`)}, coalesce((e.after ->> 'author_id')::uuid, m.author_id), e.subject_id::uuid, null::uuid,
    'items_sent_back', 1
  from entry e left join job_remark m on m.id = case e.relation when 'job_remark' then e.row_id::uuid end
  where e.relation = 'job_remark' and (e.operation = 'insert' or e.operation = 'update' and e.after ->> 'state' = 'open' and m.author_id <> e.user_id)`;
