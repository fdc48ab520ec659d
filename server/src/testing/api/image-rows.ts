import { sql } from 'kysely';
import { rebuildFacets } from '../../data-access/facets';
import type { TestClient } from './client';
import { uploadImages } from './fixtures';
import type { TestServer } from './test-server';

/** Inserts many image rows in a short time. They are the rows of uploads, but without files. */
export async function insertImageRows({ db }: TestServer, client: TestClient, count: number): Promise<void> {
  const [firstImage] = await uploadImages(client, 1);
  if (!firstImage) throw new Error('an image was uploaded');
  const { workspace } = firstImage;
  await sql`
    insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, created)
    select workspace_id, seq + n, img_key, thumb_key, content_type, content_hash || n, img_width, img_height, created
    from training_image, generate_series(1, ${count - 1}) n where id = ${firstImage.id}`.execute(db);
  await sql`update workspace_counter set next_seq = next_seq + ${count - 1} where workspace_id = ${workspace} and kind = 'image'`.execute(
    db,
  );
  await db.transaction().execute((trx) => rebuildFacets(trx, workspace));
}
