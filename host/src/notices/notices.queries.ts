import { api, liveAtom, useWorkspaceQuery } from '@console/shared-auth';
import type { Notice } from '@console/shared-contract/api';
import { downloadFile, useWrite } from '@console/shared-ui/pages';
import { useAtomValue } from 'jotai';
import { noticeMessages } from './notice-messages';

const PAGE_SIZE = 50;
const POLL_MS = 60_000;
/** Polling interval while the live stream (server-sent events) is connected. A notice may have been created before the connection. */
const POLL_WITH_STREAM_MS = 600_000;

/** Loads the user's newest notices from all workspaces, and the number of unread notices. Without the live stream, polls each minute. */
export function useNotices() {
  const isLive = useAtomValue(liveAtom);
  return useWorkspaceQuery({
    key: ['notices', 'list'],
    load: ({ signal }) => api.call('GET /account/v2/notice/', { query: { page_size: PAGE_SIZE }, signal }),
    refetchInterval: isLive ? POLL_WITH_STREAM_MS : POLL_MS,
    retry: false,
  });
}

/** Marks notices as read or unread. Without ids, marks all as read. */
export function useMarkNotices() {
  return useWrite({
    send: (body: { ids?: string[]; read?: boolean }) => api.call('POST /account/v2/notice/read', { body }),
    failure: noticeMessages.markFailed,
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

/** Starts the download of the export that a notice announces. The download continues if the user leaves the page. */
export function useDownloadExport() {
  return useWrite({
    send: async ({ page, workspace }: Pick<Notice, 'page' | 'workspace'>) => {
      const { address } = await api.call('GET /recognition/v2/export/{id}', { params: { id: page.id }, workspace });
      downloadFile(address);
    },
    failure: noticeMessages.downloadFailed,
    reasons: { 404: noticeMessages.expired, 410: noticeMessages.expired },
    getKey: ({ page }) => page.id,
  });
}
