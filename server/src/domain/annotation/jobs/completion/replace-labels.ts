import type { AnnotationSource } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { FacetSync } from '../../../../data-access/facets';
import type { Db } from '../../../../platform/database/connection';

export interface ReplacementLabel {
  label: string;
  value: number | null;
  /** Absent if a user has set the label. */
  source?: AnnotationSource | undefined;
}

/** The new labels of an image or object. */
interface OwnerLabels {
  owner: string;
  labels: readonly ReplacementLabel[];
}

/** Replaces the labels of objects. Returns the search facets (entries of the search index) to update. */
export async function replaceObjectLabels(trx: Db, workspaceId: string, objects: readonly OwnerLabels[]): Promise<FacetSync[]> {
  const refs = await replaceLabels(trx, workspaceId, { table: 'object_label', column: 'object_id' }, objects, null);
  return [{ target: 'object', ids: objects.map(({ owner }) => owner), kinds: ['object.label'], refs }];
}

/**
 * Replaces the labels of images. Returns the search facets to update.
 * @param addedLabel the label that the job adds to done images. It is not part of the work; images that already have it keep its value
 */
export async function replaceImageLabels(
  trx: Db,
  workspaceId: string,
  images: readonly OwnerLabels[],
  addedLabel: ReplacementLabel | null,
): Promise<FacetSync[]> {
  const refs = await replaceLabels(trx, workspaceId, { table: 'image_label', column: 'image_id' }, images, addedLabel);
  return [{ target: 'image', ids: images.map(({ owner }) => owner), kinds: ['image.label'], refs }];
}

/** Returns the ids of the labels that were added or removed. */
async function replaceLabels(
  trx: Db,
  workspaceId: string,
  { table, column }: { table: 'image_label' | 'object_label'; column: 'image_id' | 'object_id' },
  owners: readonly OwnerLabels[],
  addedLabel: ReplacementLabel | null,
): Promise<string[]> {
  if (owners.length === 0) return [];
  const ids = owners.map(({ owner }) => owner);
  const rows = owners.flatMap(({ owner, labels }) =>
    labels
      .filter(({ label }) => label !== addedLabel?.label)
      .map(({ label, value, source }) => ({ owner, label, value, source: source ?? null })),
  );
  const ownerColumn = sql.ref(column);
  const { rows: removedRows } = await sql<{ label_id: string }>`
    delete from ${sql.table(table)} l where l.${ownerColumn} = any(${ids}::uuid[]) and l.label_id is distinct from ${addedLabel?.label ?? null}::uuid
      and not exists (select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(owner uuid, label uuid)
        where n.owner = l.${ownerColumn} and n.label = l.label_id)
    returning label_id`.execute(trx);
  const insertLabels = (source: readonly object[], conflict: ReturnType<typeof sql>) => sql`
    insert into ${sql.table(table)} as l (${ownerColumn}, label_id, workspace_id, value, source)
    select owner, label, ${workspaceId}, value, source
    from jsonb_to_recordset(${JSON.stringify(source)}::jsonb) as n(owner uuid, label uuid, value float8, source text)
    on conflict (${ownerColumn}, label_id) do ${conflict}`;
  if (rows.length > 0)
    await insertLabels(
      rows,
      sql`update set value = excluded.value, source = excluded.source where l.value is distinct from excluded.value`,
    ).execute(trx);
  if (addedLabel)
    await insertLabels(
      ids.map((owner) => ({ owner, ...addedLabel })),
      sql`nothing`,
    ).execute(trx);
  return [
    ...new Set([
      ...removedRows.map((row) => row.label_id),
      ...rows.map(({ label }) => label),
      ...(addedLabel ? [addedLabel.label] : []),
    ]),
  ];
}
