import { api, useWorkspaceQuery, type PagedKey, type QueryScope } from '@console/shared-auth';

/** Fetches the number of rows of a list without its rows. */
async function fetchCount(
  key: Exclude<PagedKey, `${string}{id}${string}`>,
  scope: QueryScope,
  filters: Record<string, string> = {},
): Promise<number> {
  const { count } = await api.call(key, { query: { page_size: 1, ...filters }, ...scope });
  return count;
}

/** Counts for the recognition card. The specification defines verified images as the total minus the unverified ones. */
export function useRecognitionCounts() {
  return useWorkspaceQuery({
    key: ['dashboard', 'recognition'],
    load: async (scope) => {
      const IMAGES = 'GET /recognition/v2/training-image/';
      const [total, unverified, labels, tasks] = await Promise.all([
        fetchCount(IMAGES, scope),
        fetchCount(IMAGES, scope, { verified: '0' }),
        fetchCount('GET /recognition/v2/label/', scope),
        fetchCount('GET /recognition/v2/task/', scope),
      ]);
      return { total, verified: total - unverified, labels, tasks };
    },
  });
}

/** Paths of the lists of shapes in each domain: the main kind (boxes, polygons), and the other kind (skeletons, masks). */
const SHAPE_LISTS = {
  detection: { main: 'GET /detection/v2/object/', other: 'GET /detection/v2/skeleton/' },
  segmentation: { main: 'GET /segmentation/v2/polygon/', other: 'GET /segmentation/v2/mask/' },
} as const;

/** Counts of the shapes, labels and tasks of detection or segmentation. */
export function useShapeCounts(domain: keyof typeof SHAPE_LISTS) {
  return useWorkspaceQuery({
    key: ['dashboard', domain],
    load: async (scope) => {
      const [mainShapes, otherShapes, labels, tasks] = await Promise.all([
        fetchCount(SHAPE_LISTS[domain].main, scope),
        fetchCount(SHAPE_LISTS[domain].other, scope),
        fetchCount(`GET /${domain}/v2/label/`, scope),
        fetchCount(`GET /${domain}/v2/task/`, scope),
      ]);
      return { shapes: mainShapes + otherShapes, others: otherShapes, labels, tasks };
    },
  });
}
