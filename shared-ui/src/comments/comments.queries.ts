import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { Comment, CommentedKind, CommentThread, UserReference } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';

/** The row whose comments are shown. */
export type CommentedRow = { image: string } | { group: string } | { product: string };

/** What a new thread is about: a row and, optionally, a position on an image. */
export interface CommentTarget {
  kind: CommentedKind;
  entity: string;
  /** Id of the job, if the image or group is commented as an item of a job. */
  job?: string | undefined;
  /** Position `[x, y]` of the comment in pixels of the upright image. */
  place?: readonly [number, number] | null | undefined;
}

/** Reads all threads of a row, oldest first. */
export function useThreads(row: CommentedRow, { enabled = true }: { enabled?: boolean } = {}) {
  return useWorkspaceQuery({
    key: ['comments', 'threads', row],
    load: async (scope): Promise<readonly CommentThread[]> => {
      const threads = await api.all('GET /comments/v2/thread/', { query: { ...row, page_size: MAX_PAGE_SIZE }, ...scope });
      return threads.toReversed();
    },
    enabled,
    retry: false,
  });
}

/** Reads the comments of a thread, oldest first. */
export function useComments(threadId: string) {
  return useWorkspaceQuery({
    key: ['comments', 'thread', threadId],
    load: async (scope): Promise<readonly Comment[]> =>
      api.all('GET /comments/v2/thread/{id}/comment/', {
        params: { id: threadId },
        query: { page_size: MAX_PAGE_SIZE },
        ...scope,
      }),
    retry: false,
  });
}

const NO_MEMBERS: readonly UserReference[] = [];

/** Returns the members of the workspace, whom a comment can mention. */
export function useMentionableMembers(enabled: boolean): readonly UserReference[] {
  const { data = NO_MEMBERS } = useWorkspaceQuery({
    key: ['comments', 'members'],
    load: async (scope): Promise<readonly UserReference[]> => (await api.call('GET /account/v2/member/', scope)).results,
    enabled,
  });
  return data;
}
