import { api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { Dataset, DatasetChange, DatasetChanges, DatasetImage } from '@console/shared-contract/api';
import { toSelectionBody, type ImageSelection } from '../exchange/image-selection';

const KEY = 'own:annotate';
const POLL_MS = 1000;
export const IMAGES_PER_PAGE = 20;

/** Loads all versions of the workspace, newest first. Polls while one is being created. */
export function useVersions() {
  return useWorkspaceQuery<Dataset[]>({
    key: [KEY, 'versions'],
    load: (scope) => api.all('GET /recognition/v2/dataset/', scope),
    refetchInterval: ({ state }) => (state.data?.some((version) => version.state === 'making') ? POLL_MS : false),
  });
}

export const refreshVersions = () => invalidateWorkspace(KEY, 'versions');

export interface NewVersion {
  name: string;
  onlyVerified: boolean;
}

export function createVersion(imageSelection: ImageSelection, { name, onlyVerified }: NewVersion): Promise<Dataset> {
  const body = { name: name.trim(), only_verified: onlyVerified, ...toSelectionBody(imageSelection) };
  return api.call('POST /recognition/v2/dataset/', { body });
}

export const deleteVersion = (id: string) => api.call('DELETE /recognition/v2/dataset/{id}', { params: { id } });

/** Loads the differences between two versions. An empty `since` selects the previous version. */
export function useChanges(id: string, sinceId: string) {
  return useWorkspaceQuery<DatasetChanges>({
    key: [KEY, 'version-changes', id, sinceId],
    load: (scope) =>
      api.call('GET /recognition/v2/dataset/{id}/changes', {
        params: { id },
        query: sinceId === '' ? {} : { since: sinceId },
        ...scope,
      }),
  });
}

export function useChangedImages(id: string, sinceId: string, change: DatasetChange, page: number) {
  return useWorkspaceQuery<{ count: number; results: DatasetImage[] }>({
    key: [KEY, 'version-pictures', id, sinceId, change, page],
    load: (scope) =>
      api.call('GET /recognition/v2/dataset/{id}/pictures', {
        params: { id },
        query: { since: sinceId, change, page, page_size: IMAGES_PER_PAGE },
        ...scope,
      }),
  });
}
