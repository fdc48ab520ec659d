import type { ApiCalls, CallQuery, StatisticsDimension, StatisticsVisibility } from '@console/shared-contract/api';
import { api, invalidateWorkspace, useWorkspaceQuery } from '@console/shared-auth';
import { keepPreviousData } from '@tanstack/react-query';

// The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
const AREA = 'own:training';
type StatisticsQuery = CallQuery<ApiCalls['GET /history/v2/statistics/']>;

/** A period from its first to its last UTC day. */
export interface DayRange {
  from: string;
  to: string;
}

/** A period, and a user, job or label by id. Undefined selects all. */
export type StatisticsFilters = DayRange & Pick<StatisticsQuery, 'user' | 'job' | 'label'>;

const DAY_MS = 86_400_000;
const MAX_DAYS = 731;

/** Returns the UTC day `count` days before today, `YYYY-MM-DD`. */
export const getDaysAgo = (count: number): string => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);
/** Returns the earliest start of a period that ends today: the server limits the length of a period. */
export const getEarliestDay = (): string => getDaysAgo(MAX_DAYS);

/** Reads the statistics of users, grouped by one dimension. Without a dimension, reads the totals. */
export function useStatistics(filters: StatisticsFilters, dimension?: StatisticsDimension) {
  return useWorkspaceQuery({
    key: [AREA, 'statistics', dimension, filters],
    load: (scope) =>
      api.call('GET /history/v2/statistics/', { ...scope, query: { ...filters, group_by: dimension ? [dimension] : [] } }),
    placeholderData: keepPreviousData,
  });
}

export function useForecast(jobId: string) {
  return useWorkspaceQuery({
    key: [AREA, 'forecast', jobId],
    load: (scope) => api.call('GET /history/v2/statistics/forecast/', { ...scope, query: { job: jobId } }),
  });
}

/** Sets who can see the statistics of other users in the active workspace. */
export async function setVisibility(visibility: StatisticsVisibility): Promise<void> {
  await api.call('PUT /history/v2/statistics/visibility/', { body: { visibility } });
  await invalidateWorkspace(AREA, 'statistics');
}
