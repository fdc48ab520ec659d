import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { createFieldError } from '../../platform/errors';

/** Error messages for API clients. */
const messages = {
  keyTaken: (name: string) => `is already the key of the label “${name}”`,
} as const;

interface KeyOfLabel {
  workspaceId: string;
  key: string | null | undefined;
  /** The label that gets the key; missing for a new label. */
  labelId?: string;
}

/** Throws 400 if another label of the same kind in the workspace has the key. Until the transaction ends, no other label can get it. */
export async function requireFreeKey(
  trx: Db,
  table: 'detection_label' | 'segmentation_label' | 'recognition_label',
  { workspaceId, key, labelId }: KeyOfLabel,
): Promise<void> {
  if (key == null) return;
  await sql`select lock_label_keys(${table}, ${workspaceId})`.execute(trx);
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)}
    where workspace_id = ${workspaceId} and key = ${key} and id is distinct from ${labelId ?? null}::uuid`.execute(trx);
  const [labelWithKey] = rows;
  if (labelWithKey) throw createFieldError('key', messages.keyTaken(labelWithKey.name));
}
