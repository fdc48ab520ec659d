import { api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { DataChanges, Dataset, DatasetChange, DatasetChanges, DatasetImage } from '@console/shared-contract/api';
import { toSelectionBody, type ImageSelection } from '../exchange/image-selection';

/** First part of the query keys of rows that only this micro-frontend shows and changes. */
const PRIVATE_KEY = 'own:annotate';
const POLL_MS = 1000;
export const IMAGES_PER_PAGE = 20;

/** Loads all versions of the workspace, newest first, and reloads them while versions are being created. */
export function useVersions() {
  return useWorkspaceQuery<Dataset[]>({
    key: [PRIVATE_KEY, 'versions'],
    load: (scope) => api.all('GET /recognition/v2/dataset/', scope),
    progress: {
      kinds: ['dataset version'],
      isActive: (versions) => versions.some((version) => version.state === 'making'),
      pollMs: POLL_MS,
    },
  });
}

export const refreshVersions = () => invalidateWorkspace(PRIVATE_KEY, 'versions');

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
    key: [PRIVATE_KEY, 'version-changes', id, sinceId],
    load: (scope) =>
      api.call('GET /recognition/v2/dataset/{id}/changes', {
        params: { id },
        query: sinceId === '' ? {} : { since: sinceId },
        ...scope,
      }),
  });
}

/** What a comparison without versions compares: two dates, or the current images and a training. */
export type ComparedMoments = { since: string; until?: string } | { training: string };

/** A comparison: two versions, two dates, or the current images and a training. */
export type ComparisonSource = { version: string; since: string } | ComparedMoments;

/** Loads what has changed between two dates, or since a training. Null loads nothing. */
export function useDataChanges(moments: ComparedMoments | null) {
  return useWorkspaceQuery<DataChanges>({
    key: [PRIVATE_KEY, 'data-changes', moments],
    load: (scope) => api.call('GET /history/v2/comparison/', { query: moments ?? {}, ...scope }),
    enabled: moments !== null,
  });
}

/** Loads a page of the images with a kind of change. */
export function useChangedImages(source: ComparisonSource, change: DatasetChange, page: number) {
  const query = { change, page, page_size: IMAGES_PER_PAGE };
  return useWorkspaceQuery<{ count: number; results: DatasetImage[] }>({
    key: [PRIVATE_KEY, 'changed-images', source, change, page],
    load: (scope) =>
      'version' in source
        ? api.call('GET /recognition/v2/dataset/{id}/pictures', {
            params: { id: source.version },
            query: { since: source.since, ...query },
            ...scope,
          })
        : api.call('GET /history/v2/comparison/image/', { query: { ...source, ...query }, ...scope }),
  });
}
