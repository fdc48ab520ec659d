import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/connection';
import type { Domain } from '@console/learner/protocol';
import { MIN_VALUES } from '@console/learner/requirements';
import { labelsNamed, PICTURE, type KeptLabel } from './kept';

/** A picture of a dataset version, with what people had said of it. */
export interface DatasetPicture {
  place: number;
  image_id: string;
  img_key: string;
  img_width: number;
  img_height: number;
  test_image: boolean;
  annotations: Annotations;
}

interface SaidLabel {
  id: string;
  value: number | null;
}

/** Of one domain. */
export interface Annotations {
  labels?: SaidLabel[];
  /** Objects that have labels of a recognition task. */
  labelled?: { id: string; label?: string; data: number[]; labels: SaidLabel[] }[];
  objects?: { id: string; label: string; data: number[] }[];
  polygons?: { id: string; label: string; data: number[] }[];
}

/** Which pictures a training takes, besides that they belong to its task. */
export interface Choice {
  onlyVerified: boolean;
  onlyReal: boolean;
}

const AT_ONCE = 500;

const labelsOfTask = (domain: Domain, task: string) =>
  sql`select label_id from ${sql.table(`${domain}_task_label`)} where task_id = ${task}`;

/** Ids of the labels that a recognition task takes, the one for none of them too. */
const recognised = (task: string) =>
  sql`${labelsOfTask('recognition', task)} union all select id from recognition_label where negative_for_task = ${task}`;

/** Objects `o` of an image `i` that have labels of a recognition task, from their table on, in SQL. */
export const labelledObjects = (task: string) => sql`
  detection_object o where o.image_id = i.id
    and exists (select from object_label ol where ol.object_id = o.id and ol.label_id in (${recognised(task)}))`;

/** Images `i` of a task, in SQL: those that people have said something of with its labels, and its negative images. */
export const OF_TASK: Record<Domain, (task: string) => RawBuilder<unknown>> = {
  recognition: (task) => sql`
    exists (select from image_label il where il.image_id = i.id and il.label_id in (${recognised(task)}))`,
  detection: (task) => sql`
    (exists (select from detection_object o where o.image_id = i.id and o.detection_label_id in (${labelsOfTask('detection', task)}))
      or exists (select from detection_task_negative_image n where n.image_id = i.id and n.task_id = ${task}))`,
  segmentation: (task) => sql`
    exists (select from polygon p where p.image_id = i.id and p.segmentation_label_id in (${labelsOfTask('segmentation', task)}))`,
};

/** What people have said of an image `i` with a task's labels, in SQL. */
export const ANNOTATIONS: Record<Domain, (task: string) => RawBuilder<unknown>> = {
  recognition: (task) => sql`
    json_build_object('labels', (
      select coalesce(json_agg(json_build_object('id', il.label_id, 'value', il.value) order by il.label_id), '[]')
      from image_label il where il.image_id = i.id and il.label_id in (${recognised(task)})), 'labelled', (
      select coalesce(json_agg(json_build_object('id', o.id, 'label', o.detection_label_id, 'data', o.data, 'labels', (
        select json_agg(json_build_object('id', ol.label_id, 'value', ol.value) order by ol.label_id)
        from object_label ol where ol.object_id = o.id and ol.label_id in (${recognised(task)}))) order by o.seq), '[]')
      from ${labelledObjects(task)}))`,
  detection: (task) => sql`
    json_build_object('objects', (
      select coalesce(json_agg(json_build_object('id', o.id, 'label', o.detection_label_id, 'data', o.data) order by o.seq), '[]')
      from detection_object o where o.image_id = i.id and o.detection_label_id in (${labelsOfTask('detection', task)})))`,
  segmentation: (task) => sql`
    json_build_object('polygons', (
      select coalesce(json_agg(json_build_object('id', p.id, 'label', p.segmentation_label_id, 'data', p.data) order by p.created, p.id), '[]')
      from polygon p where p.image_id = i.id and p.segmentation_label_id in (${labelsOfTask('segmentation', task)})))`,
};

/** Whether a training of the task has something to learn of an image `i`, in SQL: of it as a whole or, of recognition, of its objects. */
export function hasExamples(domain: Domain, task: string): RawBuilder<unknown> {
  if (domain !== 'recognition') return OF_TASK[domain](task);
  return sql`(${OF_TASK.recognition(task)} or exists (select from ${labelledObjects(task)}))`;
}

/** Images `i` that a training of these pictures takes, whatever its task, in SQL. */
const isWanted = ({ onlyVerified, onlyReal }: Choice) => sql`
  (${!onlyReal} or i.real) and (${!onlyVerified} or exists (select from image_verification v where v.image_id = i.id))`;

/** Images `i` that a training of the task takes, in SQL. */
export function chosen(domain: Domain, task: string, choice: Choice): RawBuilder<unknown> {
  return sql`
    i.workspace_id = (select workspace_id from ${sql.table(`${domain}_task`)} where id = ${task}) and ${hasExamples(domain, task)}
    and ${isWanted(choice)}`;
}

