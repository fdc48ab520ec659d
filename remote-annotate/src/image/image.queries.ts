import type { TrainingImage, Verification } from '@console/shared-contract/api';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import {
  api,
  consoleQueryClient,
  invalidateWorkspace,
  useHasService,
  useWorkspaceQuery,
  useWorkspaceRow,
  workspaceKey,
} from '@console/shared-auth';
import { byName } from '@console/shared-ui/basics';
import type { LabelSet } from '../editor';

const ALL = { page_size: 1000 };

export function useImage(id: string) {
  return useWorkspaceRow({
    key: ['image', id],
    load: (scope) => api.call('GET /recognition/v2/training-image/{id}', { params: { id }, ...scope }),
  });
}

/** The labels that boxes and polygons can be given, by name; none of a kind whose service the workspace lacks. */
export function useShapeLabels() {
  const hasDetection = useHasService('custom-object-detection');
  const hasSegmentation = useHasService('custom-segmentation');
  return useWorkspaceQuery({
    key: ['shape-labels', hasDetection, hasSegmentation],
    load: async (scope): Promise<LabelSet> => {
      const [object, polygon] = await Promise.all([
        hasDetection ? api.all('GET /detection/v2/label/', { query: ALL, ...scope }) : [],
        hasSegmentation ? api.all('GET /segmentation/v2/label/', { query: ALL, ...scope }) : [],
      ]);
      return { object: object.sort(byName), polygon: polygon.sort(byName) };
    },
  });
}

export function useRecognitionLabels() {
  const enabled = useHasService('recognition');
  return useWorkspaceQuery({
    key: ['recognition-labels'],
    enabled,
    load: async (scope) => (await api.all('GET /recognition/v2/label/', { query: ALL, ...scope })).sort(byName),
  });
}

/** A detection object with its recognition labels; `serverId` undefined while the object is not saved. */
export function useObjectDetails(serverId: string | undefined) {
  return useWorkspaceQuery({
    key: ['object', serverId],
    enabled: serverId !== undefined,
    load: (scope) => api.call('GET /detection/v2/object/{id}', { params: { id: serverId ?? '' }, ...scope }),
  });
}

export function useVerifications(image: string) {
  const enabled = useHasService('annotate');
  return useWorkspaceQuery({
    key: ['verifications', image],
    enabled,
    load: (scope) => api.all('GET /annotate/v2/verification/', { query: { image, page_size: 100 }, ...scope }),
  });
}

const GROUPS_SHOWN = 20;

/** The first similarity groups that the image is in, by name. */
export function useImageGroups(image: string) {
  const enabled = useHasService('custom-similarity');
  return useWorkspaceQuery({
    key: ['image-groups', image],
    enabled,
    load: (scope) => api.call('GET /similarity/training/v2/group/', { query: { image, page_size: GROUPS_SHOWN }, ...scope }),
  });
}

/** Shows a change of the image before the server has it. */
export function patchImage(id: string, change: (image: TrainingImage) => TrainingImage): void {
  consoleQueryClient.setQueryData<TrainingImage>(workspaceKey('image', id), (image) => image && change(image));
}

export function patchVerifications(image: string, change: (list: Verification[]) => Verification[]): void {
  consoleQueryClient.setQueryData<Verification[]>(workspaceKey('verifications', image), (list) => change(list ?? []));
}

/** What other screens show of an image: the browser's lists and the dashboard's counts. */
export function refreshElsewhere(): void {
  const keys: readonly WorkspaceKey[] = [['images'], ['recognition'], ['detection'], ['segmentation'], ['dashboard']];
  for (const key of keys) void invalidateWorkspace(...key);
}
