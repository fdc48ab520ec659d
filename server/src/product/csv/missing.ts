import { randomUUID } from 'node:crypto';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { CLEARED_CELL } from '../../csv/read';
import type { Db } from '../../database/connection';
import type { Named } from './lookup';
import type { ProductChange } from './products';

/** Collections and sets that a file names and that the workspace has not. */
export interface Missing {
  /** Their ids are below zero until they are made. */
  collections: Named<number>[];
  sets: Named<string>[];
}

/** Rows that were made for a file, as its undo names them. */
export interface MadeForFile {
  collections: number[];
  sets: string[];
}

const isName = (name: string) => name !== CLEARED_CELL && name.length >= NAME_LENGTH.min && name.length <= NAME_LENGTH.max;

function absent(names: readonly string[], there: ReadonlyMap<string, unknown>): string[] {
  return [...new Set(names)].filter((name) => isName(name) && !there.has(name)).sort((a, b) => a.localeCompare(b));
}

/** What would have to be made for these names; one that could not be a name is left to be refused. */
export function missingOf(
  names: { collections: readonly string[]; sets: readonly string[] },
  there: { collections: ReadonlyMap<string, unknown>; sets: ReadonlyMap<string, unknown> },
): Missing {
  return {
    collections: absent(names.collections, there.collections).map((name, at) => ({ id: -1 - at, name })),
    sets: absent(names.sets, there.sets).map((name) => ({ id: randomUUID(), name })),
  };
}

export const namesIn = ({ collections, sets }: Missing) => ({
  collections: collections.map(({ name }) => name),
  sets: sets.map(({ name }) => name),
});

/**
 * Makes what is missing, a set in the collection of the first product that goes into it, and answers the changes with the
 * ids that the collections have now.
 */
export async function makeMissing(
  trx: Db,
  workspaceId: string,
  missing: Missing,
  changes: readonly ProductChange[],
): Promise<{ made: MadeForFile; changes: ProductChange[] }> {
  const { rows } = await sql<Named<number>>`
    insert into product_collection (workspace_id, name, type)
    select ${workspaceId}, name, '' from unnest(${missing.collections.map(({ name }) => name)}::text[]) name
    returning id, name`.execute(trx);
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  const placed = new Map(missing.collections.map(({ id, name }) => [id, idOf.get(name) ?? null]));
  const settled = changes.map((change) => {
    const { product_collection: collection } = change.fields;
    if (collection === null || collection >= 0) return change;
    return { ...change, fields: { ...change.fields, product_collection: placed.get(collection) ?? null } };
  });
  const collectionOf = new Map<string, number | null>();
  for (const { fields } of settled)
    if (fields.product_set !== null && !collectionOf.has(fields.product_set))
      collectionOf.set(fields.product_set, fields.product_collection);
  const sets = missing.sets.map(({ id, name }) => ({ id, name, collection: collectionOf.get(id) ?? null }));
  await sql`
    insert into product_set (id, workspace_id, name, collection_id)
    select id, ${workspaceId}, name, collection from jsonb_to_recordset(${JSON.stringify(sets)}::jsonb) as s (id uuid, name text, collection int)`.execute(
    trx,
  );
  return { made: { collections: rows.map(({ id }) => id), sets: sets.map(({ id }) => id) }, changes: settled };
}

/** Takes back what was made for a file, where nobody has changed it and nothing is in it by now. */
export async function dropMade(trx: Db, workspaceId: string, { collections, sets }: MadeForFile): Promise<void> {
  // A statement after the locks sees what was put into them while they were waited for.
  await sql`select from product_set where id = any(${sets}::uuid[]) order by id for update`.execute(trx);
  await sql`select from product_collection where id = any(${collections}::int[]) order by id for update`.execute(trx);
  await sql`
    delete from product_set s where s.workspace_id = ${workspaceId} and s.id = any(${sets}::uuid[]) and s.version = 1
      and not exists (select from product p where p.product_set_id = s.id)
      and not exists (select from product_set c where c.parent_id = s.id)`.execute(trx);
  await sql`
    delete from product_collection c where c.workspace_id = ${workspaceId} and c.id = any(${collections}::int[]) and c.version = 1
      and not exists (select from product p where p.collection_id = c.id)
      and not exists (select from product_set s where s.collection_id = c.id)`.execute(trx);
}
