import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import type { RecognitionTaskType } from '../database/tables/domain';
import { predictHalf } from '../learning/predict-half';
import { LearnerRefusal } from '../learning/learner';
import { getLearningFolder } from '../learning/local-files';
import { deleteTrainingFolder, findTraining, type LearningDeps } from '../learning/train';
import type { ModelBackEnd, NamedLabel } from '../models/back-end';
import { TASK_ANNOTATIONS, type Annotations } from '../learning/dataset';
import { askAboutImages, classifyObjects } from '../models/predict-images';
import type { LocalModelDeps } from '../models/train-locally';
import { getBackEnd, listTaskLabels, type PredictionDeps } from '../models/predict';
import type { WorkContext, WorkKind } from '../work/kind';
import { judgeOf, storeJudged, type Judge, type Judged, type RunOf, type Said } from './judge';
import { PREDICT_IMAGES, RunInput } from './kinds';
import { messages } from './messages';

/** Images of one question, and of one step. */
const BATCH = 8;
const HALVES = [0, 1];

/**
 * Asks a model about all images of its workspace: the model itself about those that it was not trained on, and about the others
 * one that was trained on the half without them. The place is kept, so an attempt that was cut off is taken up where it stopped.
 */
export function predictImagesKind(deps: PredictionDeps & LocalModelDeps): WorkKind {
  return {
    name: PREDICT_IMAGES,
    atOnce: 1,
    run: (context) => predictImages(deps, context),
  };
}

async function predictImages(deps: PredictionDeps & LocalModelDeps, context: WorkContext): Promise<unknown> {
  const { db, work } = context;
  const input = RunInput.parse(work.input);
  const backEnd = getBackEnd(deps);
  const model = await readModel(db, input);
  if (!backEnd || !model) throw new Error(messages.gone);
  const { domain, run, task } = input;
  const of = { run, domain, task, model: input.model, workspaceId: work.workspaceId };
  const training = input.trainingImages ? await findTraining(db, domain, input.model) : null;
  const total = await countImages(db, of, model.dataset, training !== null);
  const asking = {
    of,
    backEnd,
    labels: await listTaskLabels(db, domain, task),
    judge: judgeOf(model.type, model.metrics),
    files: deps.files,
  };
  const left = await askAboutOthers(asking, { input, total, dataset: model.dataset }, context);
  if (!training) return { images: left.done };
  const place = join(getLearningFolder(deps.config), 'halves', input.run);
  const learning: LearningDeps = { db, files: deps.files, folder: getLearningFolder(deps.config) };
  let [done, skipped] = [left.done, ''];
  try {
    for (const half of HALVES.slice(left.half)) {
      try {
        const onProgress = () => context.progress(done, total);
        const { said, notes } = await predictHalf(learning, training, half, { db, signal: context.signal, place, onProgress });
        const judged = [...said].map(([image, each]): Judged => ({ image, said: each as Said[], isUnseen: true }));
        const judge = judgeOf(model.type, notes);
        for (let from = 0; from < judged.length; from += BATCH) {
          const some = judged.slice(from, from + BATCH);
          done = Math.min(total, done + some.length);
          const isLast = from + BATCH >= judged.length;
          const next = { ...left, done, half: isLast ? half + 1 : half };
          await context.step({ done, total, ...(isLast && { input: next }) }, (trx) => store(trx, of, judge, some));
        }
      } catch (error) {
        if (!(error instanceof LearnerRefusal)) throw error;
        skipped = error.detail;
      }
    }
  } finally {
    if (context.signal.aborted || skipped || done >= total) await deleteTrainingFolder(place);
  }
  return { images: done, ...(skipped && { skipped }) };
}

interface Asking {
  of: RunOf;
  backEnd: ModelBackEnd;
  labels: readonly NamedLabel[];
  judge: Judge;
  files: PredictionDeps['files'];
}

interface Row {
  id: string;
  seq: number;
  img_key: string;
  isUnseen: boolean;
  /** Of the same model, at a run before. */
  said: Said[] | null;
  annotations: Annotations;
}

/** The images that the model was not trained on; of one that was trained outside, those of TEST are known not to be. Answers what is left to do then. */
async function askAboutOthers(
  asking: Asking,
  { input, total, dataset }: { input: RunInput; total: number; dataset: string | null },
  { db, step, progress, signal }: WorkContext,
): Promise<RunInput> {
  const { of, judge } = asking;
  let left = input;
  await progress(left.done, total);
  for (;;) {
    const { rows } = await sql<Row>`
      select i.id, i.seq, i.img_key, p.said, (${dataset !== null} or i.test_image) as "isUnseen",
        ${TASK_ANNOTATIONS[of.domain](of.task)} as annotations from training_image i
      left join image_prediction p on p.run_id = ${of.run} and p.image_id = i.id and p.model_id = ${of.model}
      where i.workspace_id = ${of.workspaceId} and not ${isTrainedOn(dataset)} and i.seq > ${left.after}
      order by i.seq limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (!last) return left;
    const judged = await askAll(asking, rows, signal);
    const next = { ...left, after: last.seq, done: Math.min(total, left.done + rows.length) };
    await step({ done: next.done, total, input: next }, (trx) => store(trx, of, judge, judged));
    left = next;
  }
}

/** What the model says of images and of the labelled objects in them, asked or known before; those that it cannot read are left out. */
async function askAll({ backEnd, of, labels, files }: Asking, rows: readonly Row[], signal: AbortSignal): Promise<Judged[]> {
  const asked = { backEnd, files, labels, domain: of.domain, task: of.task, model: of.model };
  const ofImages = await askAboutImages(
    asked,
    rows.filter(({ said }) => said === null),
    signal,
  );
  const withParts = rows.map(({ said, annotations: { labelled = [] }, ...row }) => {
    const known = new Set((said ?? []).map((each) => ('object' in each ? each.object : undefined)));
    return { ...row, parts: labelled.filter(({ id }) => !known.has(id)) };
  });
  const ofObjects = await classifyObjects(asked, withParts, signal);
  return rows.flatMap(({ id, isUnseen, said }): Judged[] => {
    const ofImage = said ?? ofImages.get(id);
    return ofImage ? [{ image: id, isUnseen, said: [...ofImage, ...(ofObjects.get(id) ?? [])] }] : [];
  });
}

async function store(trx: Db, of: RunOf, judge: Judge, judged: readonly Judged[]): Promise<void> {
  const run = await trx.selectFrom('prediction_run').select('id').where('id', '=', of.run).forKeyShare().executeTakeFirst();
  if (!run) throw new Error(messages.gone);
  await storeJudged(trx, of, judge, judged);
}

/** Whether a model's dataset has the image `i` among those to learn from. */
const isTrainedOn = (dataset: string | null) =>
  sql`(i.id in (select image_id from dataset_picture where dataset_id = ${dataset} and not test_image))`;

async function countImages(db: Db, { workspaceId }: RunOf, dataset: string | null, all: boolean): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from training_image i where i.workspace_id = ${workspaceId} and (${all} or not ${isTrainedOn(dataset)})`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

async function readModel(
  db: Db,
  { domain, model, task }: RunInput,
): Promise<{ dataset: string | null; metrics: unknown; type: RecognitionTaskType | null } | null> {
  const row = await db.selectFrom(`${domain}_model`).selectAll().where('id', '=', model).executeTakeFirst();
  if (!row) return null;
  const type =
    domain === 'recognition'
      ? (await db.selectFrom('recognition_task').select('type').where('id', '=', task).executeTakeFirst())?.type
      : null;
  return type === undefined ? null : { dataset: row.dataset_id, metrics: row.metrics, type };
}
