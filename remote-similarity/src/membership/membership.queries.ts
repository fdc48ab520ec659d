import { announce, api, useWorkspaceQuery } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';

export const MEMBERSHIP_PAGE_SIZE = 25;

/** A page of the groups that a picture or an object is in, by name. */
export function useGroupsOf({ kind, id }: GroupSubject, page: number) {
  return useWorkspaceQuery({
    key: ['similarity', 'groups', 'of', kind, id, page],
    load: (scope) =>
      api.call('GET /similarity/training/v2/group/', {
        query: { ...(kind === 'image' ? { image: id } : { object: id }), page, page_size: MEMBERSHIP_PAGE_SIZE },
        ...scope,
      }),
    placeholderData: (previous, of) => (of?.queryKey[4] === id ? previous : undefined),
  });
}

/** Puts a picture or an object into a group, or takes it out. */
export async function changeMembership(action: 'add' | 'remove', group: string, { kind, id }: GroupSubject): Promise<void> {
  const params = { id: group };
  if (kind === 'image')
    await api.call(`POST /similarity/training/v2/group/{id}/${action}-images`, { params, body: { images: [id] } });
  else await api.call(`POST /similarity/training/v2/group/{id}/${action}-objects`, { params, body: { objects: [id] } });
}

/** Reads again what shows groups and their members. */
export function refreshGroups(): Promise<void> {
  return announce({ topic: 'groups' });
}
