import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import { HttpError } from '../errors';
import type { FileStore } from '../files/store';
import { addJob } from '../work/jobs';
import type { Task } from '../work/kind';
import type { OutsideBackEnd } from './back-end';
import { FETCH_MODEL_FILE } from './kinds';
import { TrainInput } from './state';
import { LARGEST_MODEL } from './wire';

/** How often a file is asked for that could not be had; the pauses grow from a minute to an hour. */
const MOST_TRIES = 7;
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3600;

const Input = TrainInput.extend({ tries: z.int().default(1) });

const keyOf = (model: string) => `${FETCH_MODEL_FILE}:${model}`;

/** Has the file of a model fetched that a back end outside has trained. */
export function fetchFileSoon(trx: Db, { domain, model }: TrainInput, tries = 1): Promise<void> {
  const inSeconds = tries === 1 ? 0 : Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (tries - 2));
  return addJob(trx, { task: FETCH_MODEL_FILE, payload: { domain, model, tries }, key: keyOf(model), inSeconds });
}

/** Takes the file of a trained model from the back end outside into the store, for Download. Without one, Download says so. */
export function fetchFileTask({ db, files }: { db: Db; files: FileStore }, backEnd: OutsideBackEnd): Task {
  return {
    name: FETCH_MODEL_FILE,
    run: async (payload) => {
      const { tries, ...input } = Input.parse(payload);
      if (!(await isWanted(db, input))) return;
      const key = await take(files, backEnd, input).catch((error: unknown) => {
        // What is too large will be so the next time too.
        if (error instanceof HttpError) return error.status === 413 ? null : ('later' as const);
        throw error;
      });
      if (key === 'later' && tries < MOST_TRIES) await fetchFileSoon(db, input, tries + 1);
      if (key === 'later' || key === null) return;
      // The task may have been deleted meanwhile, or another server was quicker.
      if (!(await name(db, input, key).catch(() => isNamed(db, input, key)))) await files.delete(key);
    },
  };
}

/** Whether the file of a model is still to come. */
export async function isBeingFetched(db: Db, model: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where key = ${keyOf(model)}`.execute(db);
  return rows.length > 0;
}

async function take(files: FileStore, backEnd: OutsideBackEnd, { domain, model }: TrainInput): Promise<string | null> {
  const file = await backEnd.modelFile(domain, model);
  if (!file) return null;
  const { key, size } = await files.putStream(file.bytes, file.contentType, LARGEST_MODEL);
  if (size > 0) return key;
  await files.delete(key);
  return null;
}

async function isWanted(db: Db, { domain, model }: TrainInput): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(`${domain}_model`)} where id = ${model} and train_status = 'TRAINED' and model_key is null`.execute(
    db,
  );
  return rows.length > 0;
}

async function name(db: Db, { domain, model }: TrainInput, key: string): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(`${domain}_model`)} set model_key = ${key}
    where id = ${model} and train_status = 'TRAINED' and model_key is null returning id`.execute(db);
  return rows.length > 0;
}

async function isNamed(db: Db, { domain, model }: TrainInput, key: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(`${domain}_model`)} where id = ${model} and model_key = ${key}`.execute(db);
  return rows.length > 0;
}
