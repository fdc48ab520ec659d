import { isNotFound } from '@console/shared-auth';
import type { ReactNode } from 'react';
import { Page, type PageProps } from '../page/page';
import { QueryState } from '../pages/query-state';
import type { QueryLike } from '../states/query-like';
import { EmptyState } from '../states/empty-state';
import { useFocusAfterDeletion } from './use-focus-after-deletion';

export interface EntityPageProps<Row> extends Pick<PageProps, 'actions'> {
  query: QueryLike<Row>;
  /** Page title while the row loads, and if it does not exist. */
  title: string;
  /** Returns the title and the subtitle of a row. */
  describe: (row: Row) => Pick<PageProps, 'title' | 'subtitle'>;
  notFound: string;
  /** Title of the error message. Default: "This could not be loaded." */
  failed?: string;
  /** Whether the user has deleted the row on this page. */
  isDeleted?: boolean;
  children: (row: Row) => ReactNode;
}

/** Page of one row, with the states loading, loaded, failed, and not found or deleted. */
export function EntityPage<Row>(props: EntityPageProps<Row>) {
  const { query, title, describe, notFound, failed, isDeleted = false, actions, children } = props;
  const isMissing = isDeleted || isNotFound(query.error);
  useFocusAfterDeletion(isMissing);
  const description = !isMissing && query.data !== undefined ? describe(query.data) : { title };
  return (
    <Page actions={actions} {...description}>
      {isMissing ? (
        <EmptyState>{notFound}</EmptyState>
      ) : (
        <QueryState query={query} failed={failed}>
          {children}
        </QueryState>
      )}
    </Page>
  );
}
