import type { WorkKindName } from '@console/shared-contract/api';
import type { Query, UseQueryOptions } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { liveAtom } from '../state/atoms';
import { consoleStore } from '../state/store';

/** How a query follows long work whose progress it shows. */
export interface WorkProgress<T> {
  /** Kinds of the work. Each message of the live stream about such work reads the rows again. */
  kinds: readonly WorkKindName[];
  /** Whether the rows show unfinished work. While the live stream is not connected, they are then read at the interval. */
  isActive: (rows: T) => boolean;
  pollMs: number;
}

/** Returns the options of a query that shows the progress of long work: it is polled only without a live stream. */
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

/** Returns the kinds of work whose progress a query shows. */
export function getWorkKinds({ meta }: Pick<Query, 'meta'>): readonly string[] {
  return Array.isArray(meta?.workKinds) ? (meta.workKinds as readonly string[]) : [];
}
