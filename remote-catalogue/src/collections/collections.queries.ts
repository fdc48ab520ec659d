import type { ProductCollection } from '@console/shared-contract/api';
import { api, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';
import { commonMessages } from '../common/common-messages';

/** All product collections of the workspace, sorted by name. */
export function useCollections() {
  return useWorkspaceQuery({
    key: ['product', 'collections'],
    load: async (scope) =>
      (await api.all('GET /product/v2/collection/', { query: { page_size: MAX_PAGE_SIZE }, ...scope })).sort(compareByName),
  });
}

/** Returns the name and type of a collection for display, or 'Unknown' for an unknown id. */
export function describeCollection(
  collections: readonly ProductCollection[] | undefined,
  id: number | null,
): { name: string; type: string } {
  if (id === null) return { name: '–', type: '–' };
  const collection = collections?.find((candidate) => candidate.id === id);
  if (collection) return { name: collection.name, type: collection.type || '–' };
  return collections ? { name: commonMessages.unknown, type: commonMessages.unknown } : { name: '', type: '' };
}
