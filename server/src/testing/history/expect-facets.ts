import { sql } from 'kysely';
import { rebuildFacets } from '../../data-access/facets';
import type { Db } from '../../platform/database/connection';

/** Expects that a rebuild of the search facets (entries of the search index) of a workspace changes nothing. */
export async function expectFacetsToMatch(db: Db, workspace: string): Promise<void> {
  const readFacets = async () =>
    (
      await sql`
        select kind, ref, chunk, bits from facet where workspace_id = ${workspace} and bits <> 0::bit(4096) order by 1, 2, 3`.execute(
        db,
      )
    ).rows;
  const facets = await readFacets();
  await rebuildFacets(db, workspace);
  expect(facets).toEqual(await readFacets());
}
