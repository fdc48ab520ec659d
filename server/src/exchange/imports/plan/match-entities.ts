import type { ImportPlan } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { EntityKind } from '../../readers/reader/reader';

// Files of an import can declare groups and jobs ("entities"), each of which has a row in `import_named`. The column `said` is the key of the
// entity in the files. `made` is the id of its group or job in the workspace. `own` is the id that a new row gets. `spare` replaces `own` if a
// deleted row has that id. `n` is the position in the files.

export interface ImportScope {
  importId: string;
  workspaceId: string;
}

/** An import that is being applied. */
export interface RunningImport extends ImportScope {
  /** The user who runs the import. Verifications that the import adds get the name of this user. Null: the operator uses the command line. */
  importerId: string | null;
  /**
   * Whether images and groups that the files declare as verified or done become verified or done in the workspace. If false, the declarations
   * are only stored.
   */
  appliesConfirmations: boolean;
}

/** SQL that derives a UUID from texts: equal texts give the same id. The function `deriveId` in `match-products.ts` does this for products. */
const deriveIdSql = (...texts: readonly RawBuilder<unknown>[]) => sql`(
  select (substr(h, 1, 8) || substr(h, 9, 4) || '4' || substr(h, 14, 3) || 'a' || substr(h, 18, 3) || substr(h, 21, 12))::uuid
  from (select encode(sha256(convert_to(concat_ws(' ', ${sql.join(texts)}), 'UTF8')), 'hex') as h) t)`;

/** Inserts the groups and jobs that files declare. `rows` is JSON. */
export async function insertEntities(trx: Db, { importId, workspaceId }: ImportScope, rows: string): Promise<void> {
  const idParts = [sql`${workspaceId}::text`, sql`r.kind`, sql`r.said`];
  await sql`
    insert into import_named (import_id, kind, said, n, name, data, own, spare)
    select ${importId}, r.kind, r.said, r.n, r.name, r.data, ${deriveIdSql(...idParts)}, ${deriveIdSql(...idParts, sql`${importId}::text`)}
    from jsonb_to_recordset(${rows}::jsonb) as r(kind text, said text, n int, name text, data jsonb)`.execute(trx);
}

const selectJobType = (type: RawBuilder<unknown>) => sql`case when ${type} = 'similarity' then 'similarity' else '' end`;
const UUID_PATTERN = sql.lit('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
/** The groups and jobs of the workspace. `type` distinguishes groups and jobs with the same name. It is empty for image jobs. */
const CANDIDATES: Record<EntityKind, RawBuilder<unknown>> = {
  group: sql`select g.id, g.workspace_id, g.name, g.created, coalesce(y.name, '') as type
    from similarity_group g left join similarity_type y on y.id = g.type_id`,
  job: sql`select id, workspace_id, name, created, ${selectJobType(sql`type`)} as type from annotation_job`,
};

/**
 * Matches declared groups and jobs with groups and jobs of the workspace: by the declared id, or else by the id that an earlier import
 * derived from it. Otherwise, the oldest group or job with the same name and type matches, if it existed before this import and has no
 * match yet.
 */
export async function matchEntities(trx: Db, { importId, workspaceId }: ImportScope): Promise<void> {
  await sql`update import_named set made = null where import_id = ${importId} and not is_new`.execute(trx);
  for (const kind of ['group', 'job'] as const) {
    const isInImport = sql`t.import_id = ${importId} and t.kind = ${kind}`;
    await sql`
      update import_named t set made = f.id from (
        select distinct on (t.said) t.said, c.id
        from import_named t cross join lateral (select case when t.said ~ ${UUID_PATTERN} then t.said::uuid end as id) s
        join ${sql.table(kind === 'group' ? 'similarity_group' : 'annotation_job')} c
          on c.id = any(array[s.id, t.own, t.spare]) and c.workspace_id = ${workspaceId} ${kind === 'job' ? sql`and ${selectJobType(sql`c.type`)} = coalesce(t.data ->> 'type', '')` : sql``}
        where ${isInImport} and t.made is null
        order by t.said, c.id is distinct from s.id, c.id <> t.own) f
      where ${isInImport} and t.said = f.said`.execute(trx);
    // Match entities with data first. In exports of earlier versions, images only mention the names of their groups and jobs. Such a group
    // matches a group of any type, and such a job matches an image job.
    for (const isDeclared of [true, false]) {
      const selectType = (column: RawBuilder<unknown>) => (isDeclared || kind === 'job' ? column : sql`''`);
      await sql`
        with wanted as (
          select t.said, t.name, w.type, row_number() over (partition by t.name, w.type order by t.n) as nth
          from import_named t cross join lateral (select ${selectType(sql`coalesce(t.data ->> 'type', '')`)} as type) w
          where ${isInImport} and t.made is null and ${isDeclared ? sql`t.data <> '{}'` : sql`t.data = '{}'`}
        ), free as (
          select c.id, c.name, w.type, row_number() over (partition by c.name, w.type order by c.created, c.id) as nth
          from (${CANDIDATES[kind]}) c cross join lateral (select ${selectType(sql`c.type`)} as type) w
          where c.workspace_id = ${workspaceId} and c.name in (select name from wanted)
            and c.created < (select created from data_import where id = ${importId})
            and not exists (select from import_named t where ${isInImport} and t.made = c.id)
        )
        update import_named t set made = f.id from wanted w join free f using (name, type, nth)
        where ${isInImport} and t.said = w.said`.execute(trx);
    }
  }
}

/** Counts the groups and jobs of new images for the plan. `here` counts those that already exist. A kind without entities is omitted. */
export async function countEntities(trx: Db, scope: ImportScope): Promise<Pick<ImportPlan, 'groups' | 'jobs'>> {
  await matchEntities(trx, scope);
  const { rows } = await sql<{ kind: EntityKind; new: number; here: number }>`
    with recursive item as (
      select n, facts from import_item where import_id = ${scope.importId} and outcome = 'new'
    ), wanted (kind, said) as (
      select 'job', j ->> 'key' from item, jsonb_array_elements(facts -> 'jobs') j
      union (
        select 'group', g from item, jsonb_array_elements_text(facts -> 'groups') g
        union select 'group', g from import_shape s join item on item.n = s.item, jsonb_array_elements_text(s.data -> 'groups') g
        where s.import_id = ${scope.importId} and s.kind = 'box' and s.data ? 'groups')
    ), with_parents (kind, said) as (
      select kind, said from wanted
      union select t.kind, g from with_parents p join import_named t on t.import_id = ${scope.importId} and t.kind = p.kind and t.said = p.said,
        jsonb_array_elements_text(t.data -> 'groups') g
      where p.kind = 'group'
    ), entity as (
      select kind, said from with_parents
      -- the jobs of new groups
      union select 'job', j ->> 'key' from with_parents p join import_named t on t.import_id = ${scope.importId} and t.kind = p.kind and t.said = p.said,
        jsonb_array_elements(t.data -> 'jobs') j
      where p.kind = 'group' and t.made is null
    )
    select kind, count(*) filter (where made is null)::int as new, count(made)::int as here
    from entity join import_named t using (kind, said) where t.import_id = ${scope.importId} group by kind`.execute(trx);
  const countsByKind = new Map(rows.map(({ kind, ...counts }) => [kind, counts]));
  const [groups, jobs] = [countsByKind.get('group'), countsByKind.get('job')];
  return { ...(groups && { groups }), ...(jobs && { jobs }) };
}
