import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { combineToChunks } from './chunks';
import { IMAGE_FACETS, OBJECT_FACETS, selectFacetBits } from './kinds';

/**
 * Rebuilds all search facets (bitmaps of the rows with a property) of a workspace from its tables, in the caller's transaction if there is
 * one. Concurrent writers wait for the rebuild before they write their facets.
 */
export async function rebuildFacets(db: Db, workspaceId: string): Promise<void> {
  if (db.isTransaction) return rebuildInTransaction(db, workspaceId);
  await db.transaction().execute((tx) => rebuildInTransaction(tx, workspaceId));
}

async function rebuildInTransaction(tx: Db, workspaceId: string): Promise<void> {
  await sql`lock table facet in share row exclusive mode`.execute(tx);
  await tx.deleteFrom('facet').where('workspace_id', '=', workspaceId).execute();
  for (const kind of [...IMAGE_FACETS, ...OBJECT_FACETS]) {
    await sql`
      insert into facet (workspace_id, kind, ref, chunk, bits)
      select ${workspaceId}::uuid, kind, ref, chunk, bits
      from (${combineToChunks(selectFacetBits(kind, sql`e.workspace_id = ${workspaceId}::uuid`), ['kind', 'ref'])}) chunks
    `.execute(tx);
  }
}

/** Rebuilds the facets of every workspace. Returns the number of workspaces. */
export async function rebuildAllFacets(db: Db): Promise<number> {
  const workspaces = await db.selectFrom('workspace').select('id').execute();
  for (const { id } of workspaces) await rebuildFacets(db, id);
  return workspaces.length;
}
