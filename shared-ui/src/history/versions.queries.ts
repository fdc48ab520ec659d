import { api, consoleQueryClient, useWorkspace, useWorkspacePages, useWorkspaceQuery } from '@console/shared-auth';
import type { ChangedKind, RestoreResult } from '@console/shared-contract/api';
import { newId } from '@console/shared-contract/new-id';
import { useMemo } from 'react';
import { finishUndo } from '../undo';
import type { NamedRows } from './describe-changes';
import { groupVersions, withInitialVersion } from './versions';

/** Identifies the row whose history is shown. */
export interface VersionedRow {
  kind: ChangedKind;
  subject: string;
  /** Limits the history to one row of the subject and its dependent rows, for example to one object of an image. */
  row?: string;
}

/** A restore of very many changes takes longer than other calls. */
const TIMEOUT_MS = 600_000;

// Pages from servers of earlier releases have no names.
export const mergeNames = (pages: readonly { names?: NamedRows }[] = []): NamedRows =>
  Object.assign({}, ...pages.map((page) => page.names)) as NamedRows;

/** Reads the versions of a row, newest first, page by page. */
export function useVersions({ subject, row }: Pick<VersionedRow, 'subject' | 'row'>) {
  const query = useWorkspacePages({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:history', 'versions', subject, row],
    load: ({ before, ...scope }) => api.call('GET /history/v2/change/', { query: { subject, row, before }, ...scope }),
    enabled: subject !== '',
  });
  const { results, hasNextPage } = query;
  const versions = useMemo(() => {
    const loadedVersions = results && groupVersions(results);
    return loadedVersions && !hasNextPage ? withInitialVersion(loadedVersions, row ?? subject) : loadedVersions;
  }, [results, hasNextPage, row, subject]);
  const names = useMemo(() => mergeNames(query.data?.pages), [query.data]);
  return { ...query, versions, names };
}

/** Loads a preview of restoring a version. */
export function usePreview(versioned: VersionedRow, change: number) {
  return useWorkspaceQuery({
    key: ['own:history', 'version-preview', versioned.subject, versioned.row, change],
    load: async (scope) => {
      const body = { ...versioned, change, dry_run: true };
      return finishUndo(await api.call('POST /history/v2/restore-version', { ...scope, body, timeout: TIMEOUT_MS }), scope);
    },
    // Do not cache the preview: another user may change the row before the dialog opens again.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Returns a function that restores a version as one change set, and a function that refetches all data of the workspace. */
export function useRestoreVersion(versioned: VersionedRow) {
  const { workspaceId } = useWorkspace();
  const refetchAll = () => void consoleQueryClient.invalidateQueries({ queryKey: [workspaceId] });
  const restore = async (change: number): Promise<RestoreResult & { changeSet: string }> => {
    const changeSet = newId();
    try {
      const scope = { workspace: workspaceId ?? '', signal: new AbortController().signal };
      const body = { ...versioned, change };
      const result = await api.call('POST /history/v2/restore-version', { ...scope, body, timeout: TIMEOUT_MS, changeSet });
      return { ...(await finishUndo(result, scope)), changeSet };
    } finally {
      refetchAll();
    }
  };
  return { restore, refetchAll };
}
