import type { ServiceSlug } from '@console/shared-contract/api';
import { DOMAIN_SERVICES } from '@console/shared-contract/services';
import { capitalize, mapShapeKinds, SHAPE_KINDS, type ShapeTable, type SimilarKind } from '@console/shared-contract/shape-kinds';
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import type { Finder } from './finder';
import { isLabelledShapeKind, ITEM_TABLES } from './similar-items';

interface SourceFacts {
  table: ShapeTable | 'training_image' | 'similarity_group';
  entityName: string;
  service?: ServiceSlug;
}

const SOURCE_FACTS: Readonly<Record<SimilarKind, SourceFacts>> = {
  ...mapShapeKinds('name', (name): SourceFacts => {
    const { table, domain } = SHAPE_KINDS[name];
    return { table, entityName: capitalize(name), ...(domain && { service: DOMAIN_SERVICES[domain] }) };
  }),
  image: { table: 'training_image', entityName: 'Image' },
  group: { table: 'similarity_group', entityName: 'Group', service: 'custom-similarity' },
};

/** Returns the service that a kind of item requires. Images require none. */
export const getRequiredService = (kind: SimilarKind): ServiceSlug | undefined => SOURCE_FACTS[kind].service;

/** The item that a query starts from. */
export interface Source {
  kind: SimilarKind;
  id: string;
  workspaceId: string;
}

/** Finds the source of a query, with the same checks as the API call that reads the source itself. Throws 404 and 403. */
export async function findSource(scope: Scope, kind: SimilarKind, id: string): Promise<Source> {
  const { table, entityName } = SOURCE_FACTS[kind];
  const row = await scope.findRow(table, id, { entityName, service: getRequiredService(kind) });
  return { kind, id: row.id, workspaceId: row.workspace_id };
}

/** Returns the embedding of a source; null if it is missing or cannot be computed. */
export async function getSourceEmbedding(finder: Finder, { kind, id, workspaceId }: Source): Promise<Int8Array | null> {
  return (await finder.getEmbeddings([{ kind, id, workspaceId }])).get(id) ?? null;
}

/** Lists the ids to exclude from a result: the source itself, its parts, its parents, and the groups that contain it. */
export async function listExcludedIds(db: Db, { kind, id }: Source, resultKind: SimilarKind): Promise<Set<string>> {
  const selectIds = RELATED_IDS[kind]?.[resultKind] ?? selectByImage(kind, resultKind);
  const ids = selectIds ? (await selectIds(id).execute(db)).rows.map((row) => row.id) : [];
  return new Set([...ids, ...(kind === resultKind ? [id] : [])]);
}

type SelectRelatedIds = (id: string) => RawBuilder<{ id: string }>;
/** The image of a shape, or the shapes of an image. */
function selectByImage(kind: SimilarKind, resultKind: SimilarKind): SelectRelatedIds | undefined {
  if (kind === 'image' && isLabelledShapeKind(resultKind))
    return (id) => sql`select id from ${sql.table(ITEM_TABLES[resultKind])} where image_id = ${id}`;
  if (resultKind === 'image' && isLabelledShapeKind(kind))
    return (id) => sql`select image_id as id from ${sql.table(ITEM_TABLES[kind])} where id = ${id}`;
  return undefined;
}

const RELATED_IDS: Partial<Record<SimilarKind, Partial<Record<SimilarKind, SelectRelatedIds>>>> = {
  image: {
    group: (id) => sql`select group_id as id from group_image where image_id = ${id}`,
  },
  object: {
    group: (id) => sql`select group_id as id from group_object where object_id = ${id}`,
  },
  group: {
    image: (id) => sql`select image_id as id from group_image where group_id = ${id}`,
    object: (id) => sql`select object_id as id from group_object where group_id = ${id}`,
    group: (id) => sql`
      select child_id as id from group_group where parent_id = ${id} union select parent_id from group_group where child_id = ${id}`,
  },
};
