import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

/** The labelling flows of the workspace, sorted by name. Empty when the workspace does not have the service. */
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

/** The graph of a flow with its tasks and labels. An empty id disables the query. */
export function useFlowGraph(id: string) {
  const enabled = useHasService('flows') && id !== '';
  return useWorkspaceQuery({
    key: ['own:annotate', 'flow', id],
    enabled,
    load: (scope) => api.call('GET /flows/v2/flow/{id}/json', { params: { id }, ...scope }),
  });
}
