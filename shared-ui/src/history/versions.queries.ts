import { api, consoleQueryClient, useWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import type { ChangedKind, RestoreResult } from '@console/shared-contract/api';
import { newId } from '@console/shared-contract/new-id';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergeNames } from '../activity/activity.queries';
import { groupVersions } from './versions';

/** Identifies the row whose history is shown. */
export interface HistorySubject {
  kind: ChangedKind;
  subject: string;
}

/** A restore of very many changes takes longer than other calls. */
const TIMEOUT_MS = 600_000;

/** Reads the versions of a row, newest first, page by page. */
export function useVersions(subject: string) {
  const { workspaceId } = useWorkspace();
  const query = useInfiniteQuery(
    {
      queryKey: [workspaceId, 'own:host', 'versions', subject],
      queryFn: ({ pageParam, signal }) =>
        api.call('GET /history/v2/change/', { query: { subject, before: pageParam }, workspace: workspaceId ?? '', signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: workspaceId !== null && subject !== '',
    },
    consoleQueryClient,
  );
  const versions = useMemo(() => query.data && groupVersions(query.data.pages.flatMap((page) => page.results)), [query.data]);
  const names = useMemo(() => mergeNames(query.data?.pages), [query.data]);
  return { ...query, versions, names };
}

/** Reads the image on which changed shapes are shown. */
export function useHistoryImage({ kind, subject }: HistorySubject) {
  return useWorkspaceQuery({
    key: ['own:host', 'history-image', subject],
    load: (scope) => api.call('GET /recognition/v2/training-image/{id}', { ...scope, params: { id: subject } }),
    enabled: kind === 'training_image',
  });
}

/** Returns what a restore of the version would do. */
export function usePreview(subject: HistorySubject, change: number) {
  return useWorkspaceQuery({
    key: ['own:host', 'version-preview', subject.subject, change],
    load: (scope) =>
      api.call('POST /history/v2/restore-version', {
        ...scope,
        body: { ...subject, change, dry_run: true },
        timeout: TIMEOUT_MS,
      }),
  });
}

/** Returns a function that restores a version as one change set, and one that refetches everything that is shown. */
export function useRestoreVersion(subject: HistorySubject) {
  const { workspaceId } = useWorkspace();
  const refetchAll = () => void consoleQueryClient.invalidateQueries({ queryKey: [workspaceId] });
  const restore = async (change: number): Promise<RestoreResult & { changeSet: string }> => {
    const changeSet = newId();
    try {
      const result = await api.call('POST /history/v2/restore-version', {
        body: { ...subject, change },
        workspace: workspaceId ?? '',
        timeout: TIMEOUT_MS,
        changeSet,
      });
      return { ...result, changeSet };
    } finally {
      refetchAll();
    }
  };
  return { restore, refetchAll };
}
