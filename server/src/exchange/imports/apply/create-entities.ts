import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { RecognitionTaskType } from '../../../platform/database/tables/domain';
import { createTask } from '../../../domain/recognition/tasks/write';
import type { EntityKind, DeclaredGroup, DeclaredJob, DeclaredJobItem } from '../../readers/reader/reader';
import type { CreatedEntities } from '../state/created-entities';
import type { ImportScope, RunningImport } from '../plan/match-entities';
import { insertDeclaredFacts } from './insert-declared-facts';

// Files of an import can declare groups and jobs ("entities"), each of which has a row in `import_named`. The column `said` is the key of the
// entity in the files. `made` is the id of its group or job in the workspace. `own` is the id that a new row gets. `n` is the position in the
// files.

type CreatedRows = CreatedEntities['created'];

interface InsertedEntity<Data> {
  /** Id of the row in the workspace. */
  made: string;
  /** Empty if the files only contain the name of the entity. */
  data: Data | Record<string, never>;
}

interface ResolvedEntities {
  /** Ids in the workspace by the keys of the entities in the files. */
  ids: Map<string, string>;
  /** Created jobs, tasks and types of groups. Created groups are not listed, because an import may have as many groups as images. */
  created: CreatedRows;
  /** How many groups or jobs were created. */
  createdCount: number;
}

/** A created group in a similarity job. */
export type GroupJobItem = DeclaredJobItem & { group: string };

/** Returns the groups that have these keys in the files. Creates missing groups together with their parent groups. */
export async function createGroups(
  trx: Db,
  scope: RunningImport,
  keys: readonly string[],
): Promise<ResolvedEntities & { hasVerified: boolean; jobItems: GroupJobItem[] }> {
  const keysWithParents = await listWithParents(trx, scope, keys);
  const groupTypes = await createMissingTypes(trx, scope, keysWithParents);
  const insertedGroups = await insertMissing<DeclaredGroup>(trx, scope, 'group', keysWithParents);
  const { workspaceId, importId, importerId } = scope;
  let hasVerified = false;
  const declaredGroups = insertedGroups.flatMap(({ made: id, data }) => (isDeclared(data) ? { id, data } : []));
  if (declaredGroups.length > 0) {
    const groupRows = JSON.stringify(
      declaredGroups.map(({ id, data }) => ({ ...data, id, type: groupTypes.ids.get(data.type ?? '') ?? null })),
    );
    await sql`
      update similarity_group g set description = t.description, type_id = t.type, test_group = t.test, meta_data = t.meta_data
      from jsonb_to_recordset(${groupRows}::jsonb) as t(id uuid, description text, type uuid, test boolean, meta_data jsonb)
      where g.id = t.id`.execute(trx);
    const verifiedGroups = await sql<{ id: string }>`
      insert into similarity_verification (workspace_id, group_id, user_id)
      select m.workspace_id, t.id, m.user_id
      from membership m cross join jsonb_to_recordset(${groupRows}::jsonb) as t(id uuid, is_verified boolean)
      where m.workspace_id = ${workspaceId} and m.user_id = ${importerId}::uuid and t.is_verified and ${scope.appliesConfirmations}
      on conflict do nothing returning group_id as id`.execute(trx);
    hasVerified = verifiedGroups.rows.length > 0;
    await sql`
      update import_named set data = data || '{"made_verifications": 1}'
      where import_id = ${importId} and kind = 'group' and made = any(${verifiedGroups.rows.map(({ id }) => id)}::uuid[])`.execute(
      trx,
    );
    const declaredRows = declaredGroups.flatMap(({ id, data: { declared: facts } }) =>
      facts ? { ...facts, relation: 'similarity_group' as const, subject: id, row: id } : [],
    );
    await insertDeclaredFacts(trx, scope, declaredRows);
    // Only new groups get parents, and each parent exists or was declared earlier, so no group can contain itself.
    await sql`
      insert into group_group (parent_id, child_id, workspace_id)
      select g.id, t.id, ${workspaceId}
      from jsonb_to_recordset(${groupRows}::jsonb) as t(id uuid, groups jsonb)
      cross join lateral jsonb_array_elements_text(t.groups) as parent(key)
      join import_named p on p.import_id = ${importId} and p.kind = 'group' and p.said = parent.key
      join similarity_group g on g.id = p.made and g.id <> t.id on conflict do nothing`.execute(trx);
  }
  const jobItems = declaredGroups.flatMap(({ id, data: { jobs = [] } }) => jobs.map((job) => ({ ...job, group: id })));
  return {
    ids: await listIds(trx, scope, 'group', keys),
    created: groupTypes.created,
    createdCount: insertedGroups.length,
    hasVerified,
    jobItems,
  };
}

