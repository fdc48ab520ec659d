import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { messages } from '../state/messages';

/**
 * Matches the images of an import with images of the workspace. A matched image gets the outcome `here`. Files match by their hash. References without a file match by the id that
 * an export put into the name, or by the name. The extension of the name may differ, because an export may change it. The workspace has no
 * folders. A name therefore matches only if it is declared without folders, and if exactly one image and one reference have this name.
 */
export async function matchImages(trx: Db, workspaceId: string, id: string): Promise<void> {
  await sql`
    update import_item t set image_id = i.id, outcome = 'here' from training_image i
    where t.import_id = ${id} and t.outcome in ('new', 'missing') and t.hash is not null
      and i.workspace_id = ${workspaceId} and i.content_hash = t.hash`.execute(trx);
  await sql`
    update import_item t set outcome = 'here', reason = concat_ws('; ', t.reason, ${messages.sameImage}::text || f.path)
    from import_item f
    where t.import_id = ${id} and t.outcome = 'new' and f.import_id = t.import_id and f.hash = t.hash and f.outcome = 'new' and f.n = (
      select min(o.n) from import_item o where o.import_id = t.import_id and o.hash = t.hash and o.outcome = 'new') and f.n < t.n`.execute(
    trx,
  );
  await sql`
    update import_item t set image_id = i.id, outcome = 'here' from training_image i
    where t.import_id = ${id} and t.outcome = 'missing' and i.workspace_id = ${workspaceId}
      and i.id = substring(t.path from '-([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\\.\\w+$')::uuid`.execute(
    trx,
  );
  const storedFileName = sql`normalize(i.file_name)`;
  const removeExtension = (name: RawBuilder<unknown>) => sql`regexp_replace(${name}, '\\.[a-z0-9]{1,5}$', '')`;
  const fileName = sql`lower(normalize(substring(t.path from '[^/]*$')))`;
  for (const [storedName, declaredName] of [
    [storedFileName, fileName],
    [removeExtension(storedFileName), removeExtension(fileName)],
  ] as const)
    await sql`
      with called as materialized (
        select ${storedName} as name, (array_agg(i.id order by i.seq))[1] as id, count(*) as count from training_image i
        where i.workspace_id = ${workspaceId} and i.file_name is not null group by 1
      ), declared as materialized (
        select ${declaredName} as name, count(*) as count from import_item t where t.import_id = ${id} group by 1)
      update import_item t set
        image_id = case when c.count = 1 then c.id end,
        outcome = case when c.count = 1 then 'here' else 'missing' end,
        reason = case when c.count = 1 then t.reason else ${messages.ambiguousImageName}::text end
      from called c join declared d using (name)
      where t.import_id = ${id} and t.outcome = 'missing' and t.image_id is null and t.path !~ '/' and d.count = 1
        and c.name = ${declaredName}`.execute(trx);
  await sql`
    update import_item set reason = concat_ws('; ', ${messages.missingImage}::text, reason)
    where import_id = ${id} and outcome = 'missing'
      and not coalesce(starts_with(reason, ${messages.ambiguousImageName}) or starts_with(reason, ${messages.ambiguousFileName}), false)`.execute(
    trx,
  );
}
