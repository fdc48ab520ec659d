import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { enqueueWork } from '../work/queue';
import type { WorkContext, WorkKind } from '../work/kind';
import type { ModelBackEnd, SaidLabel } from './back-end';
import { PREDICT_TEST_IMAGES } from './kinds';
import { messages } from './messages';
import { labelsOf } from './predict';
import { usedFirst } from './in-use';

const Input = z.object({ task: z.uuid(), model: z.uuid() });
/** As many as one call of the API takes. */
const BATCH = 10;

/** Verified TEST images that a model has not judged; those are what an evaluation goes by. */
const unjudged = (workspaceId: string, model: string) => sql`
  i.workspace_id = ${workspaceId} and i.test_image and exists (select 1 from image_verification v where v.image_id = i.id)
  and not exists (select 1 from prediction p where p.image_id = i.id and p.model_id = ${model})`;

/** What is done once a model has judged all TEST images, in the work's own transaction. */
export type Afterwards = (trx: Db, workspaceId: string, userId: string | null) => Promise<void>;

/** Stores what a model says of the verified TEST images, in batches; what is stored already is not asked again. */
export function predictTestImagesKind(backEnd: ModelBackEnd | null, files: FileStore, afterwards: Afterwards): WorkKind {
  return {
    name: PREDICT_TEST_IMAGES,
    atOnce: 1,
    run: async (context) => {
      const { predicted } = await predictTestImages(backEnd, files, context);
      const { work, step } = context;
      await step(null, async (trx) => {
        if (predicted > 0 && !(await isFollowed(trx, work))) await afterwards(trx, work.workspaceId, work.userId);
      });
      return { predicted };
    },
  };
}

/** Whether another model of the workspace is to judge the TEST images yet: one evaluation is made of all of them, and not one of each. */
async function isFollowed(trx: Db, { id, workspaceId }: WorkContext['work']): Promise<boolean> {
  const { rows } = await sql`
    select from long_work where workspace_id = ${workspaceId} and kind = ${PREDICT_TEST_IMAGES} and state in ('queued', 'running')
    and id <> ${id} limit 1`.execute(trx);
  return rows.length > 0;
}

async function predictTestImages(
  backEnd: ModelBackEnd | null,
  files: FileStore,
  { db, work, signal, step, progress }: WorkContext,
) {
  const { task, model } = Input.parse(work.input);
  if (!backEnd) throw new Error(messages.noModel);
  const labels = await labelsOf(db, 'recognition', task);
  const total = await countUnjudged(db, work.workspaceId, model);
  let [done, after] = [0, -1];
  await progress(done, total);
  for (;;) {
    const { rows } = await sql<{ id: string; seq: number; img_key: string }>`
      select i.id, i.seq, i.img_key from training_image i where ${unjudged(work.workspaceId, model)} and i.seq > ${after} order by i.seq limit ${BATCH}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (!last) return { predicted: done };
    const pictures = (await Promise.all(rows.map(async (row) => ({ id: row.id, bytes: await files.read(row.img_key) })))).flatMap(
      ({ id, bytes }) => (bytes ? [{ id, _base64: bytes.toString('base64') }] : []),
    );
    const records = pictures.map(({ _base64 }) => ({ _base64 }));
    const said = await backEnd.classify({ task, model, labels, records }, signal);
    [done, after] = [Math.min(done + rows.length, total), last.seq];
    await step({ done, total }, async (trx) => {
      for (const [index, { id }] of pictures.entries()) {
        const labels = said[index];
        // Of what could not be read nothing was said: it is no mistake of the model's.
        if (labels) await store(trx, { task, model, image: id, labels });
      }
    });
  }
}

/** Has every newest trained model judge the TEST images that it has not seen yet. */
export async function enqueueMissingPredictions(trx: Db, workspaceId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ task: string; model: string }>`
    select distinct on (m.task_id) m.task_id as task, m.id as model from recognition_model m
    where m.workspace_id = ${workspaceId} and m.train_status = 'TRAINED' order by m.task_id, ${usedFirst('m')}`.execute(trx);
  for (const input of rows) {
    if ((await countUnjudged(trx, workspaceId, input.model)) > 0)
      await enqueueWork(trx, { workspaceId, kind: PREDICT_TEST_IMAGES, input, userId });
  }
}

async function countUnjudged(db: Db, workspaceId: string, model: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from training_image i where ${unjudged(workspaceId, model)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** From the image's own row, for it may be deleted meanwhile. */
async function store(
  db: Db,
  { task, model, image, labels }: { task: string; model: string; image: string; labels: SaidLabel[] },
): Promise<void> {
  const said = JSON.stringify([...labels].sort((a, b) => b.prob - a.prob).map(({ id, prob, value }) => ({ id, prob, value })));
  await sql`
    insert into prediction (workspace_id, image_id, task_id, model_id, labels)
    select i.workspace_id, i.id, t.id, m.id, ${said}::jsonb from training_image i, recognition_task t, recognition_model m
    where i.id = ${image} and t.id = ${task} and m.id = ${model}
    on conflict (task_id, image_id) do update set model_id = excluded.model_id, labels = excluded.labels, created = clock_timestamp()`.execute(
    db,
  );
}
