import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { syncFacets, type FacetSync } from '../../facets';

/** What a change of verification does to the facets of images and of their objects. */
export function verificationSyncs(imageIds: readonly string[]): FacetSync[] {
  return [
    { of: 'image', ids: imageIds, kinds: ['image.verified'] },
    { of: 'objects of image', ids: imageIds, kinds: ['object.verified'] },
  ];
}

/** Verifies locked images as one person; an image they have verified before keeps that verification. */
export async function verifyImages(trx: Db, workspaceId: string, imageIds: readonly string[], userId: string): Promise<void> {
  await sql`
    insert into image_verification (workspace_id, image_id, user_id)
    select ${workspaceId}, image_id, ${userId} from unnest(${imageIds}::uuid[]) as image_id on conflict do nothing`.execute(trx);
  await syncFacets(trx, workspaceId, verificationSyncs(imageIds));
}
