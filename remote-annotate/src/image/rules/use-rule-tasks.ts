import { api, useHasService, useWorkspaceQuery } from '@console/shared-auth';

/** The rules change rarely. The server checks each verification with the current rules. */
const STALE_MS = 60_000;

/** Queries the tasks of the workspace with rules. Fails on servers that do not have rules. */
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
