import { sql } from 'kysely';
import { groupByKey } from '../../../data-access/rows/group-by-key';
import { SHAPE_KINDS } from '../../../data-access/shape-kinds/registry';
import type { Db } from '../../../platform/database/connection';
import type { ProvenanceRelation } from '../../../platform/database/tables/imports';
import type { ShapeTable } from '../../../platform/database/tables/shapes';
import type { DeclaredFacts } from '../../readers/reader/declared-facts';
import type { RunningImport } from '../plan/match-entities';
import type { BatchItem } from '../items/next-batch';
import type { AppliedImage } from './insert-images';

/**
 * A row about which a file declares facts, such as who annotated it and when. `subject` is the image of a shape, otherwise the row itself.
 */
export interface DeclaredRow extends DeclaredFacts {
  relation: ProvenanceRelation;
  subject: string;
  row: string;
}

const SHAPE_RELATIONS = new Map<string, ShapeTable>(SHAPE_KINDS.map(({ imported, table }) => [imported.kind, table]));

/**
 * Lists the declared provenance facts about the images of a batch and the shapes that were created for them. Facts about an
 * image that already existed are listed only if the import added annotations to it, because they describe these annotations.
 */
export function listDeclaredRows(
  batch: readonly BatchItem[],
  images: ReadonlyMap<number, AppliedImage>,
  createdShapes: readonly { item: number; n: number; id: string }[],
): DeclaredRow[] {
  const createdByItem = new Map<number, Map<number, string>>();
  for (const { item, n, id } of createdShapes) createdByItem.set(item, (createdByItem.get(item) ?? new Map()).set(n, id));
  return batch.flatMap(({ n: itemNumber, facts: declaredFacts, shapes }): DeclaredRow[] => {
    const image = images.get(itemNumber);
    if (!image || 'rejected' in image) return [];
    const createdShapes = createdByItem.get(itemNumber);
    const imageFacts = image.isNew || createdShapes ? (declaredFacts?.declared ?? []) : [];
    return [
      ...imageFacts.map((declared) => ({ ...declared, relation: 'training_image' as const, subject: image.id, row: image.id })),
      ...shapes.flatMap(({ n, kind, declared }): DeclaredRow[] => {
        const [row, relation] = [createdShapes?.get(n), SHAPE_RELATIONS.get(kind)];
        return row && relation && declared ? [{ ...declared, relation, subject: image.id, row }] : [];
      }),
    ];
  });
}

/**
 * Stores what files declare about rows, together with the user who imports them. Declared facts do not count in the statistics of users
 * (ADR 0068). Equal facts about the shapes of an image are one row, because a row for each shape slows down the import.
 */
export async function insertDeclaredFacts(
  trx: Db,
  { importId, workspaceId, importerId }: RunningImport,
  rows: readonly DeclaredRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const equalRows = groupByKey(rows, ({ row: _, ...declared }) => JSON.stringify(declared));
  const provenanceRows = [...equalRows].map(([key, equalGroup]) => ({
    ...(JSON.parse(key) as Omit<DeclaredRow, 'row'>),
    rows: equalGroup.map(({ row }) => row),
  }));
  await sql`
    insert into declared_provenance (workspace_id, import_id, imported_by, file, relation, subject_id, row_ids, facts)
    select ${workspaceId}, ${importId}, ${importerId}::uuid, r.file, r.relation, r.subject, r.rows, r.facts
    from jsonb_to_recordset(${JSON.stringify(provenanceRows)}::jsonb) as r(file text, relation text, subject uuid, "rows" uuid[], facts jsonb)`.execute(
    trx,
  );
}
