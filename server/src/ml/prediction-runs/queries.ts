import type { PredictionRun, Suspect } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';

/** The intersection over union of two boxes as float8[], in SQL. */
const computeIou = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql`(
  select case when shared.area <= 0 then 0 else shared.area / (
    ((${a})[3] - (${a})[1]) * ((${a})[4] - (${a})[2]) + ((${b})[3] - (${b})[1]) * ((${b})[4] - (${b})[2]) - shared.area) end
  from (select greatest(0, least((${a})[3], (${b})[3]) - greatest((${a})[1], (${b})[1]))
    * greatest(0, least((${a})[4], (${b})[4]) - greatest((${a})[2], (${b})[2])) as area) shared)`;

// In a suspected error `s`, `label_id` is the annotated label, `said_label_id` the predicted label, and `said` the rest of the prediction.

/** SQL of the predicted box of the suspected error `s`. */
const predictedBox = sql`(select array_agg(side::float8 order by place) from jsonb_array_elements_text(s.said -> 'bound_box') with ordinality e(side, place))`;
const isSamePosition = (box: RawBuilder<unknown>, minIou = 0.5) =>
  sql`${computeIou(sql`${box}::float8[]`, predictedBox)} >= ${sql.lit(minIou)}`;
/** Minimum IoU with the predicted position at which a shape counts as moved to this position. The image screen uses the same limit. */
const MIN_MOVED_IOU = 0.75;

/** SQL conditions by domain of the run `r`: the annotation that the suspected error `s` refers to is unchanged. */
const isUnchanged = {
  recognition: sql`(case when s.shape_id is null then ${isLabelUnchanged(sql`image_label`, sql`l.image_id = s.image_id`)}
    else exists (select from detection_object o where o.id = s.shape_id) and ${isLabelUnchanged(sql`object_label`, sql`l.object_id = s.shape_id`)} end)`,
  detection: isShapeUnchanged(sql`detection_object`, sql`detection_label_id`, sql`data`),
  segmentation: isShapeUnchanged(
    sql`(select id, image_id, segmentation_label_id, bbox from polygon union all select id, image_id, segmentation_label_id, bbox from mask)`,
    sql`segmentation_label_id`,
    sql`bbox`,
  ),
};

