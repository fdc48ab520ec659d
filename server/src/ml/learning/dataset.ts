import type { MaskData } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { Domain, Label } from '@console/learner/protocol';
import { MIN_VALUES } from '@console/learner/requirements';
import { IS_STATED_EMPTY } from '../../data-access/shape-kinds/empty-images';
import { hasUnreviewed, IS_VERIFIED_BY_USER } from '../../data-access/shapes/model-origin';
import { parseTrainingParams, type TrainingImageFilter } from './training-params';
import { selectLabelsById, DATASET_IMAGE_DETAILS, type DatasetLabel } from './dataset-columns';

/** An image of a dataset version with the annotations it had when the version was created. */
export interface DatasetImage {
  /** Position in the version, from 0. */
  place: number;
  image_id: string;
  img_key: string;
  img_width: number;
  img_height: number;
  test_image: boolean;
  annotations: Annotations;
}

/** An annotated label; `value` is set for labels of type value. */
export interface AnnotatedLabel {
  id: string;
  value: number | null;
}

/** The annotations of an image in one domain. These field names are stored in dataset versions. */
export interface Annotations {
  labels?: AnnotatedLabel[];
  /** Objects that have labels of a recognition task. */
  labelled?: { id: string; label?: string; data: number[]; labels: AnnotatedLabel[] }[];
  /** `rotated_box` and `attributes` are missing in versions that older releases created. */
  objects?: { id: string; label: string; data: number[]; rotated_box?: number[] | null; attributes?: ShapeAttributes }[];
  /** x, y and visibility of each point. Missing in versions that older releases created. */
  skeletons?: { id: string; label: string; data: number[]; attributes?: ShapeAttributes }[];
  polygons?: { id: string; label: string; data: number[]; attributes?: ShapeAttributes }[];
  /** Missing in versions that older releases created. */
  masks?: { id: string; label: string; data: MaskData; attributes?: ShapeAttributes }[];
}

const ROWS_PER_QUERY = 500;

/** Selects the ids of the labels of a task in SQL, without the negative label "none of these" of a recognition task. */
export const selectTaskLabels = (domain: Domain, taskId: string) =>
  sql`select label_id from ${sql.table(`${domain}_task_label`)} where task_id = ${taskId}`;

/** A label of a task. A detection label can have a template of skeletons. */
export interface TaskLabel extends Label {
  skeleton?: SkeletonTemplate;
}

/** Lists the labels of a task, sorted by name, without the negative label of a recognition task. */
export async function listTaskLabels(db: Db, domain: Domain, taskId: string): Promise<TaskLabel[]> {
  const { rows } = await sql<Label & { skeleton: SkeletonTemplate | null }>`
    select id, name, ${domain === 'detection' ? sql`skeleton` : sql`null`} as skeleton from ${sql.table(`${domain}_label`)}
    where id in (${selectTaskLabels(domain, taskId)}) order by lower(name), id`.execute(db);
  return rows.map(({ skeleton, ...label }) => ({ ...label, ...(skeleton && { skeleton }) }));
}

/** Selects the ids of the labels of a recognition task in SQL, including its negative label. */
export const selectRecognitionLabels = (taskId: string) =>
  sql`${selectTaskLabels('recognition', taskId)} union all select id from recognition_label where negative_for_task = ${taskId}`;

/** The `from` clause for objects `o` of an image `i` that have labels of a recognition task, in SQL. */
export const fromLabelledObjects = (taskId: string) => sql`
  detection_object o where o.image_id = i.id
    and exists (select from object_label ol where ol.object_id = o.id and ol.label_id in (${selectRecognitionLabels(taskId)}))`;

/** SQL condition: an image `i` has boxes of a detection task, or is known to have none. Built-in models only learn from boxes. */
const HAS_BOX_EXAMPLES = (taskId: string) => sql`
  (exists (select from detection_object o where o.image_id = i.id and o.detection_label_id in (${selectTaskLabels('detection', taskId)}))
    or exists (select from detection_task_negative_image n where n.image_id = i.id and n.task_id = ${taskId}) or ${IS_STATED_EMPTY})`;

/**
 * SQL condition: an image `i` is annotated for a task. It has a label of the task, is a negative image of the task, or users state that it
 * has nothing to annotate.
 */
