import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { QualitySettings } from '@console/shared-contract/api';

/** The quality settings of the active workspace. The jobs page uses the same query key. */
export const useQualitySettings = () =>
  useWorkspaceQuery({
    key: ['jobs', 'quality-settings'],
    load: (scope): Promise<QualitySettings> => api.call('GET /annotate/v2/quality-settings/', scope),
  });

/** The number of members of the active workspace, or undefined while it is loading. */
export const useMemberCount = (): number | undefined =>
  useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'member-count'],
    load: async (scope) => (await api.call('GET /account/v2/member/', scope)).results.length,
  }).data;
