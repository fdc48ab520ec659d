import { isNotFound } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { useReportReady } from '../host-services/use-report-ready';
import { EmptyState } from '../states/empty-state';
import { ErrorState } from '../states/error-state';
import type { QueryLike } from '../states/query-like';
import { RefreshFailed } from '../states/refresh-failed';
import { SkeletonRows } from '../states/skeletons';

export interface QueryStateProps<Data> {
  query: QueryLike<Data>;
  /** Renders the loaded data. */
  children: (data: Data) => ReactNode;
  /** Placeholder while the data loads. Default: gray lines. */
  skeleton?: ReactNode;
  /** Message if the item does not exist. Default: the general error message. */
  notFound?: string;
  /** Title of the error message. Default: "This could not be loaded." */
  failed?: string;
  /** Returns whether the data is empty. If so, `empty` is shown instead. */
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
}

/**
 * Renders the result of a query, and its other states: loading, empty, not found, or failed with Retry. If a refetch fails, the data stays
 * visible with a warning.
 */
export function QueryState<Data>({ query, children, skeleton, notFound, failed, isEmpty, empty }: QueryStateProps<Data>) {
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  useReportReady(data !== undefined);
  if (data === undefined) {
    if (!error) return skeleton ?? <SkeletonRows />;
    if (notFound !== undefined && isNotFound(error)) return <EmptyState>{notFound}</EmptyState>;
    return <ErrorState title={failed} error={error} onRetry={retry} />;
  }
  return (
    <>
      {error != null && <RefreshFailed onRetry={retry} />}
      {isEmpty?.(data) ? typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty : children(data)}
    </>
  );
}
