import { randomUUID } from 'node:crypto';
import { daysAgo, idOf, inChunks, type Context } from './context';

export interface GroupPlan {
  key: string;
  name: string;
  description?: string;
  /** The key of its similarity type. */
  type?: string;
  test?: boolean;
  images?: readonly string[];
  objects?: readonly string[];
  /** Keys of groups in it. */
  groups?: readonly string[];
  /** How many people verified it. */
  verified?: number;
  metaData?: Record<string, unknown>;
}

export interface SimilarityPlan {
  types: readonly { key: string; name: string }[];
  tasks: readonly { name: string; description: string; types: readonly string[] }[];
  groups: readonly GroupPlan[];
}

/** Inserts types, tasks and groups with their members. Answers the ids of the groups by their keys. */
export async function insertSimilarity(context: Context, plan: SimilarityPlan): Promise<ReadonlyMap<string, string>> {
  const { db, workspaceId: workspace_id } = context;
  const created = daysAgo(context, 38);
  const types = new Map(plan.types.map((type) => [type.key, randomUUID() as string]));
  await db
    .insertInto('similarity_type')
    .values(plan.types.map(({ key, name }) => ({ id: idOf(types, key), workspace_id, name, created })))
    .execute();
  for (const { name, description, types: members } of plan.tasks) {
    const task_id = randomUUID();
    await db
      .insertInto('similarity_task')
      .values({ id: task_id, workspace_id, name, description, training_params: JSON.stringify({}), created })
      .execute();
    await db
      .insertInto('similarity_task_type')
      .values(members.map((type) => ({ task_id, type_id: idOf(types, type), workspace_id, created })))
      .execute();
  }
  const groups = new Map(plan.groups.map((group) => [group.key, randomUUID() as string]));
  await db
    .insertInto('similarity_group')
    .values(
      plan.groups.map((group, index) => ({
        id: idOf(groups, group.key),
        workspace_id,
        name: group.name,
        description: group.description ?? '',
        type_id: group.type ? idOf(types, group.type) : null,
        test_group: group.test ?? false,
        meta_data: JSON.stringify(group.metaData ?? {}),
        created: daysAgo(context, 30 - index),
      })),
    )
    .execute();
  await insertMembers(context, plan.groups, groups);
  return groups;
}

async function insertMembers(
  { db, workspaceId: workspace_id, people }: Context,
  plans: readonly GroupPlan[],
  groups: ReadonlyMap<string, string>,
): Promise<void> {
  const of = <T>(members: (plan: GroupPlan) => readonly string[] | undefined, row: (group: string, member: string) => T) =>
    plans.flatMap((plan) => (members(plan) ?? []).map((member) => row(idOf(groups, plan.key), member)));
  const images = of(
    (plan) => plan.images,
    (group_id, image_id) => ({ group_id, image_id, workspace_id }),
  );
  const objects = of(
    (plan) => plan.objects,
    (group_id, object_id) => ({ group_id, object_id, workspace_id }),
  );
  const children = of(
    (plan) => plan.groups,
    (parent_id, child) => ({ parent_id, child_id: idOf(groups, child), workspace_id }),
  );
  const verifications = of(
    (plan) => people.slice(0, plan.verified ?? 0),
    (group_id, user_id) => ({ group_id, user_id, workspace_id }),
  );
  await inChunks(images, (chunk) => db.insertInto('group_image').values(chunk).execute());
  await inChunks(objects, (chunk) => db.insertInto('group_object').values(chunk).execute());
  await inChunks(children, (chunk) => db.insertInto('group_group').values(chunk).execute());
  await inChunks(verifications, (chunk) => db.insertInto('similarity_verification').values(chunk).execute());
}
