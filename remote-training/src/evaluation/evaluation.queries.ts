import { api, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { MOST_ROWS_OF_PAGE } from '@console/shared-contract/limits';

/** All evaluations of the workspace, newest first. */
export function useEvaluations() {
  return useWorkspaceQuery({
    key: ['evaluations'],
    load: (scope) => api.all('GET /annotate/v2/evaluation', { query: { page_size: MOST_ROWS_OF_PAGE }, ...scope }),
  });
}

export function useEvaluation(id: string) {
  return useWorkspaceRow({
    key: ['evaluations', id],
    load: (scope) => api.call('GET /annotate/v2/evaluation/{id}', { params: { id }, ...scope }),
  });
}

/** Makes an evaluation of what models have said of the verified TEST images. */
export async function makeEvaluation(): Promise<void> {
  await api.call('POST /annotate/v2/evaluation');
}

export const evaluationChanges: readonly Change[] = [{ topic: 'evaluations' }];
