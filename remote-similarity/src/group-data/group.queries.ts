import { announce, api, isUnsupportedCall, updateCachedRow, useWorkspaceRow, type ChangeSetOption } from '@console/shared-auth';
import type { ApiCalls, CallQuery, GroupChange, GroupChanges, GroupDetail, GroupViolation } from '@console/shared-contract/api';

const GROUP_PATH = '/similarity/training/v2/group/{id}';
export const MEMBER_KINDS = ['groups', 'images', 'objects'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

export type GroupQuery = CallQuery<ApiCalls['GET /similarity/training/v2/group/']>;

/** The editable values of a group. `type` is an id, or '' for none. */
export interface GroupValues {
  name: string;
  description: string;
  type: string;
}

/** A group with all of its members. */
export function useGroup(id: string) {
  return useWorkspaceRow({
    key: ['similarity', 'group', id],
    load: (scope) => api.call(`GET ${GROUP_PATH}`, { params: { id }, ...scope }),
  });
}

export const fetchGroup = (id: string) => api.call(`GET ${GROUP_PATH}`, { params: { id } });

const toRequestBody = ({ name, description, type }: GroupValues) => ({ name: name.trim(), description, type: type || null });

export function createGroup(values: GroupValues) {
  return api.call('POST /similarity/training/v2/group/', { body: toRequestBody(values), repeatable: true });
}

/** Updates a group. The server responds with 409 if another user has changed the group since `version`. */
export async function updateGroup({ id, version }: { id: string; version: number }, values: GroupValues): Promise<void> {
  await updateCache(
    await refetchIfRejected(
      id,
      api.call(`PUT ${GROUP_PATH}`, { params: { id }, body: { ...toRequestBody(values), version }, repeatable: true }),
    ),
  );
}

export async function saveMetaData({ id, version }: GroupDetail, meta_data: unknown): Promise<void> {
  await updateCache(
    await refetchIfRejected(
      id,
      api.call(`PATCH ${GROUP_PATH}`, { params: { id }, body: { meta_data, version }, repeatable: true }),
    ),
  );
}

/** Refetches the group if a save is rejected, so that the next save uses the new version. */
async function refetchIfRejected<Response>(id: string, request: Promise<Response>): Promise<Response> {
  try {
    return await request;
  } catch (error) {
    void announce({ topic: 'groups', ids: [id] });
    throw error;
  }
}

export function deleteGroup(id: string, options: ChangeSetOption): Promise<unknown> {
  return api.call(`DELETE ${GROUP_PATH}`, { params: { id }, ...options });
}

/** Changes the given groups, or the next batch of all matching groups. */
export const changeGroups = (
  body: {
    change: GroupChange;
    groups?: string[];
    filter?: GroupQuery;
    /** Requests one batch of the matching groups. `after` is the last id of the previous batch. */
    in_parts?: boolean;
    after?: string | null;
  },
  options: ChangeSetOption,
) => api.call('POST /similarity/training/v2/group/change', { body, repeatable: true, ...options });

/** Marks groups as TEST or TRAIN. */
export async function setGroupsTestFlag(groups: string[], test: boolean, options: ChangeSetOption = {}): Promise<void> {
  await api.call('POST /similarity/training/v2/group/update', {
    body: { groups, [test ? 'mark-test' : 'unmark-test']: true },
    ...options,
  });
}

/** Sets or clears a flag of images: `real` for photos instead of product images, `test` for test instead of training images. */
export async function setImagesFlag(
  images: string[],
  flag: 'real' | 'test',
  isSet: boolean,
  options: ChangeSetOption,
): Promise<void> {
  await api.call('POST /recognition/v2/training-image/update', {
    body: { images, [`${isSet ? 'mark' : 'unmark'}-${flag}`]: true },
    ...options,
  });
  void announce({ topic: 'images', ids: images });
}

/** Lists the rule violations of a group. Returns an empty list if the request fails, for example on a server without rules. */
export async function listGroupViolations(groupId: string): Promise<GroupViolation[]> {
  try {
    return (await api.call('GET /annotate/v2/group-violation/', { query: { group: groupId } })).results;
  } catch {
    // An empty list is safe: the server checks the rules of level "error" again when it verifies the group.
    return [];
  }
}

export async function verifyGroup(group_id: string, userId: string): Promise<void> {
  await api.call('POST /annotate/v2/similarity-verification/', { body: { group_id, user: userId } });
}

/** Deletes the verifications of all users. */
export async function deleteGroupVerifications(groupId: string): Promise<void> {
  for (const { id } of await api.all('GET /annotate/v2/similarity-verification/', { query: { group: groupId, page_size: 1000 } }))
    await api.call('DELETE /annotate/v2/similarity-verification/{id}', { params: { id: String(id) } });
}

/** Adds or removes members. Returns the changes, or the complete group with older servers. */
export async function changeMembers(
  action: 'add' | 'remove',
  id: string,
  kind: MemberKind,
  ids: string[],
  { changeSet }: ChangeSetOption = {},
): Promise<GroupChanges | GroupDetail> {
  const options = { params: { id }, query: { answer: 'changes' }, repeatable: true, changeSet } as const;
  const response =
    kind === 'images'
      ? await api.call(`POST ${GROUP_PATH}/${action}-images`, { ...options, body: { images: ids } })
      : kind === 'objects'
        ? await api.call(`POST ${GROUP_PATH}/${action}-objects`, { ...options, body: { objects: ids } })
        : await api.call(`POST ${GROUP_PATH}/${action}-groups`, { ...options, body: { groups: ids } });
  await updateCache(response);
  return response;
}

export async function mergeGroup(id: string, mergedId: string, options: ChangeSetOption): Promise<void> {
  await updateCache(
    await api.call(`POST ${GROUP_PATH}/merge-groups`, {
      params: { id },
      query: { answer: 'changes' },
      body: { groups: [mergedId] },
      repeatable: true,
      ...options,
    }),
  );
}

/** Ids of members of a group, by kind. */
export type Members = Record<MemberKind, string[]>;

/**
 * Moves members to another group or a new one in one call. Skips members that have been removed in the meantime.
 * With older servers, adds the members to the target first: after an interruption they are in both groups and none is lost.
 */
export async function moveMembers(
  id: string,
  target: MoveTarget,
  members: Members,
  options: ChangeSetOption,
): Promise<MoveResult> {
  try {
    return await moveWithOneCall(id, target, members, options);
  } catch (error) {
    if (!isUnsupportedCall(error)) throw error;
    return moveBySingleCalls(id, target, members);
  }
}

interface MoveResult {
  /** The target group. */
  to: { id: string; name: string };
  /** The members that were still in the group. */
  moved: Members;
}
type MoveTarget = { to: string } | { new_group: GroupValues };

async function moveWithOneCall(
  id: string,
  target: MoveTarget,
  { images, objects, groups }: Members,
  options: ChangeSetOption,
): Promise<MoveResult> {
  const targetBody = 'to' in target ? target : { new_group: toRequestBody(target.new_group) };
  const { from: sourceGroup, to: targetGroup } = await api.call(`POST ${GROUP_PATH}/move-members`, {
    params: { id },
    body: { ...targetBody, images, objects, groups },
    repeatable: true,
    ...options,
  });
  await updateCache(sourceGroup);
  void announce({ topic: 'groups', ids: [targetGroup.id] });
  const { images: removedImages, detection_objects, groups: removedGroups } = sourceGroup.removed;
  return { to: targetGroup, moved: { images: removedImages, objects: detection_objects, groups: removedGroups } };
}

async function moveBySingleCalls(id: string, target: MoveTarget, members: Members): Promise<MoveResult> {
  const targetGroup = 'to' in target ? { id: target.to, name: '' } : await createGroup(target.new_group);
  let { name } = targetGroup;
  for (const kind of MEMBER_KINDS) {
    if (members[kind].length === 0) continue;
    const response = await changeMembers('add', targetGroup.id, kind, members[kind]);
    if ('name' in response) name = response.name;
  }
  for (const kind of MEMBER_KINDS) if (members[kind].length > 0) await changeMembers('remove', id, kind, members[kind]);
  void announce({ topic: 'groups', ids: [targetGroup.id] });
  return { to: { id: targetGroup.id, name }, moved: members };
}

/** Updates the cached group from a response, so that a large group is not refetched. */
async function updateCache(response: GroupChanges | GroupDetail): Promise<void> {
  await patchGroup(response.id, (group) => ('added' in response ? withChanges(group, response) : response));
}

/** Changes the cached group. */
export const patchGroup = (id: string, change: (group: GroupDetail) => GroupDetail): Promise<void> =>
  updateCachedRow(change, 'similarity', 'group', id);

function withChanges(group: GroupDetail, { added, removed, ...counts }: GroupChanges): GroupDetail {
  return {
    ...group,
    ...counts,
    images: mergeRows(group.images, added.images, removed.images),
    detection_objects: mergeRows(group.detection_objects, added.detection_objects, removed.detection_objects),
    groups: mergeRows(group.groups, added.groups, removed.groups),
  };
}

function mergeRows<Row extends { id: string }>(
  rows: readonly Row[],
  addedRows: readonly Row[],
  removedIds: readonly string[],
): Row[] {
  const replacedIds = new Set([...removedIds, ...addedRows.map(({ id }) => id)]);
  return [...rows.filter(({ id }) => !replacedIds.has(id)), ...addedRows];
}
