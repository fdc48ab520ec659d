import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { recordImageEvent } from '../../../platform/events/record-events';
import { syncFacets, type FacetSync } from '../../../data-access/facets';

/** Lists the facets to update after a change of verification. */
export function listVerificationSyncs(imageIds: readonly string[]): FacetSync[] {
  return [
    { target: 'image', ids: imageIds, kinds: ['image.verified'] },
    { target: 'objects of image', ids: imageIds, kinds: ['object.verified'] },
  ];
}

/** Verifies locked images for a user. Existing verifications by the user remain unchanged. */
export async function verifyImages(trx: Db, workspaceId: string, imageIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ image_id: string }>`
    insert into image_verification (workspace_id, image_id, user_id)
    select ${workspaceId}, image_id, ${userId} from unnest(${imageIds}::uuid[]) as image_id
    on conflict do nothing returning image_id`.execute(trx);
  const verifiedIds = rows.map(({ image_id }) => image_id);
  await recordImageEvent(trx, 'image.verified', { workspaceId, userId }, verifiedIds);
  await syncFacets(trx, workspaceId, listVerificationSyncs(imageIds));
}

/** Removes a user's verifications of locked images. */
export async function withdrawVerifications(
  trx: Db,
  workspaceId: string,
  imageIds: readonly string[],
  userId: string,
): Promise<void> {
  await sql`delete from image_verification where image_id = any(${imageIds}::uuid[]) and user_id = ${userId}`.execute(trx);
  await syncFacets(trx, workspaceId, listVerificationSyncs(imageIds));
}
