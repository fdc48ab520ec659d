import { DEFAULT_KEEP_PROB } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import { badField, HttpError } from '../errors';
import type { ModelBackEnd, NamedLabel, OutsideBackEnd } from './back-end';
import { builtInOf } from './built-in';
import type { HereDeps } from './here';
import { httpBackEnd } from './http-back-end';
import type { ModelDomain } from './kinds';
import { messages } from './messages';
import { usedFirst } from './in-use';

/** What a server needs to ask models. */
export type AskingDeps = Pick<HereDeps, 'db' | 'files'> & {
  config: Pick<Config, 'modelServer' | 'builtInModels' | 'dataDir'>;
};

/** The back end outside that the operator has named; null where there is none. */
export function outsideBackEndOf({ modelServer }: Pick<Config, 'modelServer'>): OutsideBackEnd | null {
  return modelServer && httpBackEnd(modelServer);
}

/** What asks models: the back end outside, else the one of this machine. Null where there is none. */
export function backEndOf(deps: AskingDeps): ModelBackEnd | null {
  return outsideBackEndOf(deps.config) ?? (deps.config.builtInModels ? builtInOf(deps) : null);
}

/** The task of a prediction call, by either of its names. Throws 400. */
export function taskOf({ task_id, task }: { task_id?: string; task?: string }): string {
  const id = task_id ?? task;
  if (!id) throw badField('task_id', messages.required);
  return id;
}

export interface AskedModel {
  backEnd: ModelBackEnd;
  model: string;
  labels: NamedLabel[];
  /** What is said with less is not answered, unless the caller says otherwise. */
  keepProb: number;
}

/** What is asked about a task: its newest trained model and its labels. Throws 400 where nothing is trained. */
export async function trainedModel(db: Db, deps: AskingDeps, domain: ModelDomain, taskId: string): Promise<AskedModel> {
  const backEnd = backEndOf(deps);
  const model = backEnd && (await newestTrained(db, domain, taskId));
  if (!model) throw new HttpError(400, messages.noModel);
  return { backEnd, model, labels: await labelsOf(db, domain, taskId), keepProb: await keepProbOf(db, domain, model) };
}

const Decoding = z.object({ decoding: z.object({ threshold: z.number().min(0).max(1) }) });

/**
 * A model that draws has been measured when it was trained here: from which probability on it is right most often. Of one that
 * classifies all that is likely is answered, for the caller chooses among it.
 */
export async function keepProbOf(db: Db, domain: ModelDomain, model: string): Promise<number> {
  if (domain === 'recognition') return DEFAULT_KEEP_PROB;
  const { rows } = await sql<{ metrics: unknown }>`
    select metrics from ${sql.table(`${domain}_model`)} where id = ${model}`.execute(db);
  return Decoding.safeParse(rows[0]?.metrics).data?.decoding.threshold ?? DEFAULT_KEEP_PROB;
}

/** The trained model of a task that is asked. */
export async function newestTrained(db: Db, domain: ModelDomain, taskId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from ${sql.table(`${domain}_model`)} m where m.task_id = ${taskId} and m.train_status = 'TRAINED' order by ${usedFirst('m')} limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export async function labelsOf(db: Db, domain: ModelDomain, taskId: string): Promise<NamedLabel[]> {
  const { rows } = await sql<NamedLabel>`
    select l.id, l.name from ${sql.table(`${domain}_task_label`)} t join ${sql.table(`${domain}_label`)} l on l.id = t.label_id
    where t.task_id = ${taskId} order by lower(l.name), l.id`.execute(db);
  return rows;
}

export const OK = { code: 200, text: 'OK' };

/**
 * The said labels that are probable enough, the most probable first, with the names that we know them by. A model may have learned
 * some that the task has lost since: nobody could do anything with those.
 */
export function kept<T extends { id: string; prob: number }>(
  said: readonly T[],
  labels: readonly NamedLabel[],
  keepProb: number,
): (T & { name: string })[] {
  const names = new Map(labels.map((label) => [label.id, label.name]));
  return said
    .flatMap((label) => {
      const name = names.get(label.id);
      return name === undefined || label.prob < keepProb ? [] : [{ ...label, name }];
    })
    .sort((a, b) => b.prob - a.prob);
}

/** How a record is answered: with what is said of it, or with why nothing could be. */
export function statusOf(said: unknown): typeof OK {
  return said === null ? { code: 400, text: messages.unreadable } : OK;
}

/** A back end that knows of no model is no missing address: the caller hears 400, as where there is no back end. */
export async function orNoModel<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) throw new HttpError(400, messages.noModel);
    throw error;
  }
}
