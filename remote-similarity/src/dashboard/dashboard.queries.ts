import { api, useWorkspaceQuery, type PagedKey, type QueryScope } from '@console/shared-auth';

/** Fetches the number of rows of a list without its rows. */
async function fetchCount(key: Exclude<PagedKey, `${string}{id}${string}`>, scope: QueryScope): Promise<number> {
  const { count } = await api.call(key, { query: { page_size: 1 }, ...scope });
  return count;
}

export function useSimilarityCounts() {
  return useWorkspaceQuery({
    key: ['dashboard', 'similarity'],
    load: async (scope) => {
      const [groups, types, tasks] = await Promise.all([
        fetchCount('GET /similarity/training/v2/group/', scope),
        fetchCount('GET /similarity/training/v2/type/', scope),
        fetchCount('GET /similarity/training/v2/task/', scope),
      ]);
      return { groups, types, tasks };
    },
  });
}
