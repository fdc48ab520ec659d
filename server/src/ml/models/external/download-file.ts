import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import type { FileStore } from '../../../platform/files/store';
import { enqueueJob } from '../../../platform/queue/jobs';
import type { MaintenanceTask } from '../../../platform/queue/kind';
import type { ExternalBackEnd } from '../model/back-end';
import { FETCH_MODEL_FILE } from '../model/kinds';
import { TrainInput } from '../model/state';
import { MAX_MODEL_BYTES } from './response-schemas';

/** Maximum number of attempts to download a file. The delays between them grow from a minute to an hour. */
const MAX_TRIES = 7;
const MIN_DELAY_SECONDS = 60;
const MAX_DELAY_SECONDS = 3600;

const Input = TrainInput.extend({ tries: z.int().default(1) });

const getJobKey = (modelId: string) => `${FETCH_MODEL_FILE}:${modelId}`;

/** Queues the download of the file of an externally trained model. */
export function enqueueFileDownload(trx: Db, { domain, model }: TrainInput, attempt = 1): Promise<void> {
  const delaySeconds = attempt === 1 ? 0 : Math.min(MAX_DELAY_SECONDS, MIN_DELAY_SECONDS * 2 ** (attempt - 2));
  return enqueueJob(trx, {
    task: FETCH_MODEL_FILE,
    payload: { domain, model, tries: attempt },
    key: getJobKey(model),
    delaySeconds,
  });
}

/** Creates the task that downloads the file of a trained model from the external back end into the store. */
export function createFileDownloadTask({ db, files }: { db: Db; files: FileStore }, backEnd: ExternalBackEnd): MaintenanceTask {
  return {
    name: FETCH_MODEL_FILE,
    run: async (payload) => {
      const { tries, ...input } = Input.parse(payload);
      if (!(await needsFile(db, input))) return;
      const fileKey = await downloadModelFile(files, backEnd, input).catch((error: unknown) => {
        // A file that is too large fails at every attempt.
        if (error instanceof HttpError) return error.status === 413 ? null : ('retry' as const);
        throw error;
      });
      if (fileKey === 'retry' && tries < MAX_TRIES) await enqueueFileDownload(db, input, tries + 1);
      if (fileKey === 'retry' || fileKey === null) return;
      // The task of the model may have been deleted in the meantime, or another server may have been faster.
      if (!(await assignFile(db, input, fileKey).catch(() => isAssigned(db, input, fileKey)))) await files.delete(fileKey);
    },
  };
}

/** Whether the file of a model is still being downloaded. */
export async function isBeingDownloaded(db: Db, modelId: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where key = ${getJobKey(modelId)}`.execute(db);
  return rows.length > 0;
}

async function downloadModelFile(
  files: FileStore,
  backEnd: ExternalBackEnd,
  { domain, model }: TrainInput,
): Promise<string | null> {
  const file = await backEnd.openModelFile(domain, model);
  if (!file) return null;
  const { key, size } = await files.putStream(file.bytes, file.contentType, MAX_MODEL_BYTES);
  if (size > 0) return key;
  await files.delete(key);
  return null;
}

async function needsFile(db: Db, { domain, model }: TrainInput): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(`${domain}_model`)} where id = ${model} and train_status = 'TRAINED' and model_key is null`.execute(
    db,
  );
  return rows.length > 0;
}

async function assignFile(db: Db, { domain, model }: TrainInput, key: string): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(`${domain}_model`)} set model_key = ${key}
    where id = ${model} and train_status = 'TRAINED' and model_key is null returning id`.execute(db);
  return rows.length > 0;
}

async function isAssigned(db: Db, { domain, model }: TrainInput, key: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(`${domain}_model`)} where id = ${model} and model_key = ${key}`.execute(db);
  return rows.length > 0;
}
