import { api, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';

export type JobKind = 'image' | 'similarity';

export function useJob(kind: JobKind, id: string) {
  return useWorkspaceRow({
    key: ['jobs', kind, id],
    load: (scope) =>
      kind === 'image'
        ? api.call('GET /annotate/v2/imagejob/{id}', { params: { id }, ...scope })
        : api.call('GET /annotate/v2/similarityjob/{id}', { params: { id }, ...scope }),
  });
}

/** The caller's next items. Asking leases them, so it is asked once and again only on purpose. */
export function useBatch(kind: JobKind, id: string) {
  return useWorkspaceQuery({
    key: ['job-batch', kind, id],
    staleTime: Infinity,
    gcTime: 0,
    load: async (scope) => {
      const batch =
        kind === 'image'
          ? await api.call('GET /annotate/v2/imagejob/{id}/get-batch/', { params: { id }, ...scope })
          : await api.call('GET /annotate/v2/similarityjob/{id}/get-batch/', { params: { id }, ...scope });
      return batch.results;
    },
  });
}
