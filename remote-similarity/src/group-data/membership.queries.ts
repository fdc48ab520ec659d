import { announce, api } from '@console/shared-auth';
import type { GroupSubject } from '@console/shared-contract/federation';
import { defineUrlParams, param, useLocalParams, useServerList } from '@console/shared-ui/pages';

const listParams = defineUrlParams({ page: param.page() });

/** The groups that contain an image or object, sorted by name. */
export function useContainingGroups({ kind, id }: GroupSubject) {
  return useServerList({
    params: useLocalParams(listParams),
    pageSize: 25,
    key: ['similarity', 'groups', 'of', kind, id],
    toFilter: () => (kind === 'image' ? { image: id } : { object: id }),
    load: (query, scope) => api.call('GET /similarity/training/v2/group/', { query, ...scope }),
  });
}

/** Adds an image or object to a group or removes it. Returns false if that had no effect. */
export async function changeMembership(action: 'add' | 'remove', group: string, { kind, id }: GroupSubject): Promise<boolean> {
  const call = { params: { id: group }, query: { answer: 'changes' } } as const;
  const response: unknown =
    kind === 'image'
      ? await api.call(`POST /similarity/training/v2/group/{id}/${action}-images`, { ...call, body: { images: [id] } })
      : await api.call(`POST /similarity/training/v2/group/{id}/${action}-objects`, { ...call, body: { objects: [id] } });
  return hasChanged(response, action === 'add' ? 'added' : 'removed');
}

/** Whether the response contains changes. Older servers do not report them, so a change is assumed. */
function hasChanged(response: unknown, field: string): boolean {
  const changes = isRecord(response) ? response[field] : undefined;
  return !isRecord(changes) || Object.values(changes).some((ids) => !Array.isArray(ids) || ids.length > 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Refetches groups and their members on all pages that show them. */
export function refreshGroups(): Promise<void> {
  return announce({ topic: 'groups' });
}
