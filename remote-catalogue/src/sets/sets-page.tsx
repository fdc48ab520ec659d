import type { ProductCollection, ProductSet } from '@console/shared-contract/api';
import { OpenIcon, Page, Pager, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useDeferredValue, useState } from 'react';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { FilterBar } from '../collections/filter-bar';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { initialSetFilters, SET_PAGE_SIZE, useSets } from './sets.queries';

const columnsFor = (collections: readonly ProductCollection[] | undefined): Column<ProductSet>[] => [
  { id: 'name', header: messages.columns.name, cell: (set) => set.name },
  { id: 'year', header: messages.columns.year, cell: (set) => String(set.year ?? '–'), width: '80px' },
  {
    id: 'collection',
    header: messages.columns.collection,
    cell: (set) => describeCollection(collections, set.product_collection).name,
  },
  { id: 'type', header: messages.columns.type, cell: (set) => describeCollection(collections, set.product_collection).type },
  {
    id: 'completed',
    header: messages.columns.completed,
    cell: (set) => <Verdict yes={set.completed} yesLabel={messages.sets.completed} noLabel={messages.sets.notCompleted} />,
    width: '104px',
  },
  { id: 'parent', header: messages.columns.parentSet, cell: (set) => set.parent_name ?? '–' },
];

const FLAGS = [
  { name: 'notCompleted', label: messages.filters.notCompleted },
  { name: 'parentOnly', label: messages.filters.parentSet },
] as const;

export function SetsPage() {
  const collections = useCollections();
  const [filters, setFilters] = useState(initialSetFilters);
  const [page, setPage] = useState(1);
  const asked = useDeferredValue(filters);
  const sets = useSets(asked, page);
  return (
    <Page title={messages.sets.title}>
      <Section title={messages.sets.list} count={sets.data?.count}>
        <FilterBar
          filters={filters}
          onChange={(changed) => {
            setFilters(changed);
            setPage(1);
          }}
          collections={collections.data}
          flags={FLAGS}
        />
        <DataTable
          label={messages.sets.list}
          columns={columnsFor(collections.data)}
          rows={sets.data?.results}
          rowId={(row) => row.id}
          rowActions={(row) => [{ label: messages.sets.open, icon: <OpenIcon />, to: `/set/${row.id}`, newTab: true }]}
          error={sets.error}
          onRetry={() => void sets.refetch()}
          empty={asked === initialSetFilters ? messages.sets.none : messages.sets.noneMatch}
        />
        {sets.data && <Pager page={page} pageSize={SET_PAGE_SIZE} total={sets.data.count} onPageChange={setPage} />}
      </Section>
    </Page>
  );
}