/** Returns the jobs that have these keys in the files. Creates missing jobs. `findLabel` returns the label of a class. */
export async function createJobs(
  trx: Db,
  scope: ImportScope,
  keys: readonly string[],
  findLabel: (key: string) => string | null | undefined,
): Promise<ResolvedEntities> {
  const { workspaceId } = scope;
  const insertedJobs = await insertMissing<DeclaredJob>(trx, scope, 'job', keys);
  const createdRows: CreatedRows = insertedJobs.map(({ made: id }) => ({ table: 'annotation_job', id }));
  for (const { made: id, data } of insertedJobs) {
    if (!isDeclared(data)) continue;
    const { description, instructions, todo_number, randomize, auto_complete, done: isDone, blind = false, type } = data;
    const { gold_rate = null, gold_feedback = 0, extra_threshold = null, max_people = null } = data;
    const doneLabelId = data.mark_done_label === null ? null : (findLabel(data.mark_done_label) ?? null);
    await sql`
      update annotation_job set description = ${description}, instructions = ${instructions}, todo_number = ${todo_number},
        randomize = ${randomize}, auto_complete = ${auto_complete}, done = ${isDone}, blind = ${blind},
        gold_rate = ${blind || type === 'similarity' ? gold_rate : null}, gold_feedback = ${gold_feedback}, extra_threshold = ${extra_threshold}, max_people = ${max_people},
        flow_id = (select f.id from flow f where f.workspace_id = ${workspaceId} and f.name = ${data.flow} order by f.created, f.id limit 1),
        mark_done_label_id = (select l.id from recognition_label l where l.id = ${doneLabelId}::uuid)
      where id = ${id}`.execute(trx);
    await sql`
      insert into job_assignee (job_id, user_id, workspace_id)
      select ${id}, u.id, ${workspaceId} from app_user u join membership m on m.user_id = u.id and m.workspace_id = ${workspaceId}
      where u.email = any(select lower(e) from unnest(${data.assignees}::text[]) e) on conflict do nothing`.execute(trx);
    for (const declaredTask of data.tasks) {
      const task = await findOrCreateTask(trx, workspaceId, declaredTask, findLabel);
      if (task?.isNew) createdRows.push({ table: 'recognition_task', id: task.id });
      if (task)
        await sql`
          insert into job_recognition_task (job_id, task_id, workspace_id) values (${id}, ${task.id}, ${workspaceId})
          on conflict do nothing`.execute(trx);
    }
  }
  return { ids: await listIds(trx, scope, 'job', keys), created: createdRows, createdCount: insertedJobs.length };
}

const isDeclared = <Data extends object>(data: Data | Record<string, never>): data is Data => Object.keys(data).length > 0;

