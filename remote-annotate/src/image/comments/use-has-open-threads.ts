import { api, useWorkspaceQuery } from '@console/shared-auth';

/** Whether the image has open comments. If not, the code of the comments need not be loaded. */
export function useHasOpenThreads(imageId: string, { enabled }: { enabled: boolean }): boolean {
  const { data: count = 0 } = useWorkspaceQuery({
    key: ['comments', 'open-count', imageId],
    load: async (scope) =>
      (await api.call('GET /comments/v2/thread/', { query: { image: imageId, resolved: false, page_size: 1 }, ...scope })).count,
    enabled,
    retry: false,
  });
  return count > 0;
}