export const IS_ANNOTATED: Record<Domain, (taskId: string) => RawBuilder<unknown>> = {
  recognition: (taskId) => sql`
    exists (select from image_label il where il.image_id = i.id and il.label_id in (${selectRecognitionLabels(taskId)}))`,
  detection: (taskId) => sql`
    (${HAS_BOX_EXAMPLES(taskId)}
      or exists (select from skeleton k where k.image_id = i.id and k.detection_label_id in (${selectTaskLabels('detection', taskId)})))`,
  segmentation: (taskId) => sql`
    (exists (select from polygon p where p.image_id = i.id and p.segmentation_label_id in (${selectTaskLabels('segmentation', taskId)}))
      or exists (select from mask m where m.image_id = i.id and m.segmentation_label_id in (${selectTaskLabels('segmentation', taskId)}))
      or ${IS_STATED_EMPTY})`,
};

/** The annotations of an image `i` with the labels of a task as JSON, in SQL. */
export const TASK_ANNOTATIONS: Record<Domain, (taskId: string) => RawBuilder<unknown>> = {
  recognition: (taskId) => sql`
    json_build_object('labels', (
      select coalesce(json_agg(json_build_object('id', il.label_id, 'value', il.value) order by il.label_id), '[]')
      from image_label il where il.image_id = i.id and il.label_id in (${selectRecognitionLabels(taskId)})), 'labelled', (
      select coalesce(json_agg(json_build_object('id', o.id, 'label', o.detection_label_id, 'data', o.data, 'labels', (
        select json_agg(json_build_object('id', ol.label_id, 'value', ol.value) order by ol.label_id)
        from object_label ol where ol.object_id = o.id and ol.label_id in (${selectRecognitionLabels(taskId)}))) order by o.seq), '[]')
      from ${fromLabelledObjects(taskId)}))`,
  detection: (taskId) => sql`
    json_build_object('objects', (
      select coalesce(json_agg(json_build_object('id', o.id, 'label', o.detection_label_id, 'data', o.data, 'rotated_box', o.rotated_box, 'attributes', o.attributes) order by o.seq), '[]')
      from detection_object o where o.image_id = i.id and o.detection_label_id in (${selectTaskLabels('detection', taskId)})), 'skeletons', (
      select coalesce(json_agg(json_build_object('id', k.id, 'label', k.detection_label_id, 'data', k.data, 'attributes', k.attributes) order by k.created, k.id), '[]')
      from skeleton k where k.image_id = i.id and k.detection_label_id in (${selectTaskLabels('detection', taskId)})))`,
  segmentation: (taskId) => sql`
    json_build_object('polygons', (
      select coalesce(json_agg(json_build_object('id', p.id, 'label', p.segmentation_label_id, 'data', p.data, 'attributes', p.attributes) order by p.created, p.id), '[]')
      from polygon p where p.image_id = i.id and p.segmentation_label_id in (${selectTaskLabels('segmentation', taskId)})), 'masks', (
      select coalesce(json_agg(json_build_object('id', m.id, 'label', m.segmentation_label_id, 'data', m.data, 'attributes', m.attributes) order by m.created, m.id), '[]')
      from mask m where m.image_id = i.id and m.segmentation_label_id in (${selectTaskLabels('segmentation', taskId)})))`,
};

/**
 * SQL condition: an image `i` contains examples for a training of the task. An example is the image itself or, for recognition, an object
 * of the image.
 */
export function hasExamples(domain: Domain, taskId: string): RawBuilder<unknown> {
  if (domain !== 'recognition') return IS_ANNOTATED[domain](taskId);
  return sql`(${IS_ANNOTATED.recognition(taskId)} or exists (select from ${fromLabelledObjects(taskId)}))`;
}

/** Selects the ids of the labels that a training of the task learns, in SQL. */
const selectLearnedLabels = (domain: Domain, taskId: string) =>
  domain === 'recognition' ? selectRecognitionLabels(taskId) : selectTaskLabels(domain, taskId);

/**
 * SQL condition: a training of these labels with this filter uses an image `i`. Images with unreviewed predictions are excluded: a model
 * must not learn from predictions, and without the predictions the annotations may be incomplete.
 */
const matchesFilter = (domain: Domain, labels: RawBuilder<unknown>, { onlyVerified, onlyReal }: TrainingImageFilter) => sql`
  (${!onlyReal} or i.real) and (${!onlyVerified} or ${IS_VERIFIED_BY_USER})
  and not ${hasUnreviewed(domain, labels)}`;

