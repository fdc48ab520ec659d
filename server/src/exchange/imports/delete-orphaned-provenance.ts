import { TRASH_DAYS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { PROVENANCE_RELATIONS } from '../../platform/database/tables/imports';

/**
 * Deletes declared provenance facts if all their rows were deleted more than `TRASH_DAYS` ago. Until then undo may restore the
 * rows, and their facts are shown again.
 */
export async function deleteOrphanedProvenance(db: Db): Promise<void> {
  for (const relation of PROVENANCE_RELATIONS)
    await sql`
      delete from declared_provenance p
      where p.relation = ${relation} and not exists (select from ${sql.table(relation)} t where t.id = any(p.row_ids))
        and not exists (
          select from change c
          where c.subject_id = p.subject_id::text and c.created > now() - make_interval(days => ${TRASH_DAYS}))`.execute(db);
}
