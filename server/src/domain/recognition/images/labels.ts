import type { AnnotationSource } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ScopedRow } from '../../../platform/access/scope';
import { syncFacets } from '../../../data-access/facets';
import { badField, notFound } from '../../../platform/errors';
import { messages } from './messages';

type Label = Pick<ScopedRow<'recognition_label'>, 'id' | 'type' | 'min_value' | 'max_value'>;

/** What a client sends with a label of an image or object. */
export interface SentLabel {
  value?: number | null | undefined;
  source?: AnnotationSource | undefined;
}

/**
 * Returns the value to store with a label of an image or object: for value labels the sent value, or the minimum if none
 * was sent; null for all other labels. Throws 400 if the value is out of range.
 */
export function resolveLabelValue(label: Label, sentValue: number | null | undefined): number | null {
  if (label.type !== 'value') {
    if (sentValue != null) throw badField('value', messages.labelHasNoValue);
    return null;
  }
  const value = sentValue ?? label.min_value ?? 0;
  if (label.min_value !== null && value < label.min_value) throw badField('value', messages.valueBelow(label.min_value));
  if (label.max_value !== null && value > label.max_value) throw badField('value', messages.valueAbove(label.max_value));
  return value;
}

interface LabelledRow {
  id: string;
  workspace_id: string;
}

/** Adds labels to images. If an image already has a label, its value changes only if the client sent a value. */
export async function insertImageLabels(
  trx: Db,
  workspaceId: string,
  imageIds: readonly string[],
  labels: readonly { id: string; value: number | null; isValueSent: boolean; source?: AnnotationSource | undefined }[],
): Promise<void> {
  if (imageIds.length === 0) return;
  for (const label of labels) {
    await sql`
      insert into image_label (image_id, label_id, workspace_id, value, source)
      select image_id, ${label.id}, ${workspaceId}, ${label.value}, ${label.source ?? null} from unnest(${imageIds}::uuid[]) as image_id
      on conflict (image_id, label_id) do ${label.isValueSent ? sql`update set value = excluded.value, source = excluded.source` : sql`nothing`}
    `.execute(trx);
  }
}

export async function addLabelToImage(trx: Db, image: LabelledRow, label: Label, { value, source }: SentLabel): Promise<void> {
  await insertImageLabels(
    trx,
    image.workspace_id,
    [image.id],
    [{ id: label.id, value: resolveLabelValue(label, value), isValueSent: value != null, source }],
  );
  await syncLabel(trx, image, label.id);
}

/** Removes a label. A missing label is not an error: a repeated call must have the same result. */
export async function removeLabelFromImage(trx: Db, image: LabelledRow, labelId: string): Promise<void> {
  await trx.deleteFrom('image_label').where('image_id', '=', image.id).where('label_id', '=', labelId).execute();
  await syncLabel(trx, image, labelId);
}

/** Sets the value of a label of the image. Throws 404 if the image does not have the label. */
export async function setImageLabelValue(trx: Db, image: LabelledRow, label: Label, { value, source }: SentLabel): Promise<void> {
  const updatedRow = await trx
    .updateTable('image_label')
    .set({ value: resolveLabelValue(label, value), source: source ?? null })
    .where('image_id', '=', image.id)
    .where('label_id', '=', label.id)
    .returning('label_id')
    .executeTakeFirst();
  if (!updatedRow) throw notFound('Label');
}

function syncLabel(trx: Db, image: LabelledRow, labelId: string): Promise<void> {
  return syncFacets(trx, image.workspace_id, [{ target: 'image', ids: [image.id], kinds: ['image.label'], refs: [labelId] }]);
}
