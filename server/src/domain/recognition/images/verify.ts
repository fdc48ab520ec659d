import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { recordImageEvent } from '../../../platform/events/record-events';
import { syncFacets, type FacetSync } from '../../../data-access/facets';
import { HAS_SHAPES } from '../../../data-access/shape-kinds/empty-images';
import { HAS_ANY_UNREVIEWED, isByUser } from '../../../data-access/shapes/model-origin';
import { createFieldError } from '../../../platform/errors';
import { messages as ruleMessages } from '../../quality/rules/messages';
import { findErrors, requireNoErrors } from '../../quality/rules/find-errors';

/** Lists the search facets (entries of the search index) to update after a change of verification. */
export function listVerificationSyncs(imageIds: readonly string[]): FacetSync[] {
  return [
    { target: 'image', ids: imageIds, kinds: ['image.verified'] },
    { target: 'objects of image', ids: imageIds, kinds: ['object.verified'] },
  ];
}

/**
 * Verifies locked images for a user. An existing verification by the user only changes if models have added annotations to the image since
 * then, because the user has now reviewed these. Throws 400 if a rule forbids the verification.
 */
export async function verifyImages(trx: Db, workspaceId: string, imageIds: readonly string[], userId: string): Promise<void> {
  await requireNoErrors(trx, workspaceId, imageIds);
  await insertVerifications(trx, workspaceId, imageIds, userId);
}

/** Like `verifyImages`, but skips images that violate a rule with severity "error". Returns the verified images. */
export async function verifyValidImages(
  trx: Db,
  workspaceId: string,
  imageIds: readonly string[],
  userId: string,
): Promise<string[]> {
  const errors = await findErrors(trx, workspaceId, imageIds);
  const validIds = imageIds.filter((id) => !errors.has(id));
  await insertVerifications(trx, workspaceId, validIds, userId);
  return validIds;
}

/** Verifies a locked image for a user and states that it has nothing to annotate. Throws 400 if it has shapes. */
export async function verifyEmptyImage(trx: Db, workspaceId: string, imageId: string, userId: string): Promise<void> {
  const { rows } = await sql`select from training_image i where i.id = ${imageId} and ${HAS_SHAPES}`.execute(trx);
  if (rows.length > 0) throw createFieldError('nothing_to_annotate', ruleMessages.hasShapes);
  await requireNoErrors(trx, workspaceId, [imageId], true);
  await stateNothingToAnnotate(trx, workspaceId, [imageId], userId);
}

/**
 * Verifies locked images without shapes for a user, and states that they have nothing to annotate. Rules are not checked, because
 * they concern shapes.
 */
export async function stateNothingToAnnotate(
  trx: Db,
  workspaceId: string,
  imageIds: readonly string[],
  userId: string,
): Promise<void> {
  await insertVerifications(trx, workspaceId, imageIds, userId);
  await sql`
    update image_verification set nothing_to_annotate = true
    where image_id = any(${imageIds}::uuid[]) and user_id = ${userId} and not nothing_to_annotate`.execute(trx);
}

async function insertVerifications(trx: Db, workspaceId: string, imageIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ image_id: string }>`
    insert into image_verification (workspace_id, image_id, user_id)
    select ${workspaceId}, image_id, ${userId} from unnest(${imageIds}::uuid[]) as image_id
    on conflict (image_id, user_id) do update set created = clock_timestamp(), model_id = null
    where image_verification.model_id is not null or exists (
      select from training_image i where i.id = image_verification.image_id and ${HAS_ANY_UNREVIEWED})
    returning image_id`.execute(trx);
  const verifiedIds = rows.map(({ image_id }) => image_id);
  await recordImageEvent(trx, 'image.verified', { workspaceId, userId }, verifiedIds);
  await syncFacets(trx, workspaceId, listVerificationSyncs(imageIds));
}

/**
 * Removes a user's verifications of locked images. Also removes the verifications of images whose predictions were accepted without a
 * review.
 */
export async function withdrawVerifications(
  trx: Db,
  workspaceId: string,
  imageIds: readonly string[],
  userId: string,
): Promise<void> {
  await sql`
    delete from image_verification v
    where v.image_id = any(${imageIds}::uuid[]) and (v.user_id = ${userId} or not ${isByUser('v')})`.execute(trx);
  await syncFacets(trx, workspaceId, listVerificationSyncs(imageIds));
}
