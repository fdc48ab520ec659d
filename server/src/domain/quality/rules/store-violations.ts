import type { RuleTask, RuleViolation } from '@console/shared-contract/quality-rules';
import { sql } from 'kysely';
import { lockImages } from '../../../data-access/facets';
import type { Db } from '../../../platform/database/connection';

/** Replaces the stored violations of a task on these images. */
export async function storeViolations(
  trx: Db,
  workspaceId: string,
  { id, domain }: Pick<RuleTask, 'id' | 'domain'>,
  imageIds: readonly string[],
  violations: ReadonlyMap<string, readonly RuleViolation[]>,
): Promise<void> {
  // Lock the images. Otherwise two concurrent checks would store the violations twice.
  await lockImages(trx, imageIds);
  const column = sql.ref(`${domain}_task_id`);
  await sql`delete from rule_violation where ${column} = ${id} and image_id = any(${imageIds}::uuid[])`.execute(trx);
  const rows = [...violations].flatMap(([image, each]) =>
    each.map(({ rule, level, shape }) => ({ image, rule, level, shape_kind: shape?.kind, shape_id: shape?.id })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into rule_violation (workspace_id, image_id, ${column}, rule, level, shape_kind, shape_id)
    select ${workspaceId}, image, ${id}, rule, level, shape_kind, shape_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(image uuid, rule text, level text, shape_kind text, shape_id uuid)
    where exists (select from training_image i where i.id = n.image)`.execute(trx);
}