/** Lists the keys of groups and of all parent groups of groups that are not in the workspace yet. */
async function listWithParents(trx: Db, { importId }: ImportScope, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with recursive with_parents (key) as (
      select key from unnest(${keys}::text[]) as key
      union select g from with_parents p join import_named t on t.import_id = ${importId} and t.kind = 'group' and t.said = p.key and t.made is null,
        jsonb_array_elements_text(t.data -> 'groups') g)
    select key from with_parents`.execute(trx);
  return rows.map(({ key }) => key);
}

/** Inserts the missing entities with their names only, and returns them. */
async function insertMissing<Data>(
  trx: Db,
  { importId, workspaceId }: ImportScope,
  kind: EntityKind,
  keys: readonly string[],
): Promise<InsertedEntity<Data>[]> {
  const isGroup = kind === 'group';
  const { rows } = await sql<InsertedEntity<Data> & { is_new: boolean }>`
    with missing as (
      select said, name, own as id, coalesce(data ->> 'type', 'image') as type from import_named
      where import_id = ${importId} and kind = ${kind} and said = any(${keys}::text[]) and made is null order by n
    ), inserted as (
      insert into ${sql.table(isGroup ? 'similarity_group' : 'annotation_job')} (id, workspace_id, name ${isGroup ? sql`` : sql`, type`})
      select id, ${workspaceId}, name ${isGroup ? sql`` : sql`, type`} from missing on conflict (id) do nothing returning id
    )
    update import_named t set made = c.id, is_new = i.id is not null
    from missing c left join inserted i on i.id = c.id
    where t.import_id = ${importId} and t.kind = ${kind} and t.said = c.said
    returning t.made, t.data, t.is_new`.execute(trx);
  return rows.filter(({ is_new }) => is_new);
}

/** Returns the ids of entities that still exist, by keys. */
async function listIds(
  trx: Db,
  { importId }: ImportScope,
  kind: EntityKind,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select t.said as key, c.id from import_named t join ${sql.table(kind === 'group' ? 'similarity_group' : 'annotation_job')} c on c.id = t.made
    where t.import_id = ${importId} and t.kind = ${kind} and t.said = any(${keys}::text[]) for key share of c`.execute(trx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Returns the types of missing groups by name: the oldest type of that name, or a new type. */
async function createMissingTypes(
  trx: Db,
  { importId, workspaceId }: ImportScope,
  keys: readonly string[],
): Promise<Omit<ResolvedEntities, 'createdCount'>> {
  const { rows } = await sql<{ name: string; id: string | null }>`
    select distinct on (name) name, id from (
      select distinct data ->> 'type' as name from import_named
      where import_id = ${importId} and kind = 'group' and said = any(${keys}::text[]) and made is null and data ->> 'type' is not null) w
    left join (select name, id, created from similarity_type where workspace_id = ${workspaceId}) y using (name)
    order by name, created, id`.execute(trx);
  const missingNames = rows.flatMap(({ name, id }) => (id === null ? name : []));
  const createdTypes =
    missingNames.length > 0
      ? await sql<{ name: string; id: string }>`
          insert into similarity_type (workspace_id, name) select ${workspaceId}, name from unnest(${missingNames}::text[]) as name
          returning name, id`.execute(trx)
      : { rows: [] };
  const ids = new Map([...rows, ...createdTypes.rows].flatMap(({ name, id }) => (id === null ? [] : [[name, id] as const])));
  return { ids, created: createdTypes.rows.map(({ id }) => ({ table: 'similarity_type', id })) };
}

const TASK_TYPES: readonly RecognitionTaskType[] = ['multi_class', 'multi_label', 'regression'];

/**
 * Finds the oldest task with this name and type, or creates one. A new task gets the declared quality target and those of its labels that
 * are in no other task. Returns null if the type is unknown.
 */
async function findOrCreateTask(
  trx: Db,
  workspace_id: string,
  { name, type: declaredType, labels, negative, target }: DeclaredJob['tasks'][number],
  findLabel: (key: string) => string | null | undefined,
): Promise<{ id: string; isNew: boolean } | null> {
  const type = TASK_TYPES.find((taskType) => taskType === declaredType);
  if (!type) return null;
  const { rows } = await sql<{ id: string }>`
    select id from recognition_task where workspace_id = ${workspace_id} and name = ${name} and type = ${type}
    order by created, id limit 1`.execute(trx);
  if (rows[0]) return { id: rows[0].id, isNew: false };
  const id = await createTask(trx, { workspace_id, name, type }, negative === null ? null : (findLabel(negative) ?? null));
  await sql`
    insert into recognition_task_label (task_id, label_id, workspace_id)
    select ${id}, l.id, ${workspace_id} from recognition_label l
    where l.id = any(${labels.flatMap((key) => findLabel(key) ?? [])}::uuid[])
      and not exists (select from recognition_task_label o where o.label_id = l.id)
    on conflict do nothing`.execute(trx);
  if (target !== undefined)
    await trx.insertInto('quality_target').values({ workspace_id, domain: 'recognition', task_id: id, target }).execute();
  return { id, isNew: true };
}