/** Whether a training of the task uses an image `i`, in SQL. */
export function isTrainingImage(domain: Domain, taskId: string, imageFilter: TrainingImageFilter): RawBuilder<unknown> {
  return sql`
    i.workspace_id = (select workspace_id from ${sql.table(`${domain}_task`)} where id = ${taskId}) and ${hasExamples(domain, taskId)}
    and ${matchesFilter(domain, selectLearnedLabels(domain, taskId), imageFilter)}`;
}

/** Whether an image `i` is a TEST image of a task, in SQL. Trainings and evaluations measure their models on these images. */
export function isTestImage(domain: Domain, taskId: string, imageFilter: TrainingImageFilter): RawBuilder<unknown> {
  return sql`i.test_image and ${isTrainingImage(domain, taskId, imageFilter)}`;
}

/** A task with the training parameters that select its images. */
export interface TaskWithParams {
  id: string;
  training_params: unknown;
}

/** SQL condition: evaluations of the task use an image `i`, because it is a verified TEST image of the task's trainings. */
export function isEvaluatedImage(domain: Domain, { id, training_params }: TaskWithParams): RawBuilder<unknown> {
  return isTestImage(domain, id, { ...parseTrainingParams(domain, training_params), onlyVerified: true });
}

/** Counts the images that a training of the task would use, and the images held out for testing. */
export async function countTrainingImages(
  db: Db,
  domain: Domain,
  taskId: string,
  imageFilter: TrainingImageFilter,
): Promise<{ train: number; test: number }> {
  const { rows } = await sql<{ train: number; test: number }>`
    select count(*) filter (where not i.test_image)::int as train, count(*) filter (where i.test_image)::int as test
    from training_image i where ${isTrainingImage(domain, taskId, imageFilter)}`.execute(db);
  return rows[0] ?? { train: 0, test: 0 };
}

/**
 * Counts the examples for a training of the task on this machine: images, and for recognition also labelled objects. Images with only
 * skeletons do not count.
 */
export async function countExamples(db: Db, domain: Domain, taskId: string, imageFilter: TrainingImageFilter): Promise<number> {
  if (domain === 'segmentation') return (await countTrainingImages(db, domain, taskId, imageFilter)).train;
  if (domain === 'detection') {
    const { rows } = await sql<{ examples: number }>`
      select count(*)::int as examples from training_image i
      where not i.test_image and ${isTrainingImage(domain, taskId, imageFilter)} and ${HAS_BOX_EXAMPLES(taskId)}`.execute(db);
    return rows[0]?.examples ?? 0;
  }
  const { rows } = await sql<{ examples: number }>`
    select coalesce(sum((${IS_ANNOTATED.recognition(taskId)})::int + (select count(*) from ${fromLabelledObjects(taskId)})), 0)::int as examples
    from training_image i where not i.test_image and ${isTrainingImage(domain, taskId, imageFilter)}`.execute(db);
  return rows[0]?.examples ?? 0;
}

/**
 * Counts the images that a training of a detection task uses only because users state that they have nothing to annotate. Such images are
 * few, and an index finds them.
 */
