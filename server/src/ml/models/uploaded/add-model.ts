import type { UploadedModelNotes } from '@console/learner/protocol';
import type { UploadedModel } from '@console/shared-contract/api';
import { findExpiredFiles } from '../../../data-access/rows/discarded-files';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import { recordEvents } from '../../../platform/events/record-events';
import { findCurrentModel, findLastNumber } from '../model/current-model';
import { recordState, type OnTrained } from '../model/state';
import type { CheckedFile } from './checked-file';
import { messages } from './messages';
import { isUploadedModel } from './run-model';

/** What users say about a model. */
export interface ModelDescription {
  name: string;
  notes: string;
  licence: string;
}

/** The notes of an uploaded model with its description, as they are stored with the model. */
export interface StoredUploadedNotes extends UploadedModelNotes {
  uploaded: UploadedModelNotes['uploaded'] &
    ModelDescription & { classNames: (string | null)[]; bytes: number; milliseconds: number; memoryBytes: number };
}

/**
 * Adds a checked file to the models of its task, which must be locked. `classes` contains the label of each class. It is used like a
 * model that was trained here. Returns its id and number.
 */
export async function addUploadedModel(
  trx: Db,
  { key, domain, task, workspaceId, format, ...file }: CheckedFile,
  { classes, userId, ...description }: ModelDescription & { classes: (string | null)[]; userId: string },
  onTrained: OnTrained,
): Promise<{ model: string; number: number }> {
  if ((await findExpiredFiles(trx, [key])).size > 0) throw new HttpError(400, messages.expired);
  const number = (await findLastNumber(trx, `${domain}_model`, task)) + 1;
  const { id: model } = await trx
    .insertInto(`${domain}_model`)
    .values({ workspace_id: workspaceId, task_id: task, number, training_params: '{}', requested_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { classes: classNames, ...measurements } = file;
  const notes: StoredUploadedNotes = { uploaded: { format, classes, classNames, ...description, ...measurements } };
  const files = { file_key: key, model_key: key, metrics: JSON.stringify(notes), isTraining: false };
  const added = await recordState(trx, { domain, model }, { train_status: 'TRAINED', error: null, map: null }, files);
  if (added) await onTrained(trx, added);
  if ((await findCurrentModel(trx, domain, task)) === model)
    await recordEvents(trx, [{ kind: 'model.promoted', workspaceId, userId, entityId: model, data: { domain, task } }]);
  return { model, number };
}

/** What the API returns about an uploaded model. Null for the notes of another model. */
export function toUploadedModel(metrics: unknown): UploadedModel | null {
  if (!isUploadedModel(metrics)) return null;
  const { format, classes, classNames, memoryBytes, ...uploaded } = (metrics as StoredUploadedNotes).uploaded;
  return {
    ...uploaded,
    ...{ layout: format.layout, width: format.input.width, height: format.input.height, memory_bytes: memoryBytes },
    classes: classes.flatMap((label, index) => (label === null ? [] : [{ index, name: classNames[index] ?? null, label }])),
  };
}
