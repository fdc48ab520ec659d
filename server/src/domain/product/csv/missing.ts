import { randomUUID } from 'node:crypto';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { CLEARED_CELL } from '../../../data-access/csv/read';
import type { Db } from '../../../platform/database/connection';
import type { NamedRow } from './lookup';
import type { ProductChange } from './products';

/** Collections and sets that a file refers to and that the workspace does not have. */
export interface MissingEntities {
  /** The ids of these collections are negative until the collections are created. */
  collections: NamedRow<number>[];
  sets: NamedRow<string>[];
}

const isName = (name: string) => name !== CLEARED_CELL && name.length >= NAME_LENGTH.min && name.length <= NAME_LENGTH.max;

function listMissingNames(names: readonly string[], existing: ReadonlyMap<string, unknown>): string[] {
  return [...new Set(names)].filter((name) => isName(name) && !existing.has(name)).sort((a, b) => a.localeCompare(b));
}

/** Finds the collections and sets that would have to be created. Leaves out names with an invalid length, which are rejected later. */
export function findMissing(
  names: { collections: readonly string[]; sets: readonly string[] },
  existingEntities: { collections: ReadonlyMap<string, unknown>; sets: ReadonlyMap<string, unknown> },
): MissingEntities {
  return {
    collections: listMissingNames(names.collections, existingEntities.collections).map((name, index) => ({
      id: -1 - index,
      name,
    })),
    sets: listMissingNames(names.sets, existingEntities.sets).map((name) => ({ id: randomUUID(), name })),
  };
}

/** The names of the missing entities, for the preview of an import. */
export const listNames = ({ collections, sets }: MissingEntities) => ({
  collections: collections.map(({ name }) => name),
  sets: sets.map(({ name }) => name),
});

/**
 * Creates the missing rows; a set is assigned to the collection of its first product. Returns the changes with the ids of the
 * created collections.
 */
export async function createMissing(
  trx: Db,
  workspaceId: string,
  missingEntities: MissingEntities,
  changes: readonly ProductChange[],
): Promise<ProductChange[]> {
  const { rows } = await sql<NamedRow<number>>`
    insert into product_collection (workspace_id, name, type)
    select ${workspaceId}, name, '' from unnest(${missingEntities.collections.map(({ name }) => name)}::text[]) name
    returning id, name`.execute(trx);
  const idsByName = new Map(rows.map(({ id, name }) => [name, id]));
  const newIds = new Map(missingEntities.collections.map(({ id, name }) => [id, idsByName.get(name) ?? null]));
  const resolvedChanges = changes.map((change) => {
    const { product_collection: collection } = change.fields;
    if (collection === null || collection >= 0) return change;
    return { ...change, fields: { ...change.fields, product_collection: newIds.get(collection) ?? null } };
  });
  const collectionIds = new Map<string, number | null>();
  for (const { fields } of resolvedChanges)
    if (fields.product_set !== null && !collectionIds.has(fields.product_set))
      collectionIds.set(fields.product_set, fields.product_collection);
  const productSets = missingEntities.sets.map(({ id, name }) => ({ id, name, collection: collectionIds.get(id) ?? null }));
  await sql`
    insert into product_set (id, workspace_id, name, collection_id)
    select id, ${workspaceId}, name, collection from jsonb_to_recordset(${JSON.stringify(productSets)}::jsonb) as s (id uuid, name text, collection int)`.execute(
    trx,
  );
  return resolvedChanges;
}
