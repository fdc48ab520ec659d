import { api, useWorkspaceQuery, type PagedKey, type QueryScope } from '@console/shared-auth';

/** How many rows a list has, from its first page. */
async function countOf(
  key: Exclude<PagedKey, `${string}{id}${string}`>,
  scope: QueryScope,
  filters: Record<string, string> = {},
): Promise<number> {
  const { count } = await api.call(key, { query: { page_size: 1, ...filters }, ...scope });
  return count;
}

/** Verified is the total minus what is not verified, as the specification counts it. */
export function useRecognitionCounts() {
  return useWorkspaceQuery({
    key: ['dashboard', 'recognition'],
    load: async (scope) => {
      const images = 'GET /recognition/v2/training-image/';
      const [total, unverified, labels, tasks] = await Promise.all([
        countOf(images, scope),
        countOf(images, scope, { verified: '0' }),
        countOf('GET /recognition/v2/label/', scope),
        countOf('GET /recognition/v2/task/', scope),
      ]);
      return { total, verified: total - unverified, labels, tasks };
    },
  });
}

export function useDetectionCounts() {
  return useWorkspaceQuery({
    key: ['dashboard', 'detection'],
    load: async (scope) => {
      const [objects, labels, tasks] = await Promise.all([
        countOf('GET /detection/v2/object/', scope),
        countOf('GET /detection/v2/label/', scope),
        countOf('GET /detection/v2/task/', scope),
      ]);
      return { objects, labels, tasks };
    },
  });
}

export function useSegmentationCounts() {
  return useWorkspaceQuery({
    key: ['dashboard', 'segmentation'],
    load: async (scope) => {
      const [polygons, labels, tasks] = await Promise.all([
        countOf('GET /segmentation/v2/polygon/', scope),
        countOf('GET /segmentation/v2/label/', scope),
        countOf('GET /segmentation/v2/task/', scope),
      ]);
      return { polygons, labels, tasks };
    },
  });
}