/** Pictures that a training of the task would learn from, and those held out for measuring. */
export async function countPictures(
  db: Db,
  domain: Domain,
  task: string,
  choice: Choice,
): Promise<{ train: number; test: number }> {
  const { rows } = await sql<{ train: number; test: number }>`
    select count(*) filter (where not i.test_image)::int as train, count(*) filter (where i.test_image)::int as test
    from training_image i where ${chosen(domain, task, choice)}`.execute(db);
  return rows[0] ?? { train: 0, test: 0 };
}

/** What a training of the task would learn from: pictures, and of recognition also objects that are labelled themselves. */
export async function countExamples(db: Db, domain: Domain, task: string, choice: Choice): Promise<number> {
  if (domain !== 'recognition') return (await countPictures(db, domain, task, choice)).train;
  const { rows } = await sql<{ examples: number }>`
    select coalesce(sum((${OF_TASK.recognition(task)})::int + (select count(*) from ${labelledObjects(task)})), 0)::int as examples
    from training_image i where not i.test_image and ${chosen(domain, task, choice)}`.execute(db);
  return rows[0]?.examples ?? 0;
}

interface CountedLabels {
  labels: { id: string; name: string; with: number; values: number }[];
  /** The one that stands for none of the others. */
  negativeLabel: string | null;
}

/** How many of the examples of a recognition task have each of its labels, and how many different values they give it. */
export async function countLabels(db: Db, task: string, choice: Choice): Promise<CountedLabels> {
  const { rows } = await sql<CountedLabels['labels'][number] & { negative: boolean }>`
    select l.id, l.name, l.negative_for_task is not null as negative, n."with", n.values
    from recognition_label l, lateral (
      select count(*)::int as "with", count(distinct e.value)::int as values from (
        select il.value from image_label il join training_image i on i.id = il.image_id
        where il.label_id = l.id and not i.test_image and ${isWanted(choice)}
        union all
        select ol.value from object_label ol join detection_object o on o.id = ol.object_id join training_image i on i.id = o.image_id
        where ol.label_id = l.id and not i.test_image and ${isWanted(choice)}) e) n
    where l.id in (${recognised(task)}) order by lower(l.name), l.id`.execute(db);
  return { labels: rows, negativeLabel: rows.find(({ negative }) => negative)?.id ?? null };
}

/** So many values of a label are looked at. */
const FIRST_VALUES = 500;

/** Whether the first values that images have of one of these labels are enough to learn from; where not, others may be. */
export async function hasDifferentValues(db: Db, labels: readonly string[], choice: Choice): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${labels}::uuid[]) l(id), lateral (
      select il.value from image_label il join training_image i on i.id = il.image_id
      where il.label_id = l.id and il.value is not null and not i.test_image and ${isWanted(choice)} limit ${FIRST_VALUES}) e
    group by l.id having count(*) >= ${MIN_VALUES} and count(distinct e.value) > 1 limit 1`.execute(db);
  return rows.length > 0;
}

/** The task's labels, and those of the boxes that a recognition task labels, as a JSON array in SQL. */
const LABELS: Record<Domain, (task: string) => RawBuilder<KeptLabel[]>> = {
  recognition: (task) =>
    labelsNamed({
      recognition: recognised(task),
      detection: sql`
        select o.detection_label_id from detection_object o join object_label ol on ol.object_id = o.id
        where ol.label_id in (${recognised(task)})`,
    }),
  detection: (task) => labelsNamed({ detection: labelsOfTask('detection', task) }),
  segmentation: (task) => labelsNamed({ segmentation: labelsOfTask('segmentation', task) }),
};

/** Keeps the task's pictures with their annotations as they are now, in one statement: all of one moment. Answers its id. */
export async function makeDataset(
  trx: Db,
  { domain, task, choice, userId }: { domain: Domain; task: string; choice: Choice; userId: string | null },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into dataset_version (workspace_id, created_by, labels, made_for)
      select workspace_id, ${userId}, ${LABELS[domain](task)},
        jsonb_build_object('domain', ${sql.lit(domain)}::text, 'task', id, 'task_name', name)
      from ${sql.table(`${domain}_task`)} where id = ${task} returning id
    ), filled as (
      insert into dataset_picture (dataset_id, place, image_id, img_key, img_width, img_height, test_image, annotations, picture)
      select made.id, row_number() over (order by i.seq) - 1, i.id, i.img_key, i.img_width, i.img_height, i.test_image,
        ${ANNOTATIONS[domain](task)}, ${PICTURE}
      from training_image i, made where ${chosen(domain, task, choice)}
      returning dataset_id
    )
    select made.id, (select count(*) from filled) as pictures from made`.execute(trx);
  const id = rows[0]!.id;
  await sql`
    update dataset_version set pictures = (select count(*) from dataset_picture where dataset_id = ${id}) where id = ${id}`.execute(
    trx,
  );
  return id;
}

/** The pictures of a version in their order, some hundreds at a time. */
export async function* readDataset(db: Db, id: string): AsyncGenerator<DatasetPicture> {
  for (let after = -1; ;) {
    const { rows } = await sql<DatasetPicture>`
      select place, image_id, img_key, img_width, img_height, test_image, annotations
      from dataset_picture where dataset_id = ${id} and place > ${after} order by place limit ${AT_ONCE}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.place;
  }
}
