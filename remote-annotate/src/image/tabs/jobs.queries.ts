import type { Job } from '@console/shared-contract/api';
import { api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import { byName } from '@console/shared-ui/basics';

export interface ImageJobs {
  /** Jobs that the image is an item of. */
  of: Job[];
  /** Open jobs that it could be added to. */
  others: Job[];
}

/** Image jobs by name, divided by whether the image is in them. */
export function useImageJobs(image: string) {
  return useWorkspaceQuery({
    // Under the key of all jobs: what the page of jobs or a work page changes is read again here.
    key: ['jobs', 'of-image', image],
    load: async (scope): Promise<ImageJobs> => {
      const [of, all] = await Promise.all([
        api.all('GET /annotate/v2/imagejob/', { query: { image, page_size: 100 }, ...scope }),
        api.all('GET /annotate/v2/imagejob/', { query: { page_size: 100 }, ...scope }),
      ]);
      const ids = new Set(of.map(({ id }) => id));
      return { of: of.sort(byName), others: all.filter(({ id, done }) => !done && !ids.has(id)).sort(byName) };
    },
  });
}

export async function changeImageJob(action: 'add' | 'remove', job: string, image: string): Promise<void> {
  await api.call(`POST /annotate/v2/imagejob/{id}/${action}-images`, { params: { id: job }, body: { images: [image] } });
  await Promise.all([invalidateWorkspace('jobs'), invalidateWorkspace('images')]);
}
