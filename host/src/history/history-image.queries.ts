import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { VersionedRow } from '@console/shared-ui/history';

/** Reads the image on which changed shapes are shown. */
export function useHistoryImage({ kind, subject }: VersionedRow) {
  return useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'history-image', subject],
    load: (scope) => api.call('GET /recognition/v2/training-image/{id}', { ...scope, params: { id: subject } }),
    enabled: kind === 'training_image',
  });
}
