import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';

/** Rules are cached for this time, because they rarely change. The server checks each verification with the current rules anyway. */
const STALE_MS = 60_000;

/** Loads the tasks of the workspace that have rules. Fails on older servers, which do not support rules. */
export function useRuleTasks(enabled: boolean) {
  const hasService = useHasService('annotate');
  return useWorkspaceQuery({
    key: ['offered-tasks', 'rules'],
    enabled: enabled && hasService,
    staleTime: STALE_MS,
    retry: false,
    load: async (scope) => (await api.call('GET /annotate/v2/quality-rule/', scope)).results,
  });
}
