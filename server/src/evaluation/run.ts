import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import type { RecognitionTaskType } from '../database/tables/domain';
import { HttpError } from '../errors';
import { TASK_ANNOTATIONS, hasExamples, type Annotations } from '../learning/dataset';
import { askAboutImages, classifyObjects, type PredictionContext, type ImagePrediction } from '../models/predict-images';
import type { ModelDomain } from '../models/kinds';
import { getBackEnd, requireTrainedModel, type PredictionDeps } from '../models/predict';
import { DOMAINS } from '../models/state';
import { enqueueWork } from '../work/queue';
import type { WorkKind } from '../work/kind';
import { keepSaid, keepTask, labelsOfTask, MEASURED, saysOfWhole, USUAL_THRESHOLD } from './kept';
import { messages } from './messages';

/** The kind of work that asks a task's model about the verified TEST images of the task. */
const EVALUATE_TASK = 'evaluate-task';
/** Images of one question, and of one step. */
const BATCH = 8;

const Input = z.object({
  evaluation: z.uuid(),
  domain: z.enum(DOMAINS),
  task: z.uuid(),
  model: z.uuid(),
  /** The `seq` of the last image that was asked about. */
  after: z.int().default(-1),
  done: z.int().default(0),
});

export interface NewEvaluation {
  domain: ModelDomain;
  /** Locked, for a task is evaluated once at a time. */
  task: { id: string; name: string; workspace_id: string };
  userId: string | null;
}

/** Begins an evaluation of the task's model in use. Throws 400 in words where it cannot be. Answers its id. */
export async function startEvaluation(trx: Db, deps: PredictionDeps, asked: NewEvaluation): Promise<string> {
  const { domain, task } = asked;
  const { model, keepProb } = await requireTrainedModel(trx, deps, domain, task.id);
  if (await isUnderWay(trx, task.id)) throw new HttpError(400, messages.running);
  await requirePictures(trx, domain, task);
  return beginEvaluation(trx, { ...asked, model, keepProb });
}

/** Whether a task is being evaluated. */
export async function isUnderWay(db: Db, task: string): Promise<boolean> {
  const { rows } = await sql`
    select from evaluation e join long_work w on w.id = e.work_id where e.of_task = ${task} and w.state in ('queued', 'running') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Begins an evaluation by a model of a task that has pictures to be measured on. `keepProb`: from which probability on its word counts. Answers its id. */
export async function beginEvaluation(
  trx: Db,
  { domain, task, userId, model, keepProb }: NewEvaluation & { model: string; keepProb: number },
): Promise<string> {
  const { id: evaluation } = await trx
    .insertInto('evaluation')
    .values({ workspace_id: task.workspace_id, created_by: userId, of_task: task.id, result: JSON.stringify({ top_labels: [] }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { number } = await trx.selectFrom(`${domain}_model`).select('number').where('id', '=', model).executeTakeFirstOrThrow();
  const type = domain === 'recognition' ? await readType(trx, task.id) : null;
  await keepTask(trx, evaluation, {
    ...{ task_id: task.id, domain, type, name: task.name, model_id: model, model_number: number },
    labels: await labelsOfTask(trx, domain, task.id),
    threshold: type ? USUAL_THRESHOLD[type] : keepProb,
  });
  const input = { evaluation, domain, task: task.id, model };
  const work = await enqueueWork(trx, { workspaceId: task.workspace_id, kind: EVALUATE_TASK, input, userId });
  await trx.updateTable('evaluation').set({ work_id: work }).where('id', '=', evaluation).execute();
  return evaluation;
}

async function readType(trx: Db, task: string): Promise<RecognitionTaskType> {
  return (await trx.selectFrom('recognition_task').select('type').where('id', '=', task).executeTakeFirstOrThrow()).type;
}

/** Images `i` that a task is measured on, in SQL. */
export const measuredOn = (domain: ModelDomain, task: { id: string; workspace_id: string }) =>
  sql`i.workspace_id = ${task.workspace_id} and ${MEASURED} and ${hasExamples(domain, task.id)}`;

async function requirePictures(db: Db, domain: ModelDomain, task: { id: string; workspace_id: string }): Promise<void> {
  const { rows } = await sql<{ measured: number; test: number }>`
    select (select count(*)::int from training_image i where ${measuredOn(domain, task)}) as measured,
      (select count(*)::int from training_image i
        where i.workspace_id = ${task.workspace_id} and i.test_image and ${hasExamples(domain, task.id)}) as test`.execute(db);
  const { measured = 0, test = 0 } = rows[0] ?? {};
  if (measured === 0) throw new HttpError(400, messages.noPictures(test));
}

/** Asks the model of an evaluation about the images, step by step; an attempt that was cut off is taken up where it stopped. */
export function evaluateTaskKind(deps: PredictionDeps): WorkKind {
  return {
    name: EVALUATE_TASK,
    atOnce: 1,
    run: async ({ db, work, signal, step, progress }) => {
      let left = Input.parse(work.input);
      const { evaluation, domain, task, model } = left;
      const backEnd = getBackEnd(deps);
      const kept = await db.selectFrom('evaluation_task').selectAll().where('evaluation_id', '=', evaluation).executeTakeFirst();
      if (!backEnd || !kept) throw new Error(messages.gone);
      const labels = z.array(z.object({ id: z.string(), name: z.string() })).parse(kept.labels);
      const where = measuredOn(domain, { id: task, workspace_id: work.workspaceId });
      const total = await countImages(db, where);
      await progress(left.done, total);
      for (;;) {
        const { rows } = await sql<AskedImage>`
          select i.id, i.seq, i.img_key, ${TASK_ANNOTATIONS[domain](task)} as annotations from training_image i where ${where} and i.seq > ${left.after} order by i.seq limit ${BATCH}`.execute(
          db,
        );
        const last = rows.at(-1);
        if (!last) return { images: left.done };
        const said = await askAbout({ backEnd, files: deps.files, domain, task, model, labels }, rows, signal);
        const next = { ...left, after: last.seq, done: Math.min(total, left.done + rows.length) };
        await step({ done: next.done, total, input: next }, (trx) => keepSaid(trx, evaluation, { task_id: task, domain }, said));
        left = next;
      }
    },
  };
}

interface AskedImage {
  id: string;
  seq: number;
  img_key: string;
  annotations: Annotations;
}

/** What the model says of images and, of recognition, of the objects in them that are labelled themselves: what a training learns from. */
async function askAbout(
  asked: PredictionContext,
  images: readonly AskedImage[],
  signal: AbortSignal,
): Promise<Map<string, ImagePrediction[]>> {
  const wholes = images.filter(({ annotations }) => saysOfWhole(annotations));
  const said = new Map<string, ImagePrediction[]>(await askAboutImages(asked, wholes, signal));
  if (asked.domain !== 'recognition') return said;
  const withParts = images.map(({ annotations, ...image }) => ({ ...image, parts: annotations.labelled ?? [] }));
  for (const [image, ofParts] of await classifyObjects(asked, withParts, signal))
    said.set(image, [...(said.get(image) ?? []), ...ofParts]);
  return said;
}

async function countImages(db: Db, where: ReturnType<typeof measuredOn>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from training_image i where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}
