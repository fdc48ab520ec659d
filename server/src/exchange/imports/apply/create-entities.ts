import { sql } from 'kysely';
import type { Db } from '../../../database/connection';
import type { RecognitionTaskType } from '../../../database/tables/domain';
import { createTask } from '../../../recognition/tasks/write';
import type { EntityKind, DeclaredGroup, DeclaredJob } from '../../readers/reader';
import type { CreatedEntities } from '../state/created-entities';
import type { ImportScope, RunningImport } from '../plan/match-entities';

type Created = CreatedEntities['created'];

interface Named<Data> {
  made: string;
  /** Empty: the files have its name alone. */
  data: Data | Record<string, never>;
}

export interface ResolvedEntities {
  /** Of the workspace, by the keys of the files. */
  ids: Map<string, string>;
  /** What was made for them besides, and jobs: groups, of which there may be as many as pictures, are noted in their rows alone. */
  created: Created;
  /** How many were made. */
  made: number;
}

/** The groups of these keys; those that there are none of are made, with the groups that they are in. */
export async function createGroups(
  trx: Db,
  of: RunningImport,
  keys: readonly string[],
): Promise<ResolvedEntities & { hasVerified: boolean }> {
  const wanted = await withAbove(trx, of, keys);
  const types = await typesOf(trx, of, wanted);
  const made = await insertNamed<DeclaredGroup>(trx, of, 'group', wanted);
  const { workspaceId, importId, importerId } = of;
  let hasVerified = false;
  const whole = made.flatMap(({ made: id, data }) => (isWhole(data) ? { id, data } : []));
  if (whole.length > 0) {
    const rows = JSON.stringify(whole.map(({ id, data }) => ({ ...data, id, type: types.ids.get(data.type ?? '') ?? null })));
    await sql`
      update similarity_group g set description = t.description, type_id = t.type, test_group = t.test, meta_data = t.meta_data
      from jsonb_to_recordset(${rows}::jsonb) as t(id uuid, description text, type uuid, test boolean, meta_data jsonb)
      where g.id = t.id`.execute(trx);
    const verified = await sql<{ id: string }>`
      insert into similarity_verification (workspace_id, group_id, user_id)
      select m.workspace_id, t.id, m.user_id
      from membership m cross join jsonb_to_recordset(${rows}::jsonb) as t(id uuid, is_verified boolean)
      where m.workspace_id = ${workspaceId} and m.user_id = ${importerId}::uuid and t.is_verified
      on conflict do nothing returning group_id as id`.execute(trx);
    hasVerified = verified.rows.length > 0;
    await sql`
      update import_named set data = data || '{"made_verifications": 1}'
      where import_id = ${importId} and kind = 'group' and made = any(${verified.rows.map(({ id }) => id)}::uuid[])`.execute(trx);
    // Only what is new gets groups above it, each of which was there or came before it: none comes to be in itself.
    await sql`
      insert into group_group (parent_id, child_id, workspace_id)
      select g.id, t.id, ${workspaceId}
      from jsonb_to_recordset(${rows}::jsonb) as t(id uuid, groups jsonb)
      cross join lateral jsonb_array_elements_text(t.groups) as above(said)
      join import_named p on p.import_id = ${importId} and p.kind = 'group' and p.said = above.said
      join similarity_group g on g.id = p.made and g.id <> t.id on conflict do nothing`.execute(trx);
  }
  return { ids: await idsOf(trx, of, 'group', keys), created: types.created, made: made.length, hasVerified };
}

/** The jobs of these keys; those that there are none of are made. `labelOf` answers the label of a class. */
export async function createJobs(
  trx: Db,
  of: ImportScope,
  keys: readonly string[],
  labelOf: (key: string) => string | null | undefined,
): Promise<ResolvedEntities> {
  const { workspaceId } = of;
  const made = await insertNamed<DeclaredJob>(trx, of, 'job', keys);
  const created: Created = made.map(({ made: id }) => ({ table: 'annotation_job', id }));
  for (const { made: id, data } of made) {
    if (!isWhole(data)) continue;
    const { description, instructions, todo_number, randomize, auto_complete, done } = data;
    const label = data.mark_done_label === null ? null : (labelOf(data.mark_done_label) ?? null);
    await sql`
      update annotation_job set description = ${description}, instructions = ${instructions}, todo_number = ${todo_number},
        randomize = ${randomize}, auto_complete = ${auto_complete}, done = ${done},
        flow_id = (select f.id from flow f where f.workspace_id = ${workspaceId} and f.name = ${data.flow} order by f.created, f.id limit 1),
        mark_done_label_id = (select l.id from recognition_label l where l.id = ${label}::uuid)
      where id = ${id}`.execute(trx);
    await sql`
      insert into job_assignee (job_id, user_id, workspace_id)
      select ${id}, u.id, ${workspaceId} from app_user u join membership m on m.user_id = u.id and m.workspace_id = ${workspaceId}
      where u.email = any(select lower(e) from unnest(${data.assignees}::text[]) e) on conflict do nothing`.execute(trx);
    for (const said of data.tasks) {
      const task = await taskOf(trx, workspaceId, said, labelOf);
      if (task?.isNew) created.push({ table: 'recognition_task', id: task.id });
      if (task)
        await sql`
          insert into job_recognition_task (job_id, task_id, workspace_id) values (${id}, ${task.id}, ${workspaceId})
          on conflict do nothing`.execute(trx);
    }
  }
  return { ids: await idsOf(trx, of, 'job', keys), created, made: made.length };
}