function isLabelUnchanged(table: RawBuilder<unknown>, belongsToTarget: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(case s.kind
    when 'missing' then not exists (select from ${table} l where ${belongsToTarget} and l.label_id = s.said_label_id)
    when 'value' then exists (select from ${table} l where ${belongsToTarget} and l.label_id = s.label_id and l.created <= s.created
      and l.value is not distinct from coalesce((s.said ->> 'was')::float8, l.value))
    else exists (select from ${table} l where ${belongsToTarget} and l.label_id = s.label_id) end)`;
}

function isShapeUnchanged(table: RawBuilder<unknown>, label: RawBuilder<unknown>, box: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = sql`x.${box}`;
  return sql`case s.kind
    when 'missing' then not exists (select from ${table} x where x.image_id = s.image_id and x.${label} = s.said_label_id and ${isSamePosition(column)})
    when 'misplaced' then exists (select from ${table} x where x.id = s.shape_id and x.${label} = s.label_id and not ${isSamePosition(column, MIN_MOVED_IOU)})
    else exists (select from ${table} x where x.id = s.shape_id and x.${label} = s.label_id) end`;
}

/** SQL condition: the annotation of a suspected error `s` of the run `r` has not been corrected after the run. */
const STILL_APPLIES = sql<boolean>`(case
  when r.recognition_task_id is not null then ${isUnchanged.recognition}
  when r.detection_task_id is not null then ${isUnchanged.detection}
  else ${isUnchanged.segmentation} end)`;

/**
 * SQL condition: a suspected error `s` of the run `r` is listed if the caller specifies no minimum confidence. A different label of an
 * image or object is always listed, because its confidence is small in tasks with many labels.
 */
const IS_LISTED = sql`(s.sureness >= 0.3 or s.kind = 'other_label' and r.recognition_task_id is not null)`;

const selectDomain = sql`(case when r.recognition_task_id is not null then 'recognition' when r.detection_task_id is not null then 'detection' else 'segmentation' end)`;
const selectTaskId = sql`coalesce(r.recognition_task_id, r.detection_task_id, r.segmentation_task_id)`;

/** Prediction runs as the API returns them. */
export const runView: RowView<PredictionRun> = {
  from: sql`prediction_run r`,
  id: sql`r.id`,
  columns: sql<PredictionRun>`
    r.id, r.workspace_id as workspace, ${selectDomain} as domain, ${selectTaskId} as task,
    coalesce((select name from recognition_task where id = r.recognition_task_id),
      (select name from detection_task where id = r.detection_task_id),
      (select name from segmentation_task where id = r.segmentation_task_id)) as task_name,
    r.model_id as model,
    (select count(*)::int from image_prediction p where p.run_id = r.id and p.model_id = r.model_id) as images,
    (select count(distinct s.image_id)::int from suspect s where s.run_id = r.id and s.state = 'open' and ${IS_LISTED} and ${STILL_APPLIES}) as suspects,
    (select json_build_object('accepted', count(*) filter (where s.state = 'accepted'), 'dismissed', count(*) filter (where s.state = 'dismissed'))
      from suspect s where s.run_id = r.id) as decisions,
    (select json_build_object('id', w.id, 'workspace', w.workspace_id, 'kind', w.kind, 'status', w.state, 'done', w.progress_done,
      'total', w.progress_total, 'error', w.error, 'created', ${toIsoTimestamp('w.created')}, 'finished', ${toIsoTimestamp('w.finished')})
      from long_work w where w.id = r.work_id) as work,
    (select w.result ->> 'skipped' from long_work w where w.id = r.work_id) as note,
    ${toIsoTimestamp('r.created')} as created`,
};

const selectLabel = (id: RawBuilder<unknown>) => sql`coalesce(
  (select json_build_object('id', l.id, 'name', l.name, 'color', l.color) from recognition_label l where l.id = ${id}),
  (select json_build_object('id', l.id, 'name', l.name, 'color', l.color) from detection_label l where l.id = ${id}),
  (select json_build_object('id', l.id, 'name', l.name, 'color', l.color) from segmentation_label l where l.id = ${id}))`;

/** Suspected annotation errors as the API returns them. */
export const suspectView: RowView<Suspect> = {
  from: sql`suspect s join prediction_run r on r.id = s.run_id`,
  id: sql`s.id`,
  columns: sql<Suspect>`
    s.id, s.workspace_id as workspace, s.run_id as run, ${selectDomain} as domain, ${selectTaskId} as task, s.image_id as image, s.kind,
    s.shape_id as shape, ${selectLabel(sql`s.label_id`)} as label,
    jsonb_build_object('prob', null) || (s.said - 'was') || jsonb_build_object('label', ${selectLabel(sql`s.said_label_id`)}) as said,
    s.sureness, s.state, ${toIsoTimestamp('s.decided')} as decided, (select json_build_object('id', u.id, 'username', u.username) from app_user u where u.id = s.decided_by) as decided_by`,
};

/**
 * Returns conditions for suspected errors with this decision and at least the confidence `minConfidence`. Open suspected errors must still
 * apply, and their predicted label must still exist.
 */
export const createSuspectFilter = (decision: Suspect['state'], minConfidence?: number): RawBuilder<unknown>[] => [
  sql`s.state = ${sql.lit(decision)}`,
  ...(minConfidence === undefined ? [] : [sql`s.sureness >= ${minConfidence}`]),
  ...(decision === 'open'
    ? [
        ...(minConfidence === undefined ? [IS_LISTED] : []),
        STILL_APPLIES,
        sql`(s.said_label_id is null or exists (select from recognition_label where id = s.said_label_id)
          or exists (select from detection_label where id = s.said_label_id)
          or exists (select from segmentation_label where id = s.said_label_id))`,
      ]
    : []),
];

/** Selects the images with open suspected errors of a run. The score is the highest confidence of the suspected errors of an image. */
export function selectSuspectImages(runId: string, minConfidence?: number): RawBuilder<{ seq: number; score: number }> {
  return sql`select i.seq, max(s.sureness) as score from ${suspectView.from} join training_image i on i.id = s.image_id
    where s.run_id = ${runId} and ${sql.join(createSuspectFilter('open', minConfidence), sql` and `)} group by i.seq`;
}

/** Selects the images that the current model of a run has predicted with a known uncertainty. The score is the uncertainty. */
export function selectUncertainImages(runId: string, minUncertainty = 0): RawBuilder<{ seq: number; score: number }> {
  return sql`select i.seq, p.uncertainty as score from image_prediction p
    join prediction_run r on r.id = p.run_id and r.model_id = p.model_id join training_image i on i.id = p.image_id
    where p.run_id = ${runId} and p.uncertainty >= ${minUncertainty}`;
}

/**
 * Selects the shapes with open suspected errors of detection and segmentation in a workspace. The score is the highest confidence of the
 * suspected errors of a shape.
 */
export function selectSuspectShapes(workspaceId: string): RawBuilder<{ shape_id: string; score: number }> {
  return sql`select s.shape_id, max(s.sureness) as score from ${suspectView.from}
    where s.workspace_id = ${workspaceId} and s.shape_id is not null and r.recognition_task_id is null
      and ${sql.join(createSuspectFilter('open'), sql` and `)} group by s.shape_id`;
}
