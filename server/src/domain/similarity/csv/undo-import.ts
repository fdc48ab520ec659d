import type { CsvUndoResponse } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { CsvRowVersion, CsvUndo } from '../../../data-access/csv/undo';
import type { Db } from '../../../platform/database/connection';
import { lockImages, syncFacets } from '../../../data-access/facets';

interface GroupWithImages extends CsvRowVersion {
  /** Images that the import has added to the group. */
  images: string[];
}
/** Undo data of an import of groups. `before` is null if the import only added images. */
export type GroupCsvUndo = CsvUndo<
  GroupWithImages,
  GroupWithImages & { before: { type: string | null; test_group: boolean } | null }
>;

/**
 * Undoes an import of groups: removes the images it added, restores type and test flag, and deletes created groups that are
 * empty and unchanged.
 */
export async function undoGroups(trx: Db, workspaceId: string, { created, changed }: GroupCsvUndo): Promise<CsvUndoResponse> {
  const importedGroups = [...created, ...changed];
  // A weaker lock would allow new members between the check that a group is empty and its deletion.
  const { rows: existing } = await sql<{ id: string }>`
    select id from similarity_group where workspace_id = ${workspaceId} and id = any(${importedGroups.map(({ id }) => id)}::uuid[])
    order by id for update`.execute(trx);
  const ids = existing.map(({ id }) => id);
  const images = [...new Set(importedGroups.flatMap((group) => group.images))];
  await lockImages(trx, images);
  const removedImages = await sql<{ group_id: string; image_id: string }>`
    delete from group_image m using jsonb_to_recordset(${JSON.stringify(importedGroups)}::jsonb) as r (id uuid, images jsonb)
    where m.group_id = r.id and r.id = any(${ids}::uuid[]) and r.images ? m.image_id::text
    returning m.group_id, m.image_id`.execute(trx);
  const restoredRows = await sql<{ id: string }>`
    update similarity_group g set test_group = (r.before ->> 'test_group')::boolean, version = g.version + 1,
      type_id = (select y.id from similarity_type y where y.id = (r.before ->> 'type')::uuid and y.workspace_id = g.workspace_id)
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (id uuid, version int, before jsonb)
    where g.id = r.id and g.id = any(${ids}::uuid[]) and g.version = r.version and jsonb_typeof(r.before) = 'object'
    returning g.id`.execute(trx);
  const deletedRows = await sql<{ id: string }>`
    delete from similarity_group g using jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as r (id uuid, version int)
    where g.id = r.id and g.id = any(${ids}::uuid[]) and g.version = r.version
      and not exists (select from group_image m where m.group_id = g.id)
      and not exists (select from group_object m where m.group_id = g.id)
      and not exists (select from group_group m where g.id in (m.parent_id, m.child_id))
    returning g.id`.execute(trx);
  await syncFacets(trx, workspaceId, [
    { target: 'image', ids: [...new Set(removedImages.rows.map(({ image_id }) => image_id))], kinds: ['image.grouped'] },
  ]);
  const deletedIds = new Set(deletedRows.rows.map(({ id }) => id));
  const changedIds = new Set([...removedImages.rows.map(({ group_id }) => group_id), ...restoredRows.rows.map(({ id }) => id)]);
  const isUndone = [...created.map(({ id }) => deletedIds.has(id)), ...changed.map(({ id }) => changedIds.has(id))];
  return {
    undone: isUndone.filter(Boolean).length,
    kept: importedGroups.filter((_, index) => !isUndone[index]).map(({ id }) => id),
  };
}
