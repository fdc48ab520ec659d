import { api, useWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { GoldDomain } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { hasPermission } from '@console/shared-contract/roles';
import { compareByName } from '@console/shared-ui/basics';
import type { Choice } from '@console/shared-ui/choices';

/** Loads the samples of a task with images that are not gold-standard items yet. */
export function useGoldSamples(domain: GoldDomain, taskId: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'gold-samples', domain, taskId],
    load: (scope) => api.all('GET /annotate/v2/gold-sample/', { query: { domain, task: taskId }, ...scope }),
  });
}

/** Loads the jobs from which samples for a domain are drawn, sorted by name. */
export function useSampledJobs(domain: GoldDomain) {
  const jobType = domain === 'similarity' ? 'similarity' : 'image';
  return useWorkspaceQuery({
    key: ['jobs', 'sampled', jobType],
    load: async (scope): Promise<Choice[]> => {
      const jobs = await api.all(`GET /annotate/v2/${jobType}job/`, { query: { page_size: MAX_PAGE_SIZE }, ...scope });
      return jobs.sort(compareByName).map(({ id, name }) => ({ value: id, label: name }));
    },
  });
}

/** Loads the members who may review. */
export function useExperts() {
  const workspace = useWorkspace().workspace?.id ?? '';
  return useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:training', 'experts'],
    enabled: workspace !== '',
    load: async ({ signal }): Promise<Choice[]> => {
      const options = { params: { id: workspace }, query: { page_size: MAX_PAGE_SIZE }, signal };
      const { results } = await api.call('GET /account/v2/workspace/{id}/member/', options);
      return results
        .filter(({ role }) => hasPermission(role, 'review'))
        .map(({ user }) => ({ value: user.id, label: user.username }));
    },
  });
}

export interface SampleRequest {
  domain: GoldDomain;
  task: string;
  job: string;
  count: number;
  stratified: boolean;
  expert: string;
}

export const drawSample = (body: SampleRequest) => api.call('POST /annotate/v2/gold-sample/', { body });

export const addSampleToGold = (id: string) => api.call('POST /annotate/v2/gold-sample/{id}/add', { params: { id }, body: {} });
