import { api, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import { DEFAULT_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

export function useLabel(id: string) {
  return useWorkspaceRow({
    key: ['recognition', 'labels', id],
    load: (scope) => api.call('GET /recognition/v2/label/{id}', { params: { id }, ...scope }),
  });
}

/** All recognition labels of the workspace, sorted by name. */
export function useRecognitionLabels() {
  return useWorkspaceQuery({
    key: ['recognition', 'labels'],
    load: async (scope) =>
      (await api.all('GET /recognition/v2/label/', { query: { page_size: DEFAULT_PAGE_SIZE.recognitionLabels }, ...scope })).sort(
        compareByName,
      ),
  });
}

/**
 * Histogram of the values of a label. A rejected request is not repeated.
 * @param binSize width of a bin, in the unit of the label
 * @param containing ids of other labels that the images must have
 */
export function useHistogram(id: string, binSize: number, containing: readonly string[], enabled: boolean) {
  return useWorkspaceQuery({
    key: ['recognition', 'labels', id, 'histogram', binSize, containing],
    enabled,
    load: (scope) =>
      api.call('POST /recognition/v2/label/{id}/get-histogram', {
        params: { id },
        body: { bin_size: binSize, ...(containing.length > 0 && { label_ids: [...containing] }) },
        ...scope,
      }),
  });
}
