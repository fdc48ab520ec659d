import { activeWorkspaceIdAtom } from '../state/atoms';
import { consoleQueryClient } from '../state/query-client';
import { consoleStore } from '../state/store';
import { getWorkKinds } from './work-progress';

const getQueryKey = () => [consoleStore.get(activeWorkspaceIdAtom)];

/** Refetches the visible queries of the active workspace, and marks its other queries as stale. */
export function invalidateActiveWorkspace(): Promise<void> {
  return consoleQueryClient.invalidateQueries({ queryKey: getQueryKey() });
}

/** Refetches the queries of the active workspace that show the progress of matching kinds of background work. */
export function invalidateProgress(matches: (kinds: readonly string[]) => boolean): Promise<void> {
  const showsProgress = (query: Parameters<typeof getWorkKinds>[0]) => {
    const kinds = getWorkKinds(query);
    return kinds.length > 0 && matches(kinds);
  };
  return consoleQueryClient.invalidateQueries({ queryKey: getQueryKey(), predicate: showsProgress });
}
