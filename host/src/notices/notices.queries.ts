import { api, useWorkspaceQuery } from '@console/shared-auth';
import { useWrite } from '@console/shared-ui/pages';
import { noticeMessages as texts } from './notice-messages';

const PAGE_SIZE = 50;
const POLL_INTERVAL_MS = 60_000;

/** The newest notices of the user from all workspaces, and the number of unread ones. Polls each minute. */
export function useNotices() {
  return useWorkspaceQuery({
    key: ['notices', 'list'],
    load: ({ signal }) => api.call('GET /account/v2/notice/', { query: { page_size: PAGE_SIZE }, signal }),
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
  });
}

/** Marks notices as read or unread. Without ids, marks all as read. */
export function useMarkNotices() {
  return useWrite({
    send: (body: { ids?: string[]; read?: boolean }) => api.call('POST /account/v2/notice/read', { body }),
    failure: texts.markFailed,
    changes: () => [{ topic: 'notices' }],
    getKey: ({ ids }) => ids?.join() ?? 'all',
  });
}

/** The kinds of notices that the user does not get. */
export function useNoticeSettings() {
  return useWorkspaceQuery({
    key: ['notices', 'settings'],
    load: ({ signal }) => api.call('GET /account/v2/notice-settings/', { signal }),
  });
}
