import { api, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { BulkDependentsCall, DependentKind, Dependents, DependentsCall } from '@console/shared-contract/api';
import { formatCount } from '../format/counts';
import { dependentMessages } from './dependent-messages';

/** The call that counts the rows affected by the deletion of a row, and the id of the row. */
export interface DependentsQuery {
  call: DependentsCall;
  id: string;
}

/** The call that counts the rows affected by the deletion of several rows. `target` selects the rows to delete. */
export interface BulkDependentsQuery {
  call: BulkDependentsCall;
  target: { ids: string[] } | { filter: unknown };
}

/** Texts about rows that a deletion affects. Undefined if the server cannot count them. */
export interface DependentsSummary {
  lines: readonly string[] | undefined;
  /** Whether the server would refuse the deletion. */
  isBlocked: boolean;
  /**
   * Number of days for which the page "Recently deleted" lists the deleted rows. Null if that page does not list them, or if an
   * older server omits the number.
   */
  restorableDays: number | null;
}

function countDependents(query: DependentsQuery | BulkDependentsQuery, scope: QueryScope): Promise<Dependents> {
  if ('id' in query) return api.call(query.call, { params: { id: query.id }, ...scope });
  // Skip selected rows that another user has deleted in the meantime.
  return api.callByName(query.call, { body: { ...query.target, skip_gone: true }, ...scope }) as Promise<Dependents>;
}

/** Counts the rows that a deletion affects. Pass `undefined` while the dialog is closed. */
export function useDependents(query: DependentsQuery | BulkDependentsQuery | undefined): DependentsSummary {
  const { data, isFetching } = useWorkspaceQuery<Dependents | null>({
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:dependents', query],
    enabled: query !== undefined,
    // Do not cache the counts, because they may be outdated when a dialog opens again.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    load: async (scope) => (query ? countDependents(query, scope) : null),
  });
  if (query && isFetching) return { lines: [dependentMessages.counting], isBlocked: false, restorableDays: null };
  if (!data) return { lines: undefined, isBlocked: false, restorableDays: null };
  // Servers of earlier releases do not send this field.
  const { restorable_days: restorableDays = null } = data;
  const blocking = formatKinds(data.blocking);
  if (blocking !== '') return { lines: [dependentMessages.blocking(blocking)], isBlocked: true, restorableDays };
  const [deletedText, detachedText] = [formatKinds(data.deleted), formatKinds(data.detached)];
  const lines = [
    deletedText === '' ? [] : dependentMessages.deleted(deletedText),
    detachedText === '' ? [] : dependentMessages.detached(detachedText),
  ].flat();
  return { lines: lines.length > 0 ? lines : [dependentMessages.none], isBlocked: false, restorableDays };
}

function formatKinds(counts: Dependents['deleted']): string {
  const countTexts = (Object.entries(counts) as [DependentKind, number][])
    // A newer server may count kinds that this console does not know.
    .filter(([kind]) => kind in dependentMessages.kinds)
    .map(([kind, count]) => {
      const [singular, plural] = dependentMessages.kinds[kind];
      return formatCount(count, singular, plural);
    });
  return new Intl.ListFormat('en').format(countTexts);
}
