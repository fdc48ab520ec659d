import type { DeclaredFact } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import type { Db } from '../../platform/database/connection';
import { SHAPE_TABLES } from '../../platform/database/tables/shapes';

/** SQL of one fact for each shape that a model created and no user has changed. The fact contains the name of the model. */
const MODEL_FACTS = sql.join(
  SHAPE_TABLES.map(
    (table) => sql`
      select s.id, s.image_id, jsonb_build_object('action', 'created', 'by', s.model_id, 'at', ${toIsoTimestamp('s.created')},
        'source', 'prediction', 'score', s.score) as fact
      from ${sql.table(table)} s where s.model_id is not null`,
  ),
  sql` union all `,
);

/**
 * Reads what imported files declare about images and their shapes, or about groups. Also reads which models created shapes. Returns the
 * facts by the id of the row.
 */
export async function readDeclared(
  db: Db,
  workspaceId: string,
  subjectIds: readonly string[],
): Promise<Map<string, DeclaredFact[]>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; facts: DeclaredFact[] }>`
    select id, jsonb_agg(distinct fact) as facts from (
      select r.id, f as fact from declared_provenance p, unnest(p.row_ids) r(id), jsonb_array_elements(p.facts) f
      where p.workspace_id = ${workspaceId} and p.subject_id = any(${subjectIds}::uuid[])
      union all select id, fact from (${MODEL_FACTS}) m where m.image_id = any(${subjectIds}::uuid[])) d
    group by id`.execute(db);
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}
