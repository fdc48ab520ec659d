import { announce, api } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';
import { defineUrlParams, param, useLocalParams, useServerList } from '@console/shared-ui/pages';
import { changeMembers } from './group.queries';

const containingGroupsParams = defineUrlParams({ page: param.page() });

/** The groups that contain an image or object, sorted by name. */
export function useContainingGroups({ kind, id }: GroupSubject) {
  return useServerList({
    params: useLocalParams(containingGroupsParams),
    pageSize: 25,
    key: ['similarity', 'groups', 'of', kind, id],
    toFilter: () => (kind === 'image' ? { image: id } : { object: id }),
    load: (query, scope) => api.call('GET /similarity/training/v2/group/', { query, ...scope }),
  });
}

/** Adds an image or object to a group or removes it. Returns false if nothing changed, and always true with older servers. */
export async function changeMembership(action: 'add' | 'remove', groupId: string, { kind, id }: GroupSubject): Promise<boolean> {
  const response = await changeMembers(action, groupId, kind === 'image' ? 'images' : 'objects', [id]);
  if (!('added' in response)) return true;
  const { images, detection_objects: objects } = action === 'add' ? response.added : response.removed;
  return images.length + objects.length > 0;
}

/** Refetches groups and their members on all pages that show them. */
export function refreshGroups(): Promise<void> {
  return announce({ topic: 'groups' });
}
