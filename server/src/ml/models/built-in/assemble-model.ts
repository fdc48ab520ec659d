import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelNotes } from '@console/learner/protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import type { FileStore } from '../../../platform/files/store';
import { createDatasetVersion, readDatasetVersion } from '../../learning/dataset';
import { getResult, getLearnerClient } from '../../learning/learner-client';
import { downloadFile, getLearningFolder } from '../../learning/local-files';
import { parseTrainingParams } from '../../learning/training-params';
import { deleteTrainingFolder, storeModel, type LearningDeps } from '../../learning/train';
import type { WorkContext, WorkKind } from '../../../platform/queue/kind';
import { enqueueWork } from '../../../platform/queue/queue';
import { recordRefusal, recordTrainedModel, type LocalModelDeps } from './train-locally';
import { ASSEMBLE_MODEL, type ModelDomain } from '../model/kinds';
import { recordUnfinished, TrainInput, type OnTrained } from '../model/state';

/** Stored input of the background work. `notes` come from the training and are stored with the model unchanged. */
const Input = TrainInput.extend({ learned: z.string(), notes: z.custom<ModelNotes>((notes) => typeof notes === 'object') });

/** The weights of a model that another server has trained on images that this server has too. */
export interface TrainedWeights {
  domain: ModelDomain;
  task: string;
  /** Content of the `learned.json` that the training wrote. */
  learned: Uint8Array;
  notes: ModelNotes;
}

/**
 * Queues a model that has trained weights but no model file yet, in the transaction that creates its task. The model gets a
 * dataset version of the current images. Its file is assembled in the background.
 */
export async function enqueueAssembly(
  trx: Db,
  files: FileStore,
  { domain, task, learned, notes }: TrainedWeights,
  { userId, created }: { userId: string; created: Date },
): Promise<void> {
  const taskRow = await trx.selectFrom(`${domain}_task`).selectAll().where('id', '=', task).executeTakeFirstOrThrow();
  const dataset_id = await createDatasetVersion(trx, {
    domain,
    task,
    imageFilter: parseTrainingParams(domain, taskRow.training_params),
    userId,
  });
  const { id } = await trx
    .insertInto(`${domain}_model`)
    .values({
      workspace_id: taskRow.workspace_id,
      task_id: task,
      number: 1,
      training_params: JSON.stringify(taskRow.training_params),
      requested_by: userId,
      dataset_id,
      seed: notes.seed,
      created,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const learnedKey = await files.put(learned, 'application/json');
  const input = { domain, model: id, learned: learnedKey, notes };
  await enqueueWork(trx, { workspaceId: taskRow.workspace_id, kind: ASSEMBLE_MODEL, input, userId });
}

/** Creates the kind of background work that assembles the model files of trained weights, one at a time. */
export function createAssembleKind({ db, files, config }: LocalModelDeps, onTrained: OnTrained): WorkKind {
  const deps = { db, files, folder: getLearningFolder(config) };
  return {
    name: ASSEMBLE_MODEL,
    concurrency: 1,
    run: (context) => assembleModel(deps, context, onTrained),
    onUnsuccessful: recordUnfinished,
  };
}

async function assembleModel(deps: LearningDeps, context: WorkContext, onTrained: OnTrained): Promise<void> {
  const { work, db } = context;
  const { learned, notes, ...input } = Input.parse(work.input);
  const { domain, model: modelId } = input;
  const { rows } = await sql<{ dataset_id: string }>`
    select dataset_id from ${sql.table(`${domain}_model`)} where id = ${modelId} and train_status in ('QUEUED', 'TRAINING')`.execute(
    db,
  );
  const folder = join(deps.folder, 'trainings', modelId);
  const [row] = rows;
  try {
    if (row) {
      const file = await assembleFile(deps.files, learned, folder);
      const images = readDatasetVersion(db, row.dataset_id);
      const storedModel = await storeModel(deps.files, { model: file, notes, images, folder });
      // Nobody waits for a model that was trained elsewhere, so it creates no events and notices.
      await recordTrainedModel(deps, context, input, storedModel, onTrained, { isTraining: false });
    }
    await deps.files.delete(learned);
  } catch (error) {
    await recordRefusal(context, input, error);
  } finally {
    await deleteTrainingFolder(folder);
  }
}

/**
 * Assembles a model file in the learner process that also serves predictions, with low priority. A separate process for each
 * of ten models would use a processor for ten seconds.
 */
async function assembleFile(files: FileStore, key: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const learned = join(folder, 'learned.json');
  if (!(await downloadFile(files, key, learned))) throw new Error('The trained weights of this model are missing');
  return getResult(await getLearnerClient(files).sendInBackground({ assemble: { learned, folder } }), 'assembled').model;
}
