import { sql } from 'kysely';
import { deleteOrphanedProvenance } from './delete-orphaned-provenance';
import { MAX_FILE_DAYS } from './upload/local-copies';
import { deleteParts, deleteUnattachedParts, type PartDeps } from './upload/uploaded-parts';

const MAX_UNFINISHED_DAYS = 14;

/**
 * Deletes abandoned imports. Deletes the uploaded files of imports that are finished, deleted or too old. Deletes declared provenance facts
 * of rows that undo can no longer restore.
 */
export async function deleteExpiredImports(deps: PartDeps): Promise<void> {
  await sql`
    delete from data_import where state in ('collecting', 'planned') and choices is null
      and created < clock_timestamp() - make_interval(days => ${MAX_UNFINISHED_DAYS})`.execute(deps.db);
  const { rows } = await sql<{ id: string }>`
    select i.id from data_import i
    where (state in ('done', 'undone')
        or (state in ('failed', 'cancelled', 'planned') and created < clock_timestamp() - make_interval(days => ${MAX_FILE_DAYS})))
      and exists (select from import_file f join import_part p on p.file_id = f.id where f.import_id = i.id)`.execute(deps.db);
  for (const { id } of rows) await deleteParts(deps, id);
  await deleteUnattachedParts(deps);
  await deleteOrphanedProvenance(deps.db);
}
