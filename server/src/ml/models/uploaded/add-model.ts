import type { UploadedModelNotes } from '@console/learner/protocol';
import type { UploadedModel } from '@console/shared-contract/api';
import { DEFAULT_KEEP_PROB } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { findExpiredFiles } from '../../../data-access/rows/discarded-files';
import type { Db } from '../../../platform/database/connection';
import { createFieldError, HttpError } from '../../../platform/errors';
import { recordEvents } from '../../../platform/events/record-events';
import { findCurrentModel, findLastNumber } from '../model/current-model';
import type { ModelDomain } from '../model/kinds';
import { recordState, type OnTrained } from '../model/state';
import type { CheckedFile } from './checked-file';
import { messages } from './messages';
import { isUploadedModel } from './run-model';

/** The name, notes and license that users enter for a model. */
export interface ModelDescription {
  name: string;
  notes: string;
  licence: string;
}

/** Minimum probabilities of predictions. The notes of trained models use the same field names (see `readThresholds`). */
interface StoredThresholds {
  threshold: number;
  thresholds: Record<string, number>;
  /** Number of images from which the thresholds were computed; null if a user has set them. */
  pictures: number | null;
}

/** The notes of an uploaded model with its description, as they are stored with the model. */
interface StoredUploadedNotes extends UploadedModelNotes {
  /** Missing if the model uses the default thresholds, and for recognition models. */
  decoding?: StoredThresholds;
  uploaded: UploadedModelNotes['uploaded'] &
    ModelDescription & { classNames: (string | null)[]; bytes: number; milliseconds: number; memoryBytes: number };
}

/**
 * Adds a checked file as a model of its task, which must be locked. `classes` contains the label of each class. The model is used like a
 * trained model. Returns its id and number.
 */
export async function addUploadedModel(
  trx: Db,
  { key, domain, task, workspaceId, format, ...file }: CheckedFile,
  { classes, userId, ...description }: ModelDescription & { classes: (string | null)[]; userId: string },
  onTrained: OnTrained,
): Promise<{ model: string; number: number }> {
  if ((await findExpiredFiles(trx, [key])).size > 0) throw new HttpError(400, messages.expired);
  const modelNumber = (await findLastNumber(trx, `${domain}_model`, task)) + 1;
  const { id: model } = await trx
    .insertInto(`${domain}_model`)
    .values({ workspace_id: workspaceId, task_id: task, number: modelNumber, training_params: '{}', requested_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { classes: classNames, ...measurements } = file;
  const notes: StoredUploadedNotes = { uploaded: { format, classes, classNames, ...description, ...measurements } };
  const files = { file_key: key, model_key: key, metrics: JSON.stringify(notes), isTraining: false };
  const recordedModel = await recordState(trx, { domain, model }, { train_status: 'TRAINED', error: null, map: null }, files);
  if (recordedModel) await onTrained(trx, recordedModel);
  if ((await findCurrentModel(trx, domain, task)) === model)
    await recordEvents(trx, [{ kind: 'model.promoted', workspaceId, userId, entityId: model, data: { domain, task } }]);
  return { model, number: modelNumber };
}

/** The fields of an uploaded model that users change. */
type ModelChanges = Partial<ModelDescription> & { thresholds?: Readonly<Record<string, number>> };

/** Changes an uploaded model, which must be locked. Throws 400 for a trained one, and for labels that have no threshold. */
export async function changeUploadedModel(
  trx: Db,
  { domain, model: modelId }: { domain: ModelDomain; model: string },
  { name, notes, licence, thresholds }: ModelChanges,
): Promise<void> {
  const { metrics } = await trx
    .selectFrom(`${domain}_model`)
    .select('metrics')
    .where('id', '=', modelId)
    .executeTakeFirstOrThrow();
  if (!isUploadedModel(metrics)) throw new HttpError(400, messages.notUploaded);
  const { uploaded, decoding } = metrics as StoredUploadedNotes;
  const changedDescription = Object.fromEntries(
    Object.entries({ name, notes, licence }).filter(([, value]) => value !== undefined),
  );
  const labels = domain === 'recognition' ? [] : uploaded.classes;
  if (Object.keys(thresholds ?? {}).some((label) => !labels.includes(label)))
    throw createFieldError('thresholds', messages.unknownThreshold);
  const changedColumns = {
    uploaded: { ...uploaded, ...changedDescription },
    ...((decoding ?? thresholds) && {
      decoding: thresholds ? changeThresholds(decoding ?? DEFAULT_THRESHOLDS, thresholds) : decoding,
    }),
  };
  await trx
    .updateTable(`${domain}_model`)
    .set({ metrics: JSON.stringify(changedColumns) })
    .where('id', '=', modelId)
    .execute();
}

const DEFAULT_THRESHOLDS: StoredThresholds = { threshold: DEFAULT_KEEP_PROB, thresholds: {}, pictures: null };
const changeThresholds = (
  storedThresholds: StoredThresholds,
  thresholds: Readonly<Record<string, number>>,
): StoredThresholds => ({
  ...storedThresholds,
  thresholds: { ...storedThresholds.thresholds, ...thresholds },
  pictures: null,
});

/** Stores chosen thresholds of an uploaded model, unless it has some already. */
export async function storeThresholds(
  trx: Db,
  { domain, model }: { domain: ModelDomain; model: string },
  decoding: StoredThresholds,
): Promise<void> {
  await sql`
    update ${sql.table(`${domain}_model`)} set metrics = metrics || ${JSON.stringify({ decoding })}::jsonb
    where id = ${model} and not metrics ? 'decoding'`.execute(trx);
}

/** What the API returns about an uploaded model. Null if the notes belong to a model that was not uploaded. */
export function toUploadedModel(metrics: unknown): UploadedModel | null {
  if (!isUploadedModel(metrics)) return null;
  const { uploaded: storedUpload, decoding = DEFAULT_THRESHOLDS } = metrics as StoredUploadedNotes;
  const { format, classes, classNames, memoryBytes, ...uploaded } = storedUpload;
  const labels = [...new Set(classes.filter((label) => label !== null))];
  const thresholds = labels.map((id) => ({ id, threshold: decoding.thresholds[id] ?? decoding.threshold }));
  return {
    ...uploaded,
    layout: format.layout,
    width: format.input.width,
    height: format.input.height,
    memory_bytes: memoryBytes,
    classes: classes.flatMap((label, index) => (label === null ? [] : [{ index, name: classNames[index] ?? null, label }])),
    ...(format.layout !== 'classification' && { thresholds, threshold_pictures: decoding.pictures }),
  };
}
