import type { TypedJob } from '@console/shared-contract/api';
import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MOST_ROWS_OF_PAGE } from '@console/shared-contract/limits';
import { byName } from '@console/shared-ui/basics';

/** Image and similarity jobs in one list, by name. */
export function useJobs() {
  return useWorkspaceQuery({
    key: ['jobs'],
    load: async (scope): Promise<TypedJob[]> => {
      const query = { page_size: MOST_ROWS_OF_PAGE };
      const [image, similarity] = await Promise.all([
        api.all('GET /annotate/v2/imagejob/', { query, ...scope }),
        api.all('GET /annotate/v2/similarityjob/', { query, ...scope }),
      ]);
      return [
        ...image.map((job) => ({ ...job, type: 'image' as const })),
        ...similarity.map((job) => ({ ...job, type: 'similarity' as const })),
      ].sort(byName);
    },
  });
}

export interface Named {
  id: string;
  name: string;
}

/** What jobs can point to, by name; empty where the workspace lacks the service. */
export interface JobReferences {
  flows: Named[];
  tasks: Named[];
}

export const nameOf = (rows: readonly Named[] | undefined, id: string): string | undefined =>
  rows?.find((row) => row.id === id)?.name;

export function useJobReferences() {
  const hasFlows = useHasService('flows');
  const hasRecognition = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['job-references', hasFlows, hasRecognition],
    load: async (scope): Promise<JobReferences> => {
      const query = { page_size: MOST_ROWS_OF_PAGE };
      const [flows, tasks] = await Promise.all([
        hasFlows ? api.all('GET /flows/v2/flow/', { query, ...scope }) : [],
        hasRecognition ? api.all('GET /recognition/v2/task/', { query, ...scope }) : [],
      ]);
      return { flows: flows.sort(byName), tasks: tasks.sort(byName) };
    },
  });
}
