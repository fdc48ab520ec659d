import type { Db } from '../../database/connection';
import { syncFacets } from '../../facets';
import { notFound } from '../../errors';
import type { Scope, ScopedRow } from '../../access/scope';
import { valueFor } from '../../recognition/images/labels';

type DetectionObjectRow = ScopedRow<'detection_object'>;

/** An object with its image locked: whoever changes an object holds its image. */
export async function lockObject(
  scope: Scope,
  id: string,
): Promise<{ object: DetectionObjectRow; image: ScopedRow<'training_image'> }> {
  const found = await scope.findRow('detection_object', id, { what: 'Object' });
  const image = await scope.findRow('training_image', found.image_id, { what: 'Object', lock: true });
  return { object: await scope.findRow('detection_object', id, { what: 'Object' }), image };
}

type Label = ScopedRow<'recognition_label'>;

/** Puts a recognition label on an object; one that is there keeps its value unless one was sent. */
export async function addLabelToObject(
  trx: Db,
  object: DetectionObjectRow,
  label: Label,
  sent: number | null | undefined,
): Promise<void> {
  const value = valueFor(label, sent);
  await trx
    .insertInto('object_label')
    .values({ object_id: object.id, label_id: label.id, workspace_id: object.workspace_id, value })
    .onConflict((conflict) =>
      sent == null ? conflict.doNothing() : conflict.columns(['object_id', 'label_id']).doUpdateSet({ value }),
    )
    .execute();
  await syncLabel(trx, object, label.id);
}

/** Taking off what is not on is no error: a repeat must end the same. */
export async function removeLabelFromObject(trx: Db, object: DetectionObjectRow, labelId: string): Promise<void> {
  await trx.deleteFrom('object_label').where('object_id', '=', object.id).where('label_id', '=', labelId).execute();
  await syncLabel(trx, object, labelId);
}

/** Throws 404 when the object does not carry the label. */
export async function setObjectLabelValue(
  trx: Db,
  object: DetectionObjectRow,
  label: Label,
  sent: number | null | undefined,
): Promise<void> {
  const changed = await trx
    .updateTable('object_label')
    .set({ value: valueFor(label, sent) })
    .where('object_id', '=', object.id)
    .where('label_id', '=', label.id)
    .returning('label_id')
    .executeTakeFirst();
  if (!changed) throw notFound('Label');
}

function syncLabel(trx: Db, object: DetectionObjectRow, labelId: string): Promise<void> {
  return syncFacets(trx, object.workspace_id, [{ of: 'object', ids: [object.id], kinds: ['object.label'], refs: [labelId] }]);
}
