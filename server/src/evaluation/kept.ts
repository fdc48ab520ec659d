import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/connection';
import type { RecognitionTaskType } from '../database/tables/domain';
import { TASK_ANNOTATIONS, type Annotations } from '../learning/dataset';
import type { ImagePrediction } from '../models/predict-images';
import type { ModelDomain } from '../models/kinds';
import { drawnShapes, type Said } from '../prediction-runs/judge';
import type { SaidShape } from '../prediction-runs/disagreement';
import { decisionsOfLabels, decisionsOfShapes, type Decision } from './decisions';

/** From which probability on a model's word counts that has no threshold of its own. */
export const USUAL_THRESHOLD: Record<RecognitionTaskType, number> = { multi_class: 0, multi_label: 0.5, regression: 0 };
const AT_ONCE = 500;
/** So many of a task's evaluations have their pictures, the newest: those of one are some 3 MB. Older ones keep what was counted. */
export const EVALUATIONS_WITH_PICTURES = 20;

export interface KeptTask {
  task_id: string;
  domain: ModelDomain;
  type: RecognitionTaskType | null;
  name: string;
  model_id: string | null;
  model_number: number | null;
  threshold: number;
  labels: { id: string; name: string }[];
}

export async function keepTask(trx: Db, evaluation: string, { labels, ...task }: KeptTask): Promise<void> {
  await trx
    .insertInto('evaluation_task')
    .values({ evaluation_id: evaluation, ...task, labels: JSON.stringify(labels) })
    .execute();
  await sql`
    delete from evaluation_picture where task_id = ${task.task_id} and evaluation_id in (
      select e.id from evaluation_task t join evaluation e on e.id = t.evaluation_id where t.task_id = ${task.task_id}
      order by e.created desc, e.id offset ${EVALUATIONS_WITH_PICTURES})`.execute(trx);
}

/** Whether the pictures of an evaluation `e` have made room for those of newer ones, in SQL. */
export const PICTURES_GONE = sql<boolean>`exists (
  select from evaluation_task t where t.evaluation_id = e.id
  and not exists (select from evaluation_picture p where p.evaluation_id = e.id and p.task_id = t.task_id)
  and (select count(*) from evaluation_task o join evaluation n on n.id = o.evaluation_id
    where o.task_id = t.task_id and n.created > e.created) >= ${sql.lit(EVALUATIONS_WITH_PICTURES)})`;

/** The labels that people may have given for a task, by name: the negative label of a tagging too. */
export async function labelsOfTask(db: Db, domain: ModelDomain, task: string): Promise<{ id: string; name: string }[]> {
  const negative = domain === 'recognition' ? sql`or l.negative_for_task = ${task}` : sql``;
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, l.name from ${sql.table(`${domain}_label`)} l
    where l.id in (select label_id from ${sql.table(`${domain}_task_label`)} where task_id = ${task}) ${negative}
    order by lower(l.name), l.id`.execute(db);
  return rows;
}

/** Images `i` that evaluations go by, in SQL. */
export const MEASURED = sql`i.test_image and exists (select 1 from image_verification v where v.image_id = i.id)`;

/** Keeps what is stored of a recognition task's predictions beside what people have said of the images. */
export async function keepPredictions(trx: Db, evaluation: string, task: string): Promise<void> {
  await sql`
    insert into evaluation_picture (evaluation_id, task_id, image_id, truth, said)
    select ${evaluation}, p.task_id, i.id, ${TASK_ANNOTATIONS.recognition(task)}, p.labels
    from prediction p join training_image i on i.id = p.image_id where p.task_id = ${task} and ${MEASURED}`.execute(trx);
}

/** Keeps what a model says of images beside what people say of them; those that are deleted meanwhile are left out. */
export async function keepSaid(
  trx: Db,
  evaluation: string,
  { task_id: task, domain }: Pick<KeptTask, 'task_id' | 'domain'>,
  said: ReadonlyMap<string, readonly ImagePrediction[]>,
): Promise<void> {
  for (const [image, each] of said)
    await sql`
      insert into evaluation_picture (evaluation_id, task_id, image_id, truth, said)
      select ${evaluation}, ${task}, i.id, ${TASK_ANNOTATIONS[domain](task)}, ${JSON.stringify(each)}::jsonb
      from training_image i where i.id = ${image}
      on conflict (evaluation_id, task_id, image_id) do nothing`.execute(trx);
}

export interface KeptPicture {
  image: string;
  truth: Annotations;
  /** `object`: of one object in the picture, and not of the whole. */
  said: (Said & { object?: string })[];
}

/** The pictures of a task in an evaluation, some hundreds at a time. `where` is about `p`. */
export async function* readPictures(
  db: Db,
  evaluation: string,
  task: string,
  where: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<KeptPicture> {
  for (let after: string | null = null; ;) {
    const { rows }: { rows: KeptPicture[] } = await sql<KeptPicture>`
      select p.image_id as image, p.truth, p.said from evaluation_picture p
      where p.evaluation_id = ${evaluation} and p.task_id = ${task} and (${after}::uuid is null or p.image_id > ${after}) and ${where}
      order by p.image_id limit ${AT_ONCE}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.image;
  }
}

/** A picture without labels says nothing of itself where its objects do, as in a training. */
export const saysOfWhole = ({ labels = [], labelled = [] }: Annotations): boolean => labels.length > 0 || labelled.length === 0;

/**
 * What was decided on a picture, at a threshold: by each thing that was judged, which is the picture or, of recognition, also
 * each object in it that is labelled itself. An object that the model was not asked about is none.
 */
export function decisionsByThing(
  { type }: Pick<KeptTask, 'type'>,
  { truth, said }: KeptPicture,
  threshold: number,
): Decision[][] {
  if (!type) return [decisionsOfShapes(drawnShapes(truth), said as SaidShape[], threshold)];
  const ofWhole = said.filter(({ object }) => object === undefined);
  const whole = saysOfWhole(truth) ? [decisionsOfLabels(type, truth.labels ?? [], ofWhole, threshold)] : [];
  const objects = (truth.labelled ?? []).flatMap(({ id, data, labels }): Decision[][] => {
    const ofObject = said.filter(({ object }) => object === id);
    if (ofObject.length === 0) return [];
    const decisions = decisionsOfLabels(type, labels, ofObject, threshold);
    return [decisions.map((decision) => ({ ...decision, shape: id, truthBox: data }))];
  });
  return [...whole, ...objects];
}
