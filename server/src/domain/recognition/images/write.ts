import type { BulkImageUpdate } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { syncFacets, type FacetSync } from '../../../data-access/facets';
import { createFieldError } from '../../../platform/errors';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import { messages } from './messages';
import { insertImageLabels, resolveLabelValue } from './labels';
import { verifyImages } from './verify';

type BulkUpdate = z.output<typeof BulkImageUpdate>;

interface Flags {
  real?: boolean;
  test_image?: boolean;
}

/** Lists the search facets (entries of the search index) to update after a change of the given flags of images. */
export function listFlagSyncs(imageIds: readonly string[], flags: Flags): FacetSync[] {
  const { test_image: test, real } = flags;
  const flagNames = (['test', 'real'] as const).filter((name) => ({ test, real })[name] !== undefined);
  if (flagNames.length === 0) return [];
  return [
    { target: 'image', ids: imageIds, kinds: flagNames.map((name) => `image.${name}` as const) },
    { target: 'objects of image', ids: imageIds, kinds: flagNames.map((name) => `object.${name}` as const) },
  ];
}

/** Updates flags, labels and verification of many images of one workspace. Returns the number of images. */
export async function updateImages(trx: Db, scope: Scope, body: BulkUpdate, userId: string): Promise<number> {
  const flags = parseFlags(body);
  const ids = [...new Set(body.images)];
  const hasLabelChanges = [body['labels-add'], body['labels-remove'], body.labels].some((labelIds) => labelIds?.length);
  const { workspace_id: workspaceId } = await scope.findRow('training_image', ids[0] ?? '', {
    entityName: 'Image',
    // A change of labels requires the recognition service, as for a single image. Flags require no service.
    ...(hasLabelChanges ? { service: 'recognition' } : {}),
  });
  // Verification requires the annotate service, as for a single image.
  if (body.verify) scope.requireWorkspace(workspaceId, 'annotate');
  const labelsToAdd = await findLabels(scope, body['labels-add'], workspaceId, 'labels-add');
  const labelsToRemove = await findLabels(scope, body['labels-remove'], workspaceId, 'labels-remove');
  // With `labels`, the images get exactly these labels, and lose all others.
  const exactLabels = body.labels?.length ? await findLabels(scope, body.labels, workspaceId, 'labels') : null;
  await scope.findRows('training_image', ids, workspaceId, { field: 'images', entityName: 'Image', lock: true });

  if (flags.real !== undefined || flags.test_image !== undefined) {
    await trx
      .updateTable('training_image')
      .set({ ...flags, version: sql`version + 1` })
      .where('id', 'in', ids)
      .execute();
  }
  const deletedLabelIds = exactLabels
    ? await deleteOtherLabels(
        trx,
        ids,
        exactLabels.map((label) => label.id),
      )
    : [];
  if (labelsToRemove.length > 0)
    await deleteLabels(
      trx,
      ids,
      labelsToRemove.map((label) => label.id),
    );
  const addedLabels = [...labelsToAdd, ...(exactLabels ?? [])];
  await insertImageLabels(
    trx,
    workspaceId,
    ids,
    addedLabels.map((label) => ({ id: label.id, value: resolveLabelValue(label, undefined), isValueSent: false })),
  );

  if (body.verify) await verifyImages(trx, workspaceId, ids, userId);
  const changedLabelIds = [...new Set([...addedLabels, ...labelsToRemove].map((label) => label.id).concat(deletedLabelIds))];
  await syncFacets(trx, workspaceId, [
    ...listFlagSyncs(ids, flags),
    ...(changedLabelIds.length > 0
      ? [{ target: 'image' as const, ids, kinds: ['image.label' as const], refs: changedLabelIds }]
      : []),
  ]);
  return ids.length;
}

function parseFlags(body: BulkUpdate): Flags {
  if (body['mark-test'] && body['unmark-test']) throw createFieldError('mark-test', messages.markedAndUnmarked);
  if (body['mark-real'] && body['unmark-real']) throw createFieldError('mark-real', messages.markedAndUnmarked);
  return {
    ...(body['mark-test'] ? { test_image: true } : body['unmark-test'] ? { test_image: false } : {}),
    ...(body['mark-real'] ? { real: true } : body['unmark-real'] ? { real: false } : {}),
  };
}

function findLabels(
  scope: Scope,
  ids: readonly string[] | undefined,
  workspaceId: string,
  field: string,
): Promise<ScopedRow<'recognition_label'>[]> {
  return scope.findRows('recognition_label', ids ?? [], workspaceId, { field, entityName: 'Label' });
}

async function deleteLabels(trx: Db, imageIds: readonly string[], labelIds: readonly string[]): Promise<void> {
  await sql`delete from image_label where image_id = any(${imageIds}::uuid[]) and label_id = any(${labelIds}::uuid[])`.execute(
    trx,
  );
}

async function deleteOtherLabels(trx: Db, imageIds: readonly string[], retainedIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ label_id: string }>`
    delete from image_label where image_id = any(${imageIds}::uuid[]) and label_id <> all(${retainedIds}::uuid[]) returning label_id
  `.execute(trx);
  return [...new Set(rows.map((row) => row.label_id))];
}

/** Deletes an image with its shapes. Returns the file keys of its objects' crops. */
export function deleteImage(trx: Db, image: ScopedRow<'training_image'>): Promise<string[]> {
  return deleteImages(trx, image.workspace_id, [image.id]);
}

/** Like `deleteImage`, for locked images of one workspace. */
export async function deleteImages(trx: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const { rows: objects } = await sql<{ seq: number; thumb_key: string | null }>`
    select seq, thumb_key from detection_object where image_id = any(${ids}::uuid[])`.execute(trx);
  const { rows: images } = await sql<{ seq: number }>`
    delete from training_image where id = any(${ids}::uuid[]) returning seq`.execute(trx);
  const deletedSeqs = { images: images.map(({ seq }) => seq), objects: objects.map(({ seq }) => seq) };
  await syncFacets(trx, workspaceId, [], deletedSeqs);
  return objects.flatMap((object) => object.thumb_key ?? []);
}
