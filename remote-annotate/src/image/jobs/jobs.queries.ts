import { api, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';
import { getRowKey, useProjected, type ImageJobs } from '../../outbox';

/** Loads the jobs that contain the image, and the open jobs that do not contain it, sorted by name. */
export function useImageJobs(imageId: string) {
  const query = useWorkspaceQuery({
    key: getRowKey('imageJobs', imageId),
    load: async (scope): Promise<ImageJobs> => {
      const [containingJobs, allJobs] = await Promise.all([
        api.all('GET /annotate/v2/imagejob/', { query: { image: imageId, page_size: MAX_PAGE_SIZE }, ...scope }),
        api.all('GET /annotate/v2/imagejob/', { query: { page_size: MAX_PAGE_SIZE }, ...scope }),
      ]);
      const containingIds = new Set(containingJobs.map(({ id }) => id));
      return {
        assigned: containingJobs.sort(compareByName),
        available: allJobs.filter(({ id, done }) => !done && !containingIds.has(id)).sort(compareByName),
      };
    },
  });
  return useProjected('imageJobs', imageId, query);
}