export async function countStatedEmptyImages(db: Db, taskId: string, imageFilter: TrainingImageFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from training_image i
    where i.id in (
        select v.image_id from image_verification v
        where v.workspace_id = (select workspace_id from detection_task where id = ${taskId}) and v.nothing_to_annotate)
      and not i.test_image and ${matchesFilter('detection', selectTaskLabels('detection', taskId), imageFilter)} and ${IS_STATED_EMPTY}
      and not exists (select from detection_task_negative_image n where n.image_id = i.id and n.task_id = ${taskId})`.execute(db);
  return rows[0]?.count ?? 0;
}

interface LabelExampleCounts {
  labels: { id: string; name: string; positives: number; distinctValues: number }[];
  /** Id of the label that excludes all others. */
  negativeLabel: string | null;
}

/** Counts for each label of a recognition task its examples and the distinct values of the examples. */
export async function countLabelExamples(db: Db, taskId: string, imageFilter: TrainingImageFilter): Promise<LabelExampleCounts> {
  const isUsed = matchesFilter('recognition', selectRecognitionLabels(taskId), imageFilter);
  const { rows } = await sql<LabelExampleCounts['labels'][number] & { negative: boolean }>`
    select l.id, l.name, l.negative_for_task is not null as negative, n.positives, n."distinctValues"
    from recognition_label l, lateral (
      select count(*)::int as positives, count(distinct e.value)::int as "distinctValues" from (
        select il.value from image_label il join training_image i on i.id = il.image_id
        where il.label_id = l.id and not i.test_image and ${isUsed}
        union all
        select ol.value from object_label ol join detection_object o on o.id = ol.object_id join training_image i on i.id = o.image_id
        where ol.label_id = l.id and not i.test_image and ${isUsed}) e) n
    where l.id in (${selectRecognitionLabels(taskId)}) order by lower(l.name), l.id`.execute(db);
  return { labels: rows, negativeLabel: rows.find(({ negative }) => negative)?.id ?? null };
}

/** Maximum number of values per label that `hasDifferentValues` reads. */
const MAX_READ_VALUES = 500;

/**
 * Whether one of these labels has enough different values for a training. Only reads `MAX_READ_VALUES` values per label. If the result is
 * false, the caller must count all values.
 */
export async function hasDifferentValues(
  db: Db,
  labelIds: readonly string[],
  imageFilter: TrainingImageFilter,
): Promise<boolean> {
  const isUsed = matchesFilter('recognition', sql`select unnest(${labelIds}::uuid[])`, imageFilter);
  const { rows } = await sql`
    select from unnest(${labelIds}::uuid[]) l(id), lateral (
      select il.value from image_label il join training_image i on i.id = il.image_id
      where il.label_id = l.id and il.value is not null and not i.test_image and ${isUsed} limit ${MAX_READ_VALUES}) e
    group by l.id having count(*) >= ${MIN_VALUES} and count(distinct e.value) > 1 limit 1`.execute(db);
  return rows.length > 0;
}

/** The labels of a task as a JSON array in SQL. For recognition it includes the labels of boxes with recognition labels. */
const TASK_LABELS: Record<Domain, (taskId: string) => RawBuilder<DatasetLabel[]>> = {
  recognition: (taskId) =>
    selectLabelsById({
      recognition: selectRecognitionLabels(taskId),
      detection: sql`
        select o.detection_label_id from detection_object o join object_label ol on ol.object_id = o.id
        where ol.label_id in (${selectRecognitionLabels(taskId)})`,
    }),
  detection: (taskId) => selectLabelsById({ detection: selectTaskLabels('detection', taskId) }),
  segmentation: (taskId) => selectLabelsById({ segmentation: selectTaskLabels('segmentation', taskId) }),
};

/** Stores the images of a task with their current annotations as a dataset version, in one consistent statement. Returns its id. */
export async function createDatasetVersion(
  trx: Db,
  {
    domain,
    task: taskId,
    imageFilter,
    userId,
  }: { domain: Domain; task: string; imageFilter: TrainingImageFilter; userId: string | null },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with created as (
      insert into dataset_version (workspace_id, created_by, labels, made_for)
      select workspace_id, ${userId}, ${TASK_LABELS[domain](taskId)},
        jsonb_build_object('domain', ${sql.lit(domain)}::text, 'task', id, 'task_name', name)
      from ${sql.table(`${domain}_task`)} where id = ${taskId} returning id
    ), inserted as (
      insert into dataset_picture (dataset_id, place, image_id, img_key, img_width, img_height, test_image, annotations, picture)
      select created.id, row_number() over (order by i.seq) - 1, i.id, i.img_key, i.img_width, i.img_height, i.test_image,
        ${TASK_ANNOTATIONS[domain](taskId)}, ${DATASET_IMAGE_DETAILS}
      from training_image i, created where ${isTrainingImage(domain, taskId, imageFilter)}
      returning dataset_id
    )
    select created.id, (select count(*) from inserted) as pictures from created`.execute(trx);
  const versionId = rows[0]!.id;
  await sql`
    update dataset_version set pictures = (select count(*) from dataset_picture where dataset_id = ${versionId}) where id = ${versionId}`.execute(
    trx,
  );
  return versionId;
}

/** Reads the images of a dataset version in order, in batches. */
export async function* readDatasetVersion(db: Db, versionId: string): AsyncGenerator<DatasetImage> {
  for (let lastPlace = -1; ;) {
    const { rows } = await sql<DatasetImage>`
      select place, image_id, img_key, img_width, img_height, test_image, annotations
      from dataset_picture where dataset_id = ${versionId} and place > ${lastPlace} order by place limit ${ROWS_PER_QUERY}`.execute(
      db,
    );
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastPlace = lastRow.place;
  }
}
