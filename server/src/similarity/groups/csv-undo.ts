import type { CsvUndoResponse } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { CsvRowVersion, CsvUndo } from '../../csv/undo';
import type { Db } from '../../database/connection';
import { lockImages, syncFacets } from '../../facets';

interface Filled extends CsvRowVersion {
  /** Images that the import has put into it. */
  images: string[];
}
/** `before`: where the import changed the group itself. */
export type GroupCsvUndo = CsvUndo<Filled, Filled & { before: { type: string | null; test_group: boolean } | null }>;

/**
 * Takes back what an import of groups has done: images that it added go out, type and half are set back, and a group that it
 * made is deleted once nothing is in it and nobody has changed it.
 */
export async function undoGroups(trx: Db, workspaceId: string, { created, changed }: GroupCsvUndo): Promise<CsvUndoResponse> {
  const asked = [...created, ...changed];
  // A weaker lock would let members come in between the check that a group is empty and its deletion.
  const { rows: own } = await sql<{ id: string }>`
    select id from similarity_group where workspace_id = ${workspaceId} and id = any(${asked.map(({ id }) => id)}::uuid[])
    order by id for update`.execute(trx);
  const ids = own.map(({ id }) => id);
  const images = [...new Set(asked.flatMap((group) => group.images))];
  await lockImages(trx, images);
  const taken = await sql<{ group_id: string; image_id: string }>`
    delete from group_image m using jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r (id uuid, images jsonb)
    where m.group_id = r.id and r.id = any(${ids}::uuid[]) and r.images ? m.image_id::text
    returning m.group_id, m.image_id`.execute(trx);
  const back = await sql<{ id: string }>`
    update similarity_group g set test_group = (r.before ->> 'test_group')::boolean, version = g.version + 1,
      type_id = (select y.id from similarity_type y where y.id = (r.before ->> 'type')::uuid and y.workspace_id = g.workspace_id)
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (id uuid, version int, before jsonb)
    where g.id = r.id and g.id = any(${ids}::uuid[]) and g.version = r.version and jsonb_typeof(r.before) = 'object'
    returning g.id`.execute(trx);
  const deleted = await sql<{ id: string }>`
    delete from similarity_group g using jsonb_to_recordset(${JSON.stringify(created)}::jsonb) as r (id uuid, version int)
    where g.id = r.id and g.id = any(${ids}::uuid[]) and g.version = r.version
      and not exists (select from group_image m where m.group_id = g.id)
      and not exists (select from group_object m where m.group_id = g.id)
      and not exists (select from group_group m where g.id in (m.parent_id, m.child_id))
    returning g.id`.execute(trx);
  await syncFacets(trx, workspaceId, [
    { target: 'image', ids: [...new Set(taken.rows.map(({ image_id }) => image_id))], kinds: ['image.grouped'] },
  ]);
  const gone = new Set(deleted.rows.map(({ id }) => id));
  const touched = new Set([...taken.rows.map(({ group_id }) => group_id), ...back.rows.map(({ id }) => id)]);
  const isUndone = [...created.map(({ id }) => gone.has(id)), ...changed.map(({ id }) => touched.has(id))];
  return { undone: isUndone.filter(Boolean).length, kept: asked.filter((_, at) => !isUndone[at]).map(({ id }) => id) };
}
