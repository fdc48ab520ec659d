import { sql } from 'kysely';
import { syncFacets } from '../../../data-access/facets';
import type { Db } from '../../../platform/database/connection';
import type { PlannedLabel } from './plan';

/** Adds predicted labels to locked images. The values of labels with a range are limited to it. Returns the number of added labels. */
export async function addLabels(trx: Db, workspaceId: string, modelId: string, labels: readonly PlannedLabel[]): Promise<number> {
  const { rows } = await sql<{ image: string; label: string }>`
    insert into image_label (image_id, label_id, workspace_id, value, source, model_id, score)
    select n.image, l.id, ${workspaceId}, case when l.type = 'value' then
        least(greatest(coalesce(n.value, l.min_value, 0), l.min_value), l.max_value) end, 'prediction', ${modelId}, n.score
    from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as n(image uuid, label uuid, value float8, score float8)
      join recognition_label l on l.id = n.label
    on conflict (image_id, label_id) do nothing returning image_id as image, label_id as label`.execute(trx);
  const imageIds = [...new Set(rows.map(({ image }) => image))];
  const labelIds = [...new Set(rows.map(({ label }) => label))];
  await syncFacets(trx, workspaceId, [{ target: 'image', ids: imageIds, kinds: ['image.label'], refs: labelIds }]);
  return rows.length;
}
