import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { holdRows, OBJECT_FACETS, syncFacets, takeSeq, type FacetSync } from '../../facets';
import { badField, notFound } from '../../errors';
import type { Scope, ScopedRow } from '../../access/scope';
import { valueFor } from '../../recognition/images/labels';
import { asJson, requireFresh, sentOnly } from '../../rows/edit';
import { findNamed } from '../../rows/workspace';
import { checkBox } from '../../shapes/geometry';
import { messages } from '../../shapes/messages';

type DetectionObjectRow = ScopedRow<'detection_object'>;

interface NewObject {
  image: string;
  detection_label: string;
  data: number[];
  meta_data?: unknown;
}

interface ObjectEdit {
  image?: string;
  detection_label?: string;
  data?: number[];
  meta_data?: unknown;
  version?: number;
}

/** Adds a box to an image. Answers its id. */
export async function createObject(trx: Db, scope: Scope, fields: NewObject, userId: string): Promise<string> {
  const { workspace_id: workspaceId } = await scope.findRow('training_image', fields.image, { what: 'Image' });
  await takeLabel(trx, scope, fields.detection_label, workspaceId);
  const image = await scope.findRow('training_image', fields.image, { what: 'Image', lock: true });
  checkBox(fields.data, image);
  const { first: seq, created } = await takeSeq(trx, workspaceId, 'object');
  const object = await trx
    .insertInto('detection_object')
    .values({
      workspace_id: workspaceId,
      seq,
      created,
      created_by: userId,
      image_id: image.id,
      detection_label_id: fields.detection_label,
      data: fields.data,
      ...sentOnly({ meta_data: asJson(fields.meta_data) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await syncFacets(trx, workspaceId, [
    { of: 'object', ids: [object.id], kinds: OBJECT_FACETS },
    ...imageLabelSyncs([image.id], [fields.detection_label]),
  ]);
  return object.id;
}

/** An object with its image locked: whoever changes an object holds its image. */
export async function lockObject(
  scope: Scope,
  id: string,
): Promise<{ object: DetectionObjectRow; image: ScopedRow<'training_image'> }> {
  const found = await scope.findRow('detection_object', id, { what: 'Object' });
  const image = await scope.findRow('training_image', found.image_id, { what: 'Object', lock: true });
  return { object: await scope.findRow('detection_object', id, { what: 'Object' }), image };
}

/** Changes what was sent of an object. Answers the key of a cut-out that is no longer true, if any. */
export async function editObject(
  trx: Db,
  scope: Scope,
  id: string,
  edit: ObjectEdit,
  current: () => Promise<unknown>,
): Promise<string | null> {
  const { workspace_id: workspaceId } = await scope.findRow('detection_object', id, { what: 'Object' });
  if (edit.detection_label) await takeLabel(trx, scope, edit.detection_label, workspaceId);
  const { object, image } = await lockObject(scope, id);
  if (edit.image)
    await scope.requireSameWorkspace('training_image', [edit.image], workspaceId, { field: 'image', what: 'Image' });
  if (edit.image && edit.image !== image.id) throw badField('image', messages.otherImage);
  await requireFresh(edit.version, object, current);
  if (edit.data) checkBox(edit.data, image);
  const isMoved = edit.data !== undefined && edit.data.some((value, index) => value !== object.data[index]);
  const label = edit.detection_label ?? object.detection_label_id;
  await trx
    .updateTable('detection_object')
    .set({
      ...sentOnly({ data: edit.data, detection_label_id: edit.detection_label, meta_data: asJson(edit.meta_data) }),
      ...(isMoved ? { thumb_token: sql<string>`gen_random_uuid()`, thumb_key: null } : {}),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  if (label !== object.detection_label_id) {
    const refs = [object.detection_label_id, label];
    await syncFacets(trx, workspaceId, [
      { of: 'object', ids: [id], kinds: ['object.detection_label'], refs },
      ...imageLabelSyncs([image.id], refs),
    ]);
  }
  return isMoved ? object.thumb_key : null;
}

/** Deletes objects of one locked image. Answers the keys of their cut-outs. */
export async function deleteObjects(
  trx: Db,
  image: ScopedRow<'training_image'>,
  ids: readonly string[] | 'all',
): Promise<string[]> {
  const deletion = trx
    .deleteFrom('detection_object')
    .where('image_id', '=', image.id)
    .returning(['seq', 'detection_label_id', 'thumb_key']);
  const gone = await (ids === 'all' ? deletion : deletion.where('id', 'in', ids)).execute();
  const labels = [...new Set(gone.map((object) => object.detection_label_id))];
  await syncFacets(trx, image.workspace_id, labels.length > 0 ? imageLabelSyncs([image.id], labels) : [], {
    objects: gone.map((object) => object.seq),
  });
  return gone.flatMap((object) => object.thumb_key ?? []);
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

async function takeLabel(trx: Db, scope: Scope, id: string, workspaceId: string): Promise<void> {
  await findNamed(scope, 'detection_label', id, workspaceId, { field: 'detection_label', what: 'Label' });
  await holdRows(trx, 'detection_label', [id]);
}

function imageLabelSyncs(imageIds: readonly string[], refs: readonly string[]): FacetSync[] {
  return [{ of: 'image', ids: imageIds, kinds: ['image.object_label'], refs }];
}
