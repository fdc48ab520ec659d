import type { ServiceSlug } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Scope, ScopedTable } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import type { Finder } from './finder';
import type { SimilarKind } from './similar-items';

/** Kinds of items that a query can start from. */
export type SourceKind = SimilarKind | 'polygon' | 'mask';

export const SOURCE_KINDS: readonly SourceKind[] = ['image', 'object', 'polygon', 'mask', 'group'];

const SOURCES = {
  image: { table: 'training_image', entityName: 'Image', service: undefined },
  object: { table: 'detection_object', entityName: 'Object', service: 'custom-object-detection' },
  polygon: { table: 'polygon', entityName: 'Polygon', service: 'custom-segmentation' },
  mask: { table: 'mask', entityName: 'Mask', service: 'custom-segmentation' },
  group: { table: 'similarity_group', entityName: 'Group', service: 'custom-similarity' },
} as const satisfies Record<SourceKind, { table: ScopedTable; entityName: string; service: ServiceSlug | undefined }>;

/** Returns the service that a kind of item requires. Images require none. */
export const getRequiredService = (kind: SourceKind): ServiceSlug | undefined => SOURCES[kind].service;

/** The item that a query starts from. */
export interface Source {
  kind: SourceKind;
  id: string;
  workspaceId: string;
}

/** Finds the source of a query with the same checks as its own calls. Throws 404 and 403. */
export async function findSource(scope: Scope, kind: SourceKind, id: string): Promise<Source> {
  const { table, entityName } = SOURCES[kind];
  const row = await scope.findRow(table, id, { entityName, service: getRequiredService(kind) });
  return { kind, id: row.id, workspaceId: row.workspace_id };
}

/** Returns the embedding of a source; null if it is missing or cannot be computed. */
export async function getSourceEmbedding(finder: Finder, db: Db, { kind, id, workspaceId }: Source): Promise<Int8Array | null> {
  if (kind !== 'polygon' && kind !== 'mask') return (await finder.getEmbeddings([{ kind, id, workspaceId }])).get(id) ?? null;
  const { rows } = await sql<{ id: string; img_key: string; box: number[] }>`
    select p.id, i.img_key, p.bbox as box from ${sql.table(kind)} p join training_image i on i.id = p.image_id where p.id = ${id}`.execute(
    db,
  );
  return rows[0] ? finder.embedRegion(rows[0]) : null;
}

/** Lists the ids to exclude from a result: the source itself, its parts, its parents, and the groups that contain it. */
export async function listExcludedIds(db: Db, { kind, id }: Source, resultKind: SimilarKind): Promise<Set<string>> {
  const selectIds = RELATED_IDS[kind][resultKind];
  const ids = selectIds ? (await selectIds(id).execute(db)).rows.map((row) => row.id) : [];
  return new Set([...ids, ...(kind === resultKind ? [id] : [])]);
}

type SelectRelatedIds = (id: string) => RawBuilder<{ id: string }>;
const RELATED_IDS: Record<SourceKind, Partial<Record<SimilarKind, SelectRelatedIds>>> = {
  image: {
    object: (id) => sql`select id from detection_object where image_id = ${id}`,
    group: (id) => sql`select group_id as id from group_image where image_id = ${id}`,
  },
  object: {
    image: (id) => sql`select image_id as id from detection_object where id = ${id}`,
    group: (id) => sql`select group_id as id from group_object where object_id = ${id}`,
  },
  polygon: { image: (id) => sql`select image_id as id from polygon where id = ${id}` },
  mask: { image: (id) => sql`select image_id as id from mask where id = ${id}` },
  group: {
    image: (id) => sql`select image_id as id from group_image where group_id = ${id}`,
    object: (id) => sql`select object_id as id from group_object where group_id = ${id}`,
    group: (id) => sql`
      select child_id as id from group_group where parent_id = ${id} union select parent_id from group_group where child_id = ${id}`,
  },
};
