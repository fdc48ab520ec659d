import type { BulkImageUpdate } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/connection';
import { IMAGE_FLAG_FACETS, OBJECT_FLAG_FACETS, syncFacets, type FacetSync } from '../../facets';
import { badField } from '../../errors';
import type { Scope, ScopedRow } from '../../access/scope';
import { messages } from './messages';
import { putLabelsOnImages, valueFor } from './labels';
import { verifyImages } from './verify';

type BulkUpdate = z.output<typeof BulkImageUpdate>;

interface Flags {
  real?: boolean;
  test_image?: boolean;
}

/** What a change of TEST or REAL does to the facets of images and of their objects. */
export function flagSyncs(imageIds: readonly string[]): FacetSync[] {
  return [
    { of: 'image', ids: imageIds, kinds: IMAGE_FLAG_FACETS },
    { of: 'objects of image', ids: imageIds, kinds: OBJECT_FLAG_FACETS },
  ];
}

/** Flags, labels and verification of many images of one workspace at once. Answers how many images there were. */
export async function updateImages(trx: Db, scope: Scope, body: BulkUpdate, userId: string): Promise<number> {
  const flags = flagsOf(body);
  const ids = [...new Set(body.images)];
  const ofLabels = [body['labels-add'], body['labels-remove'], body.labels].some((each) => each?.length);
  const { workspace_id: workspaceId } = await scope.findRow('training_image', ids[0] ?? '', {
    what: 'Image',
    // As one image's add-label: the flags alone are every member's.
    ...(ofLabels ? { service: 'recognition' } : {}),
  });
  // As the call that verifies one.
  if (body.verify) scope.requireWorkspace(workspaceId, 'annotate');
  const added = await labelsOf(scope, body['labels-add'], workspaceId, 'labels-add');
  const removed = await labelsOf(scope, body['labels-remove'], workspaceId, 'labels-remove');
  const exact = body.labels?.length ? await labelsOf(scope, body.labels, workspaceId, 'labels') : null;
  await scope.findRows('training_image', ids, workspaceId, { field: 'images', what: 'Image', lock: true });

  if (flags.real !== undefined || flags.test_image !== undefined) {
    await trx
      .updateTable('training_image')
      .set({ ...flags, version: sql`version + 1` })
      .where('id', 'in', ids)
      .execute();
  }
  const dropped = exact
    ? await dropOtherLabels(
        trx,
        ids,
        exact.map((label) => label.id),
      )
    : [];
  if (removed.length > 0)
    await dropLabels(
      trx,
      ids,
      removed.map((label) => label.id),
    );
  const put = [...added, ...(exact ?? [])];
  await putLabelsOnImages(
    trx,
    workspaceId,
    ids,
    put.map((label) => ({ id: label.id, value: valueFor(label, undefined), sent: false })),
  );

  if (body.verify) await verifyImages(trx, workspaceId, ids, userId);
  const refs = [...new Set([...put, ...removed].map((label) => label.id).concat(dropped))];
  await syncFacets(trx, workspaceId, [
    ...flagSyncs(ids),
    ...(refs.length > 0 ? [{ of: 'image' as const, ids, kinds: ['image.label' as const], refs }] : []),
  ]);
  return ids.length;
}

function flagsOf(body: BulkUpdate): Flags {
  if (body['mark-test'] && body['unmark-test']) throw badField('mark-test', messages.markBoth);
  if (body['mark-real'] && body['unmark-real']) throw badField('mark-real', messages.markBoth);
  return {
    ...(body['mark-test'] ? { test_image: true } : body['unmark-test'] ? { test_image: false } : {}),
    ...(body['mark-real'] ? { real: true } : body['unmark-real'] ? { real: false } : {}),
  };
}

function labelsOf(
  scope: Scope,
  ids: readonly string[] | undefined,
  workspaceId: string,
  field: string,
): Promise<ScopedRow<'recognition_label'>[]> {
  return scope.findRows('recognition_label', ids ?? [], workspaceId, { field, what: 'Label' });
}

async function dropLabels(trx: Db, imageIds: readonly string[], labelIds: readonly string[]): Promise<void> {
  await sql`delete from image_label where image_id = any(${imageIds}::uuid[]) and label_id = any(${labelIds}::uuid[])`.execute(
    trx,
  );
}

async function dropOtherLabels(trx: Db, imageIds: readonly string[], kept: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ label_id: string }>`
    delete from image_label where image_id = any(${imageIds}::uuid[]) and label_id <> all(${kept}::uuid[]) returning label_id
  `.execute(trx);
  return [...new Set(rows.map((row) => row.label_id))];
}

/** Deletes an image with its objects, polygons and points. Answers the files that nothing names any more. */
export async function deleteImage(trx: Db, image: ScopedRow<'training_image'>): Promise<string[]> {
  const objects = await trx
    .selectFrom('detection_object')
    .select(['seq', 'thumb_key'])
    .where('image_id', '=', image.id)
    .execute();
  await trx.deleteFrom('training_image').where('id', '=', image.id).execute();
  await syncFacets(trx, image.workspace_id, [], { images: [image.seq], objects: objects.map((object) => object.seq) });
  return [image.img_key, image.thumb_key, image.display_key, image.mask_key, ...objects.map((object) => object.thumb_key)].filter(
    (key) => key !== null,
  );
}
