import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelNotes } from '@console/learner/protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { makeDataset, readDataset } from '../learning/dataset';
import { answerOf, askerOf } from '../learning/asker';
import { LearnerRefusal } from '../learning/learner';
import { bringFile, learningFolder } from '../learning/local-files';
import { choiceOf } from '../learning/params';
import { dropPlace, keepModel, type LearningDeps } from '../learning/train';
import type { WorkContext, WorkKind } from '../work/kind';
import { enqueueWork } from '../work/queue';
import type { HereDeps } from './here';
import { recordTrained } from './here';
import { ASSEMBLE_MODEL, type ModelDomain } from './kinds';
import { failed, recordState, recordUndone, TrainInput, type OnTrained } from './state';

/** `notes` are those of the training, which are kept with the model as they are. */
const Input = TrainInput.extend({ learned: z.string(), notes: z.custom<ModelNotes>((notes) => typeof notes === 'object') });

/** A model that was trained elsewhere on pictures which are drawn alike at each first start. */
export interface LearnedModel {
  domain: ModelDomain;
  task: string;
  /** What its training had learned, as the process that learns has written it. */
  learned: Uint8Array;
  notes: ModelNotes;
}

/**
 * Puts a model in the queue of which only what was learned is there, with a dataset version of its task as it is now, in the
 * transaction of what makes the task. Its file is put together afterwards, in the background.
 */
export async function queueLearned(
  trx: Db,
  files: FileStore,
  { domain, task, learned, notes }: LearnedModel,
  { userId, created }: { userId: string; created: Date },
): Promise<void> {
  const row = await trx.selectFrom(`${domain}_task`).selectAll().where('id', '=', task).executeTakeFirstOrThrow();
  const dataset_id = await makeDataset(trx, { domain, task, choice: choiceOf(domain, row.training_params), userId });
  const { id } = await trx
    .insertInto(`${domain}_model`)
    .values({
      workspace_id: row.workspace_id,
      task_id: task,
      number: 1,
      training_params: JSON.stringify(row.training_params),
      requested_by: userId,
      dataset_id,
      seed: notes.seed,
      created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = await files.put(learned, 'application/json');
  const input = { domain, model: id, learned: key, notes };
  await enqueueWork(trx, { workspaceId: row.workspace_id, kind: ASSEMBLE_MODEL, input, userId });
}

/** Puts the files of such models together, one at a time. */
export function assembleKind({ db, files, config }: HereDeps, onTrained: OnTrained): WorkKind {
  const deps = { db, files, folder: learningFolder(config) };
  return { name: ASSEMBLE_MODEL, atOnce: 1, run: (context) => assemble(deps, context, onTrained), undone: recordUndone };
}

async function assemble(deps: LearningDeps, context: WorkContext, onTrained: OnTrained): Promise<void> {
  const { work, step, db } = context;
  const { learned, notes, ...input } = Input.parse(work.input);
  const { domain, model } = input;
  const { rows } = await sql<{ dataset_id: string }>`
    select dataset_id from ${sql.table(`${domain}_model`)} where id = ${model} and train_status in ('QUEUED', 'TRAINING')`.execute(
    db,
  );
  const place = join(deps.folder, 'trainings', model);
  const [row] = rows;
  try {
    if (row) {
      const file = await write(deps.files, learned, place);
      const pictures = readDataset(db, row.dataset_id);
      const kept = await keepModel(deps.files, { model: file, notes, pictures, folder: place });
      await recordTrained(deps, context, input, kept, onTrained);
    }
    await deps.files.delete(learned);
  } catch (error) {
    if (!(error instanceof LearnerRefusal)) throw error;
    await step(null, (trx) => recordState(trx, input, failed(error.detail)));
  } finally {
    await dropPlace(place);
  }
}

/** In the process that is asked, behind questions: one of its own for each of ten models took a processor for ten seconds. */
async function write(files: FileStore, key: string, place: string): Promise<string> {
  await mkdir(place, { recursive: true });
  const learned = join(place, 'learned.json');
  if (!(await bringFile(files, key, learned))) throw new Error('What was learned of this model is gone');
  return answerOf(await askerOf(files).askBehind({ assemble: { learned, folder: place } }), 'assembled').model;
}
