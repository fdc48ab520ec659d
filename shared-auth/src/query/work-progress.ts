import type { WorkKindName } from '@console/shared-contract/api';
import type { Query, UseQueryOptions } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { liveAtom } from '../state/atoms';
import { consoleStore } from '../state/store';

/** How a query that shows the progress of background work is kept up to date. */
export interface WorkProgress<T> {
  /**
   * Kinds of background work that the query shows. When the server announces progress of one of these kinds, the query is refetched.
   */
  kinds: readonly WorkKindName[];
  /** Whether the rows show unfinished tasks. The query then polls while the server announces no changes. */
  isActive: (rows: T) => boolean;
  pollMs: number;
}

/**
 * Returns the options of a query that shows the progress of background work. The query polls only while the server announces no changes.
 */
export function useProgressOptions<T, Selected>(
  progress: WorkProgress<T> | undefined,
): Pick<UseQueryOptions<T, Error, Selected>, 'refetchInterval' | 'meta'> {
  const isLive = useAtomValue(liveAtom, { store: consoleStore });
  if (!progress) return {};
  const { kinds, isActive, pollMs } = progress;
  return {
    meta: { workKinds: kinds },
    refetchInterval: ({ state }) => (!isLive && state.data !== undefined && isActive(state.data) ? pollMs : false),
  };
}

/** Returns the kinds of background work whose progress a query shows. */
export function getWorkKinds({ meta }: Pick<Query, 'meta'>): readonly string[] {
  return Array.isArray(meta?.workKinds) ? (meta.workKinds as readonly string[]) : [];
}
