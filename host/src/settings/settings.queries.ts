import { api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { ApiToken, Invitation, Member } from '@console/shared-contract/api';
import { ROLES, type Role } from '@console/shared-contract/roles';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/basics';
import { useServerList } from '@console/shared-ui/pages';

const PAGE_SIZE = 50;
/** Choice of a filter that selects all rows. */
export const ALL = '';
const INVITATION_STATES = ['open', 'accepted', 'expired', 'revoked'] as const satisfies readonly Invitation['state'][];

export const settingsParams = defineUrlParams({
  tab: param.oneOf(['general', 'quality', 'members', 'invitations', 'tokens', 'webhooks'], 'general'),
});
export type SettingsTab = (typeof settingsParams.initial)['tab'];

const memberListParams = defineUrlParams(
  { search: param.search(), role: param.oneOf<Role | typeof ALL>([ALL, ...ROLES], ALL), page: param.page() },
  'member-',
);
const invitationListParams = defineUrlParams(
  { state: param.oneOf<Invitation['state'] | typeof ALL>([ALL, ...INVITATION_STATES], ALL), page: param.page() },
  'invitation-',
);

/** The settings of the active workspace. */
export const useWorkspaceSettings = () =>
  useWorkspaceQuery({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'settings'],
    load: ({ workspace, signal }) => api.call('GET /account/v2/workspace/{id}/settings/', { params: { id: workspace }, signal }),
  });

/** A member as a table row. The row id is the id of the user. */
export type MemberRow = Member & { id: string };

export const useMemberList = () =>
  useServerList({
    params: useUrlParams(memberListParams),
    pageSize: PAGE_SIZE,
    key: ['own:host', 'members'],
    toFilter: ({ search, role }) => ({ search: search.trim() || undefined, role: role || undefined }),
    load: async (query, { workspace, signal }) => {
      const page = await api.call('GET /account/v2/workspace/{id}/member/', { params: { id: workspace }, query, signal });
      return { ...page, results: page.results.map((member): MemberRow => ({ ...member, id: member.user.id })) };
    },
  });

export const useInvitationList = () =>
  useServerList({
    params: useUrlParams(invitationListParams),
    pageSize: PAGE_SIZE,
    key: ['own:host', 'invitations'],
    toFilter: ({ state }) => ({ state: state || undefined }),
    load: (query, scope) => api.call('GET /account/v2/invitation/', { query, ...scope }),
  });

/** The API tokens of the user, for all workspaces. */
export const useApiTokens = () =>
  useWorkspaceQuery({
    key: ['own:host', 'api-tokens'],
    load: ({ signal }): Promise<ApiToken[]> => api.call('GET /account/v2/api-token/', { signal }),
  });

/** Marks lists of the settings as stale and refetches those that are shown. */
export async function refreshSettings(
  ...lists: readonly ('settings' | 'members' | 'invitations' | 'api-tokens')[]
): Promise<void> {
  await Promise.all(lists.map((list) => invalidateWorkspace('own:host', list)));
}