const isWhole = <Data extends object>(data: Data | Record<string, never>): data is Data => Object.keys(data).length > 0;

/** Keys of groups and of all that these are in. */
async function withAbove(trx: Db, { importId }: ImportScope, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    with recursive above (said) as (
      select said from unnest(${keys}::text[]) as said
      union select g from above a join import_named t on t.import_id = ${importId} and t.kind = 'group' and t.said = a.said and t.made is null,
        jsonb_array_elements_text(t.data -> 'groups') g)
    select said from above`.execute(trx);
  return rows.map(({ said }) => said);
}

/** Makes those of these keys that there are none of, with their names alone. */
async function insertNamed<Data>(
  trx: Db,
  { importId, workspaceId }: ImportScope,
  kind: EntityKind,
  keys: readonly string[],
): Promise<Named<Data>[]> {
  const isGroup = kind === 'group';
  const inTrash = isGroup ? sql`exists (select from deleted_group d where d.id = own)` : sql`false`;
  const { rows } = await sql<Named<Data> & { is_new: boolean }>`
    with chosen as (
      select said, name, case when ${inTrash} then spare else own end as id from import_named
      where import_id = ${importId} and kind = ${kind} and said = any(${keys}::text[]) and made is null order by n
    ), inserted as (
      insert into ${sql.table(isGroup ? 'similarity_group' : 'annotation_job')} (id, workspace_id, name ${isGroup ? sql`` : sql`, type`})
      select id, ${workspaceId}, name ${isGroup ? sql`` : sql`, 'image'`} from chosen on conflict (id) do nothing returning id
    )
    update import_named t set made = c.id, is_new = i.id is not null
    from chosen c left join inserted i on i.id = c.id
    where t.import_id = ${importId} and t.kind = ${kind} and t.said = c.said
    returning t.made, t.data, t.is_new`.execute(trx);
  return rows.filter(({ is_new }) => is_new);
}

/** Of those that are still there. */
async function idsOf(trx: Db, { importId }: ImportScope, kind: EntityKind, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ said: string; id: string }>`
    select t.said, c.id from import_named t join ${sql.table(kind === 'group' ? 'similarity_group' : 'annotation_job')} c on c.id = t.made
    where t.import_id = ${importId} and t.kind = ${kind} and t.said = any(${keys}::text[]) for key share of c`.execute(trx);
  return new Map(rows.map(({ said, id }) => [said, id]));
}

/** Types of groups that are still to be made, by their names; the oldest of each, or a new one. */
async function typesOf(trx: Db, { importId, workspaceId }: ImportScope, keys: readonly string[]): Promise<Omit<ResolvedEntities, 'made'>> {
  const { rows } = await sql<{ name: string; id: string | null }>`
    select distinct on (name) name, id from (
      select distinct data ->> 'type' as name from import_named
      where import_id = ${importId} and kind = 'group' and said = any(${keys}::text[]) and made is null and data ->> 'type' is not null) w
    left join (select name, id, created from similarity_type where workspace_id = ${workspaceId}) y using (name)
    order by name, created, id`.execute(trx);
  const missing = rows.flatMap(({ name, id }) => (id === null ? name : []));
  const made =
    missing.length > 0
      ? await sql<{ name: string; id: string }>`
          insert into similarity_type (workspace_id, name) select ${workspaceId}, name from unnest(${missing}::text[]) as name
          returning name, id`.execute(trx)
      : { rows: [] };
  const ids = new Map([...rows, ...made.rows].flatMap(({ name, id }) => (id === null ? [] : [[name, id] as const])));
  return { ids, created: made.rows.map(({ id }) => ({ table: 'similarity_type', id })) };
}

const TYPES: readonly RecognitionTaskType[] = ['multi_class', 'multi_label', 'regression'];

/** The oldest task of this name and type; else a new one, with those of its labels that are in no task. Null: it has no type that is known. */
async function taskOf(
  trx: Db,
  workspace_id: string,
  { name, type: said, labels, negative }: DeclaredJob['tasks'][number],
  labelOf: (key: string) => string | null | undefined,
): Promise<{ id: string; isNew: boolean } | null> {
  const type = TYPES.find((each) => each === said);
  if (!type) return null;
  const { rows } = await sql<{ id: string }>`
    select id from recognition_task where workspace_id = ${workspace_id} and name = ${name} and type = ${type}
    order by created, id limit 1`.execute(trx);
  if (rows[0]) return { id: rows[0].id, isNew: false };
  const id = await createTask(trx, { workspace_id, name, type }, negative === null ? null : (labelOf(negative) ?? null));
  await sql`
    insert into recognition_task_label (task_id, label_id, workspace_id)
    select ${id}, l.id, ${workspace_id} from recognition_label l
    where l.id = any(${labels.flatMap((key) => labelOf(key) ?? [])}::uuid[])
      and not exists (select from recognition_task_label o where o.label_id = l.id)
    on conflict do nothing`.execute(trx);
  return { id, isNew: true };
}
