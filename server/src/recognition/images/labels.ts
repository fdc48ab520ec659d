import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import type { ScopedRow } from '../../access/scope';
import { syncFacets } from '../../facets';
import { badField, notFound } from '../../errors';
import { messages } from './messages';

type Label = Pick<ScopedRow<'recognition_label'>, 'id' | 'type' | 'min_value' | 'max_value'>;

/**
 * The value that a picture or an object carries of a label: a value label's within its range, its least value when
 * none was sent; null for all other labels. Throws 400 outside the range.
 */
export function valueFor(label: Label, sent: number | null | undefined): number | null {
  if (label.type !== 'value') {
    if (sent != null) throw badField('value', messages.labelHasNoValue);
    return null;
  }
  const value = sent ?? label.min_value ?? 0;
  if (label.min_value !== null && value < label.min_value) throw badField('value', messages.valueBelow(label.min_value));
  if (label.max_value !== null && value > label.max_value) throw badField('value', messages.valueAbove(label.max_value));
  return value;
}

interface Carrier {
  id: string;
  workspace_id: string;
}

/** Puts labels on images; one that is there already keeps its value unless one was sent. */
export async function putLabelsOnImages(
  trx: Db,
  workspaceId: string,
  imageIds: readonly string[],
  labels: readonly { id: string; value: number | null; sent: boolean }[],
): Promise<void> {
  if (imageIds.length === 0) return;
  for (const label of labels) {
    await sql`
      insert into image_label (image_id, label_id, workspace_id, value)
      select image_id, ${label.id}, ${workspaceId}, ${label.value} from unnest(${imageIds}::uuid[]) as image_id
      on conflict (image_id, label_id) do ${label.sent ? sql`update set value = excluded.value` : sql`nothing`}
    `.execute(trx);
  }
}

export async function addLabelToImage(trx: Db, image: Carrier, label: Label, sent: number | null | undefined): Promise<void> {
  await putLabelsOnImages(
    trx,
    image.workspace_id,
    [image.id],
    [{ id: label.id, value: valueFor(label, sent), sent: sent != null }],
  );
  await syncLabel(trx, image, label.id);
}

/** Taking off what is not on is no error: a repeat must end the same. */
export async function removeLabelFromImage(trx: Db, image: Carrier, labelId: string): Promise<void> {
  await trx.deleteFrom('image_label').where('image_id', '=', image.id).where('label_id', '=', labelId).execute();
  await syncLabel(trx, image, labelId);
}

/** Throws 404 when the image does not carry the label. */
export async function setImageLabelValue(trx: Db, image: Carrier, label: Label, sent: number | null | undefined): Promise<void> {
  const changed = await trx
    .updateTable('image_label')
    .set({ value: valueFor(label, sent) })
    .where('image_id', '=', image.id)
    .where('label_id', '=', label.id)
    .returning('label_id')
    .executeTakeFirst();
  if (!changed) throw notFound('Label');
}

function syncLabel(trx: Db, image: Carrier, labelId: string): Promise<void> {
  return syncFacets(trx, image.workspace_id, [{ of: 'image', ids: [image.id], kinds: ['image.label'], refs: [labelId] }]);
}
