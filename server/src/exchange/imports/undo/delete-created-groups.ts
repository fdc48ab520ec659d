import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';

/**
 * Deletes the groups that an import created and that are empty now. Inner groups are deleted before their parents. In the row of a declared
 * group, `made` is the id of the group in the workspace, and `made_jobs` is the number of jobs to which the import added the group.
 */
export async function deleteCreatedGroups(trx: Db, importId: string): Promise<void> {
  const jobCount = sql`(
    select coalesce((t.data ->> 'made_jobs')::int, 0) from import_named t where t.import_id = ${importId} and t.kind = 'group' and t.made = g.id limit 1)`;
  const groupIds = sql`select t.made from import_named t where t.import_id = ${importId} and t.kind = 'group'`;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from similarity_group g where g.id in (${groupIds} and t.is_new) and g.version = 1
        and not exists (select from group_image m where m.group_id = g.id) and not exists (select from group_object m where m.group_id = g.id)
        and not exists (select from group_group m where m.parent_id = g.id) and (select count(*) from job_item j where j.group_id = g.id) <= ${jobCount}
        and not exists (select from job_item j join item_work w on w.item_id = j.id where j.group_id = g.id)
        and not exists (select from group_group m where m.child_id = g.id and m.parent_id not in (${groupIds}))`.execute(trx);
    if (!numAffectedRows) return;
  }
}
