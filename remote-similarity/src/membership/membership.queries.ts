import { announce, api, useWorkspaceQuery } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';

export const MEMBERSHIP_PAGE_SIZE = 25;

/** A page of the groups that a picture or an object is in, by name. */
export function useContainingGroups({ kind, id }: GroupSubject, page: number) {
  return useWorkspaceQuery({
    key: ['similarity', 'groups', 'of', kind, id, page],
    load: (scope) =>
      api.call('GET /similarity/training/v2/group/', {
        query: { ...(kind === 'image' ? { image: id } : { object: id }), page, page_size: MEMBERSHIP_PAGE_SIZE },
        ...scope,
      }),
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[4] === id ? previous : undefined),
  });
}

/** Puts a picture or an object into a group, or takes it out; answers whether it was not so already. */
export async function changeMembership(action: 'add' | 'remove', group: string, { kind, id }: GroupSubject): Promise<boolean> {
  const call = { params: { id: group }, query: { answer: 'changes' } } as const;
  const response: unknown =
    kind === 'image'
      ? await api.call(`POST /similarity/training/v2/group/{id}/${action}-images`, { ...call, body: { images: [id] } })
      : await api.call(`POST /similarity/training/v2/group/{id}/${action}-objects`, { ...call, body: { objects: [id] } });
  return hasChanged(response, action === 'add' ? 'added' : 'removed');
}

/** A deployment that does not say what has changed is believed. */
function hasChanged(response: unknown, field: string): boolean {
  const changes = isRecord(response) ? response[field] : undefined;
  return !isRecord(changes) || Object.values(changes).some((ids) => !Array.isArray(ids) || ids.length > 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads again what shows groups and their members. */
export function refreshGroups(): Promise<void> {
  return announce({ topic: 'groups' });
}
