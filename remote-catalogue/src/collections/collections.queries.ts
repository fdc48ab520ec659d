import type { ProductCollection } from '@console/shared-contract/api';
import { api, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';
import { messages } from '../messages';

/** All product collections of the workspace, by name. */
export function useCollections() {
  return useWorkspaceQuery({
    key: ['product', 'collections'],
    load: async (scope) =>
      (await api.all('GET /product/v2/collection/', { query: { page_size: MAX_PAGE_SIZE }, ...scope })).sort(compareByName),
  });
}

/** Name and type of a collection; 'Unknown' where the id leads to none. */
export function describeCollection(
  collections: readonly ProductCollection[] | undefined,
  id: number | null,
): { name: string; type: string } {
  if (id === null) return { name: '–', type: '–' };
  const found = collections?.find((collection) => collection.id === id);
  if (found) return { name: found.name, type: found.type || '–' };
  return collections ? { name: messages.unknown, type: messages.unknown } : { name: '', type: '' };
}
