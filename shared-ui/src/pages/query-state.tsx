import { isNotFound } from '@console/shared-auth';
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { EmptyState } from '../states/empty-state';
import { ErrorState } from '../states/error-state';
import { SkeletonRows } from '../states/skeletons';

/** What is needed of a query of TanStack. */
export interface QueryLike<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

export interface QueryStateProps<Data> {
  query: QueryLike<Data>;
  /** Drawn with what was read. */
  children: (data: Data) => ReactNode;
  /** The shape of what will come; lines unless told. */
  skeleton?: ReactNode;
  /** Said where the address leads to nothing; without it that is a failure like any other. */
  notFound?: string;
  /** What failed, of a part among others; "This could not be loaded." unless told. */
  failed?: string;
  /** Whether there is nothing in what was read, and what is said then. */
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
}

/**
 * What is read, in each of its states: on its way, there, empty, not found, failed with Retry. What was read once stays when
 * reading it again fails, with a line that says so.
 */
export function QueryState<Data>({ query, children, skeleton, notFound, failed, isEmpty, empty }: QueryStateProps<Data>) {
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  if (data === undefined) {
    if (!error) return skeleton ?? <SkeletonRows />;
    if (notFound !== undefined && isNotFound(error)) return <EmptyState>{notFound}</EmptyState>;
    return <ErrorState title={failed} error={error} onRetry={retry} />;
  }
  return (
    <>
      {error != null && (
        <MessageBar intent="warning">
          <MessageBarBody>{messages.notReadAgain}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={retry}>
              {messages.retry}
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {isEmpty?.(data) ? typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty : children(data)}
    </>
  );
}
