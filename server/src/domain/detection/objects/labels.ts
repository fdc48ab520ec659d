import type { Db } from '../../../platform/database/connection';
import { syncFacets } from '../../../data-access/facets';
import { notFound } from '../../../platform/errors';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import { resolveLabelValue, type SentLabel } from '../../recognition/images/labels';

type DetectionObjectRow = ScopedRow<'detection_object'>;

/** Finds an object and locks its image. Every writer of objects locks the image first. */
export async function findObjectAndLockImage(
  scope: Scope,
  id: string,
): Promise<{ object: DetectionObjectRow; image: ScopedRow<'training_image'> }> {
  const objectBeforeLock = await scope.findRow('detection_object', id, { entityName: 'Object' });
  const image = await scope.findRow('training_image', objectBeforeLock.image_id, { entityName: 'Object', lock: true });
  return { object: await scope.findRow('detection_object', id, { entityName: 'Object' }), image };
}

type LabelRow = ScopedRow<'recognition_label'>;

/** Adds a recognition label to an object. If the object already has the label, its value changes only if the client sent a value. */
export async function addLabelToObject(
  trx: Db,
  object: DetectionObjectRow,
  label: LabelRow,
  sentLabel: SentLabel,
): Promise<void> {
  const values = { value: resolveLabelValue(label, sentLabel.value), source: sentLabel.source ?? null };
  await trx
    .insertInto('object_label')
    .values({ object_id: object.id, label_id: label.id, workspace_id: object.workspace_id, ...values })
    .onConflict((conflict) =>
      sentLabel.value == null ? conflict.doNothing() : conflict.columns(['object_id', 'label_id']).doUpdateSet(values),
    )
    .execute();
  await syncLabel(trx, object, label.id);
}

/** Removes a label. A missing label is not an error: a repeated call must have the same result. */
export async function removeLabelFromObject(trx: Db, object: DetectionObjectRow, labelId: string): Promise<void> {
  await trx.deleteFrom('object_label').where('object_id', '=', object.id).where('label_id', '=', labelId).execute();
  await syncLabel(trx, object, labelId);
}

/** Sets the value of a label of the object. Throws 404 if the object does not have the label. */
export async function setObjectLabelValue(
  trx: Db,
  object: DetectionObjectRow,
  label: LabelRow,
  { value, source }: SentLabel,
): Promise<void> {
  const updatedRow = await trx
    .updateTable('object_label')
    .set({ value: resolveLabelValue(label, value), source: source ?? null })
    .where('object_id', '=', object.id)
    .where('label_id', '=', label.id)
    .returning('label_id')
    .executeTakeFirst();
  if (!updatedRow) throw notFound('Label');
}

function syncLabel(trx: Db, object: DetectionObjectRow, labelId: string): Promise<void> {
  return syncFacets(trx, object.workspace_id, [{ target: 'object', ids: [object.id], kinds: ['object.label'], refs: [labelId] }]);
}
