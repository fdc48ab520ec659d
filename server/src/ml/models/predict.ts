import { DEFAULT_KEEP_PROB } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError } from '../../platform/errors';
import { listTaskLabels } from '../learning/dataset';
import type { ModelBackEnd, NamedLabel, ExternalBackEnd } from './model/back-end';
import { getBuiltInBackEnd } from './built-in/built-in-back-end';
import type { LocalModelDeps } from './built-in/train-locally';
import { createHttpBackEnd } from './external/http-back-end';
import type { ModelDomain } from './model/kinds';
import { messages } from './model/messages';
import { findCurrentModel } from './model/current-model';

/** The dependencies for running models. */
export type PredictionDeps = Pick<LocalModelDeps, 'db' | 'files'> & {
  config: Pick<Config, 'modelServer' | 'builtInModels' | 'dataDir'>;
};

/** Returns the external back end that the operator has configured, or null. */
export function getExternalBackEnd({ modelServer }: Pick<Config, 'modelServer'>): ExternalBackEnd | null {
  return modelServer && createHttpBackEnd(modelServer);
}

/** Returns the back end that runs models: the external back end, otherwise the back end of this machine. Null if there is none. */
export function getBackEnd(deps: PredictionDeps): ModelBackEnd | null {
  return getExternalBackEnd(deps.config) ?? (deps.config.builtInModels ? getBuiltInBackEnd(deps) : null);
}

/** Returns the id of the task of a prediction call. The API accepts two names for this parameter. Throws 400 if it is missing. */
export function getTaskId({ task_id, task }: { task_id?: string; task?: string }): string {
  const id = task_id ?? task;
  if (!id) throw createFieldError('task_id', messages.required);
  return id;
}

/** A model that is ready to run. */
interface SelectedModel {
  backEnd: ModelBackEnd;
  model: string;
  labels: NamedLabel[];
  /** Default probability thresholds. Predictions below their threshold are omitted. The caller can request another threshold. */
  thresholds: ModelThresholds;
}

/** The default probability thresholds of a model. */
export interface ModelThresholds {
  /** The threshold of labels that have no threshold of their own. */
  threshold: number;
  byLabel: Readonly<Record<string, number>>;
}

/**
 * Returns a model of a task with its labels, by default the current model. Throws 400 if the model is not trained or belongs to another
 * task.
 */
export async function requireTrainedModel(
  db: Db,
  deps: PredictionDeps,
  domain: ModelDomain,
  taskId: string,
  modelId?: string,
): Promise<SelectedModel> {
  const backEnd = getBackEnd(deps);
  const model = backEnd && (await findCurrentModel(db, domain, taskId, modelId));
  if (!model) throw new HttpError(400, messages.noModel);
  return {
    backEnd,
    model,
    labels: await listTaskLabels(db, domain, taskId),
    thresholds: await readThresholds(db, domain, model),
  };
}

const Probability = z.number().min(0).max(1);
const DecodingNotes = z.object({
  decoding: z.object({ threshold: Probability, thresholds: z.record(z.string(), Probability).default({}) }),
});

const CalibratedNotes = z.object({ scores: z.object({ calibration: z.object({ threshold: Probability }) }) });

/**
 * Reads the default probability thresholds of a model. For detection and segmentation, these thresholds gave the best scores on images
 * held out from the training. For recognition, the threshold comes from the calibration and is low, because callers choose among the
 * returned labels.
 */
export async function readThresholds(db: Db, domain: ModelDomain, modelId: string): Promise<ModelThresholds> {
  const { rows } = await sql<{ metrics: unknown }>`
    select metrics from ${sql.table(`${domain}_model`)} where id = ${modelId}`.execute(db);
  if (domain === 'recognition') {
    const calibration = CalibratedNotes.safeParse(rows[0]?.metrics).data?.scores.calibration;
    return { threshold: calibration?.threshold ?? DEFAULT_KEEP_PROB, byLabel: {} };
  }
  const decoding = DecodingNotes.safeParse(rows[0]?.metrics).data?.decoding;
  return { threshold: decoding?.threshold ?? DEFAULT_KEEP_PROB, byLabel: decoding?.thresholds ?? {} };
}

/** Status of a record or response without an error. */
export const OK = { code: 200, text: 'OK' };

/** Returns the threshold of each label, for the response of a prediction call. */
export function listThresholds(labels: readonly NamedLabel[], { threshold, byLabel }: ModelThresholds) {
  return labels.map(({ id }) => ({ id, threshold: byLabel[id] ?? threshold }));
}

/**
 * Selects the predictions above the threshold of their label, highest probability first, and adds the current names of the labels. Omits
 * labels that were removed from the task after the training, because they cannot be saved.
 */
export function filterPredictions<T extends { id: string; prob: number }>(
  predictions: readonly T[],
  labels: readonly NamedLabel[],
  { threshold, byLabel }: ModelThresholds,
): (T & { name: string })[] {
  const names = new Map(labels.map((label) => [label.id, label.name]));
  return predictions
    .flatMap((label) => {
      const name = names.get(label.id);
      return name === undefined || label.prob < (byLabel[label.id] ?? threshold) ? [] : [{ ...label, name }];
    })
    .sort((a, b) => b.prob - a.prob);
}

/** Returns the status of a record in a response. The status is an error if the record has no prediction. */
export function toRecordStatus(prediction: unknown): typeof OK {
  return prediction === null ? { code: 400, text: messages.unreadable } : OK;
}

/** Converts a 404 of the back end to a 400, because the model is missing and not the URL. */
export async function rejectIfModelMissing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) throw new HttpError(400, messages.noModel);
    throw error;
  }
}
