import type { WorkspaceData } from '../data/workspace-data';
import { getDateBefore, getId, insertInChunks, mapIdsByName, type Context, type IdsByName } from './context';

/** Inserts similarity types, tasks and groups with their verifications and child groups. Returns the groups. */
export async function insertSimilarity(
  context: Context,
  { types, tasks, groups }: WorkspaceData['similarity'],
): Promise<IdsByName> {
  const { db, users, workspaceId: workspace_id } = context;
  if (groups.length === 0) return new Map();
  const createdDate = getDateBefore(context, 38);
  const typeRows = types.map((name) => ({ workspace_id, name, created: createdDate }));
  const typeIds = mapIdsByName(await db.insertInto('similarity_type').values(typeRows).returning(['id', 'name']).execute());
  for (const { types: typeNames, ...task } of tasks) {
    const { id: task_id } = await db
      .insertInto('similarity_task')
      .values({ workspace_id, ...task, training_params: '{}', created: createdDate })
      .returning('id')
      .executeTakeFirstOrThrow();
    const taskTypeRows = typeNames.map((name) => ({
      task_id,
      type_id: getId(typeIds, name),
      workspace_id,
      created: createdDate,
    }));
    await db.insertInto('similarity_task_type').values(taskTypeRows).execute();
  }
  const groupRows = groups.map(({ name, description, type, test, meta_data, days_ago }) => ({
    workspace_id,
    name,
    description,
    test_group: test,
    meta_data: JSON.stringify(meta_data),
    type_id: type === undefined ? null : getId(typeIds, type),
    created: getDateBefore(context, days_ago),
  }));
  const groupIds = mapIdsByName(await db.insertInto('similarity_group').values(groupRows).returning(['id', 'name']).execute());
  const childGroupRows = groups.flatMap((group) =>
    group.groups.map((child) => ({ parent_id: getId(groupIds, group.name), child_id: getId(groupIds, child), workspace_id })),
  );
  await insertInChunks(childGroupRows, (chunk) => db.insertInto('group_group').values(chunk).execute());
  const verificationRows = groups.flatMap(({ name, verified_by }) =>
    verified_by.map((email) => ({ group_id: getId(groupIds, name), user_id: getId(users, email), workspace_id })),
  );
  await insertInChunks(verificationRows, (chunk) => db.insertInto('similarity_verification').values(chunk).execute());
  return groupIds;
}
