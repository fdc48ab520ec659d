import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

/** Flows by name; none where the workspace lacks the service. */
export function useFlows() {
  const enabled = useHasService('flows');
  return useWorkspaceQuery({
    key: ['own:annotate', 'flows'],
    enabled,
    load: async (scope) => {
      const flows = await api.all('GET /flows/v2/flow/', { query: { page_size: MAX_PAGE_SIZE }, ...scope });
      return flows.sort(compareByName);
    },
  });
}

/** A flow's graph with its tasks and labels; "" is no flow. */
export function useFlowGraph(id: string) {
  const enabled = useHasService('flows') && id !== '';
  return useWorkspaceQuery({
    key: ['own:annotate', 'flow', id],
    enabled,
    load: (scope) => api.call('GET /flows/v2/flow/{id}/json', { params: { id }, ...scope }),
  });
}
