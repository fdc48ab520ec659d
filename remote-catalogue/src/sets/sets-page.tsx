import type { ProductCollection, ProductSet } from '@console/shared-contract/api';
import { makeStyles, OpenIcon, Page, Pager, SearchBox, Section, tokens } from '@console/shared-ui/basics';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useDeferredValue, useState } from 'react';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { initialSetFilters, SET_PAGE_SIZE, useSets } from './sets.queries';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  search: { minWidth: '200px' },
});

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

export function SetsPage() {
  const styles = useStyles();
  const collections = useCollections();
  const [filters, setFilters] = useState(initialSetFilters);
  const [page, setPage] = useState(1);
  const asked = useDeferredValue(filters);
  const sets = useSets(asked, page);
  const set = (part: Partial<typeof filters>) => {
    setFilters({ ...filters, ...part });
    setPage(1);
  };
  return (
    <Page title={messages.sets.title}>
      <Section title={messages.sets.list} count={sets.data?.count}>
        <div className={styles.bar}>
          <SearchBox
            className={styles.search}
            aria-label={messages.filters.search}
            placeholder={messages.filters.search}
            value={filters.search}
            onChange={(_, data) => set({ search: data.value })}
          />
          <Select
            aria-label={messages.filters.collection}
            value={filters.collection}
            onChange={(_, data) => set({ collection: data.value })}
          >
            <option value="">{messages.filters.anyCollection}</option>
            {collections.data?.map((collection) => (
              <option key={collection.id} value={collection.id}>
                {collection.name}
              </option>
            ))}
          </Select>
          <Checkbox
            label={messages.filters.notCompleted}
            checked={filters.notCompleted}
            onChange={(_, data) => set({ notCompleted: data.checked === true })}
          />
          <Checkbox
            label={messages.filters.parentSet}
            checked={filters.parentOnly}
            onChange={(_, data) => set({ parentOnly: data.checked === true })}
          />
        </div>
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
