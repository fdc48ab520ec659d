import type { AnnotationSource, ModelOrigin } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ScopedRow } from '../../../platform/access/scope';
import { syncFacets } from '../../../data-access/facets';
import { createFieldError, notFound } from '../../../platform/errors';
import { messages } from './messages';

type LabelWithRange = Pick<ScopedRow<'recognition_label'>, 'id' | 'type' | 'min_value' | 'max_value'>;

/** What a client sends with a label of an image or object. */
export interface SentLabel {
  value?: number | null | undefined;
  source?: AnnotationSource | undefined;
  /** Only image labels have a prediction. */
  prediction?: ModelOrigin | undefined;
}

/** A label to add to images. */
interface AddedLabel extends Pick<SentLabel, 'source' | 'prediction'> {
  id: string;
  value: number | null;
  isValueSent: boolean;
}

/**
 * Returns the value to store with a label of an image or object. For a value label, this is the sent value, or the minimum if no value was
 * sent. Null for other labels. Throws 400 if the value is out of range.
 */
export function resolveLabelValue(label: LabelWithRange, sentValue: number | null | undefined): number | null {
  if (label.type !== 'value') {
    if (sentValue != null) throw createFieldError('value', messages.labelHasNoValue);
    return null;
  }
  const value = sentValue ?? label.min_value ?? 0;
  if (label.min_value !== null && value < label.min_value) throw createFieldError('value', messages.valueBelow(label.min_value));
  if (label.max_value !== null && value > label.max_value) throw createFieldError('value', messages.valueAbove(label.max_value));
  return value;
}

interface LabelledRow {
  id: string;
  workspace_id: string;
}

/**
 * Adds labels to images. If an image already has a label, its value changes only if the client sent a value. A label that a model had
 * set then counts as set by the user.
 */
export async function insertImageLabels(
  trx: Db,
  workspaceId: string,
  imageIds: readonly string[],
  labels: readonly AddedLabel[],
): Promise<void> {
  if (imageIds.length === 0) return;
  for (const { id, value, isValueSent, source, prediction } of labels) {
    const onConflict = isValueSent
      ? sql`update set value = excluded.value, source = excluded.source, model_id = excluded.model_id, score = excluded.score`
      : sql`update set model_id = null, score = null where image_label.model_id is not null and excluded.model_id is null`;
    await sql`
      insert into image_label (image_id, label_id, workspace_id, value, source, model_id, score)
      select image_id, ${id}, ${workspaceId}, ${value}, ${source ?? (prediction ? 'prediction' : null)}, ${prediction?.model ?? null}, ${prediction?.score ?? null}
      from unnest(${imageIds}::uuid[]) as image_id on conflict (image_id, label_id) do ${onConflict}`.execute(trx);
  }
}

/** Adds a label to a locked image, like `insertImageLabels`. Throws 400 for an invalid value. */
export async function addLabelToImage(
  trx: Db,
  image: LabelledRow,
  label: LabelWithRange,
  { value, ...origin }: SentLabel,
): Promise<void> {
  await insertImageLabels(
    trx,
    image.workspace_id,
    [image.id],
    [{ id: label.id, value: resolveLabelValue(label, value), isValueSent: value != null, ...origin }],
  );
  await syncLabel(trx, image, label.id);
}

/** Removes a label. A missing label is not an error: a repeated call must have the same result. */
export async function removeLabelFromImage(trx: Db, image: LabelledRow, labelId: string): Promise<void> {
  await trx.deleteFrom('image_label').where('image_id', '=', image.id).where('label_id', '=', labelId).execute();
  await syncLabel(trx, image, labelId);
}

/** Sets the value of a label of the image. Throws 404 if the image does not have the label. */
export async function setImageLabelValue(
  trx: Db,
  image: LabelledRow,
  label: LabelWithRange,
  { value, source, prediction }: SentLabel,
): Promise<void> {
  const updatedRow = await trx
    .updateTable('image_label')
    .set({
      value: resolveLabelValue(label, value),
      source: source ?? (prediction ? 'prediction' : null),
      model_id: prediction?.model ?? null,
      score: prediction?.score ?? null,
    })
    .where('image_id', '=', image.id)
    .where('label_id', '=', label.id)
    .returning('label_id')
    .executeTakeFirst();
  if (!updatedRow) throw notFound('Label');
}

function syncLabel(trx: Db, image: LabelledRow, labelId: string): Promise<void> {
  return syncFacets(trx, image.workspace_id, [{ target: 'image', ids: [image.id], kinds: ['image.label'], refs: [labelId] }]);
}
