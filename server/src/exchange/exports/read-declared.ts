import type { DeclaredFact } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';

/** Reads what imported files declare about images and their shapes, or about groups, by the id of the row. */
export async function readDeclared(
  db: Db,
  workspaceId: string,
  subjects: readonly string[],
): Promise<Map<string, DeclaredFact[]>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await sql<{ id: string; facts: DeclaredFact[] }>`
    select r.id, jsonb_agg(distinct f) as facts
    from declared_provenance p, unnest(p.row_ids) r(id), jsonb_array_elements(p.facts) f
    where p.workspace_id = ${workspaceId} and p.subject_id = any(${subjects}::uuid[])
    group by r.id`.execute(db);
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}
