import { api, useWorkspaceQuery, type PagedKey, type QueryScope } from '@console/shared-auth';

/** How many rows a list has, from its first page. */
async function countOf(key: Exclude<PagedKey, `${string}{id}${string}`>, scope: QueryScope): Promise<number> {
  const { count } = await api.call(key, { query: { page_size: 1 }, ...scope });
  return count;
}

export function useSimilarityCounts() {
  return useWorkspaceQuery({
    key: ['dashboard', 'similarity'],
    load: async (scope) => {
      const [groups, types, tasks] = await Promise.all([
        countOf('GET /similarity/training/v2/group/', scope),
        countOf('GET /similarity/training/v2/type/', scope),
        countOf('GET /similarity/training/v2/task/', scope),
      ]);
      return { groups, types, tasks };
    },
  });
}
