import type { DeletedRow, UndoConflict } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/basics';
import { compareKinds } from '@console/shared-ui/history';
import { activityMessages } from '../activity/messages';
import { trashMessages } from './messages';

/** Describes the dependent rows that are restored together with `rows`, for example `3 objects, 1 polygon`. */
export function describeIncludedRows(rows: readonly Pick<DeletedRow, 'included'>[]): string {
  const counts = new Map<DeletedRow['included'][number]['kind'], number>();
  for (const { kind, count } of rows.flatMap(({ included }) => included)) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const sortedCounts = [...counts].sort(([a], [b]) => compareKinds(a, b));
  return sortedCounts.map(([kind, count]) => formatCount(count, ...activityMessages.kinds[kind])).join(', ');
}

/** Describes why rows were not restored, each reason once. */
export function describeConflicts(conflicts: readonly UndoConflict[]): string {
  return [...new Set(conflicts.map(({ reason }) => trashMessages.conflicts[reason]))].join(' ');
}
