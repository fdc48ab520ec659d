import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { api, useHasService, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import { compareByName } from '@console/shared-ui/basics';
import type { BoxShape } from '../../editor';
import { storeSkeletonTemplates } from '../../shape-kinds/skeleton/skeleton-templates';
import { getRowKey, useProjected, type LayerReference } from '../../outbox';
import { loadLayerLabels } from './layer.queries';

const MAX_PAGE_QUERY = { page_size: MAX_PAGE_SIZE };

/** The data of an image, including unsent changes. */
export function useImage(id: string) {
  const query = useWorkspaceRow({
    key: getRowKey('image', id),
    load: (scope) => api.call('GET /recognition/v2/training-image/{id}', { params: { id }, ...scope }),
  });
  return useProjected('image', id, query);
}

/**
 * The labels for boxes, polygons and masks, and skeletons, sorted by name. The list of a kind is empty when the workspace does not have its service.
 */
export function useShapeLabels() {
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  return useWorkspaceQuery({
    key: ['shape-labels', hasDetection, hasSegmentation],
    load: async (scope) => {
      const [object, polygon] = await Promise.all([
        hasDetection ? api.all('GET /detection/v2/label/', { query: MAX_PAGE_QUERY, ...scope }) : [],
        hasSegmentation ? api.all('GET /segmentation/v2/label/', { query: MAX_PAGE_QUERY, ...scope }) : [],
      ]);
      storeSkeletonTemplates(object);
      object.sort(compareByName);
      return { object, polygon: polygon.sort(compareByName), skeleton: object.filter(({ skeleton }) => skeleton) };
    },
  });
}

/** All recognition labels of the workspace, sorted by name. */
export function useRecognitionLabels() {
  const enabled = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['recognition-labels'],
    enabled,
    load: async (scope) => (await api.all('GET /recognition/v2/label/', { query: MAX_PAGE_QUERY, ...scope })).sort(compareByName),
  });
}

/** Recognition tasks with their labels, sorted by name. */
export function useRecognitionTasks() {
  const enabled = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['offered-tasks', 'recognition'],
    enabled,
    load: async (scope) => (await api.all('GET /recognition/v2/task/', { query: MAX_PAGE_QUERY, ...scope })).sort(compareByName),
  });
}

/** The recognition labels of an object. An object that was just drawn and is not saved yet has no labels. */
export function useObjectLabels({ id: shapeId, serverId }: BoxShape, layer: LayerReference | null = null) {
  const id = serverId ?? shapeId;
  const query = useWorkspaceQuery({
    key: getRowKey('object', id),
    enabled: serverId !== undefined,
    load: async (scope) =>
      layer
        ? loadLayerLabels(layer, id, scope)
        : (await api.call('GET /detection/v2/object/{id}', { params: { id }, ...scope })).recognition_labels,
    placeholderData: serverId === shapeId ? undefined : [],
  });
  return useProjected('object', id, query);
}

/** The verifications of an image. An empty id disables the query. */
export function useVerifications(imageId: string) {
  const enabled = useHasService('annotate') && imageId !== '';
  const query = useWorkspaceQuery({
    key: getRowKey('verifications', imageId),
    enabled,
    load: (scope) => api.all('GET /annotate/v2/verification/', { query: { image: imageId, ...MAX_PAGE_QUERY }, ...scope }),
  });
  return useProjected('verifications', imageId, query);
}

const MAX_GROUPS = 20;

/** The first similarity groups that contain the image, sorted by name. */
export function useImageGroups(imageId: string) {
  const enabled = useHasService('custom-similarity');
  return useWorkspaceQuery({
    key: ['image-groups', imageId],
    enabled,
    load: (scope) =>
      api.call('GET /similarity/training/v2/group/', { query: { image: imageId, page_size: MAX_GROUPS }, ...scope }),
  });
}
