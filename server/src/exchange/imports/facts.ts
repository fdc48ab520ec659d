import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import type { FacetSync } from '../../facets';
import { verificationSyncs } from '../../annotate/verifications/write';
import type { RunItem } from './batch';
import type { PutImage } from './images';

interface Putting {
  workspaceId: string;
  batch: readonly RunItem[];
  images: ReadonlyMap<number, PutImage>;
}

/** Verifications of people who are members here. Answers what is to be synced. */
export async function putFacts(trx: Db, { workspaceId, batch, images }: Putting): Promise<FacetSync[]> {
  const verified = batch.flatMap(({ n, facts }) => {
    const image = images.get(n);
    return image && 'id' in image
      ? (facts?.verified_by ?? []).map(({ email, created }) => ({ image: image.id, email, created }))
      : [];
  });
  if (verified.length === 0) return [];
  const { rows } = await sql<{ image_id: string }>`
    insert into image_verification (workspace_id, image_id, user_id, created)
    select ${workspaceId}, v.image, u.id, v.created from jsonb_to_recordset(${JSON.stringify(verified)}::jsonb) as v(image uuid, email text, created timestamptz)
    join app_user u on lower(u.email) = lower(v.email)
    join membership m on m.user_id = u.id and m.workspace_id = ${workspaceId}
    on conflict do nothing returning image_id`.execute(trx);
  return verificationSyncs([...new Set(rows.map(({ image_id }) => image_id))]);
}
