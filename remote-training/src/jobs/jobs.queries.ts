import type { TypedJob } from '@console/shared-contract/api';
import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { byName } from '@console/shared-ui';

/** Image and similarity jobs in one list, by name. */
export function useJobs() {
  return useWorkspaceQuery({
    key: ['jobs'],
    load: async (scope): Promise<TypedJob[]> => {
      const query = { page_size: 100 };
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

/** Names of the flows and recognition tasks that jobs point to, by id; empty where the workspace lacks the service. */
export function useJobReferences() {
  const hasFlows = useHasService('flows');
  const hasRecognition = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['jobs', 'references', hasFlows, hasRecognition],
    load: async (scope): Promise<ReadonlyMap<string, string>> => {
      const query = { page_size: 100 };
      const [flows, tasks] = await Promise.all([
        hasFlows ? api.all('GET /flows/v2/flow/', { query, ...scope }) : [],
        hasRecognition ? api.all('GET /recognition/v2/task/', { query, ...scope }) : [],
      ]);
      return new Map([...flows, ...tasks].map((row) => [row.id, row.name]));
    },
  });
}
