import type { ProductCollection, ProductSet } from '@console/shared-contract/api';
import { AddIcon, Button, OpenIcon, Page, Pager, Section } from '@console/shared-ui/basics';
import { type Column, DataTable, type RowAction } from '@console/shared-ui/table';
import { DialogSlot, useUrlParams, useDialog } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { FilterBar } from '../collections/filter-bar';
import { BooleanIcon } from '../collections/boolean-icon';
import { messages } from '../messages';
import { VerifiedProgress } from '../common/verified-progress';
import { CreateSet } from './create-set';
import { SET_PAGE_SIZE, setListParams, useSets } from './sets.queries';

const createColumns = (collections: readonly ProductCollection[] | undefined): Column<ProductSet>[] => [
  { id: 'name', header: messages.columns.name, cell: (set) => set.name },
  { id: 'year', header: messages.columns.year, cell: (set) => String(set.year ?? '–'), width: '64px' },
  {
    id: 'collection',
    header: messages.columns.collection,
    cell: (set) => describeCollection(collections, set.product_collection).name,
  },
  { id: 'type', header: messages.columns.type, cell: (set) => describeCollection(collections, set.product_collection).type },
  {
    id: 'completed',
    header: messages.columns.completed,
    cell: (set) => (
      <BooleanIcon value={set.completed} trueLabel={messages.sets.completed} falseLabel={messages.sets.notCompleted} />
    ),
    width: '88px',
  },
  {
    id: 'products',
    header: messages.columns.verifiedShare,
    cell: ({ verified_count: verified, products_count: products }) => <VerifiedProgress {...{ verified, products }} />,
    width: '136px',
  },
  { id: 'parent', header: messages.columns.parentSet, cell: (set) => set.parent_name ?? '–' },
];

const FLAGS = [
  { name: 'notCompleted', label: messages.filters.notCompleted },
  { name: 'parentOnly', label: messages.filters.parentSet },
] as const;
const getRowId = (row: ProductSet) => row.id;
const getRowActions = (row: ProductSet): readonly RowAction[] => [
  { label: messages.sets.open, icon: <OpenIcon />, to: `/set/${row.id}`, newTab: true },
];

export function SetsPage() {
  const collections = useCollections();
  const { values, committed, set, clear, isNarrowed } = useUrlParams(setListParams);
  const sets = useSets(committed);
  const dialog = useDialog<'create'>();
  const columns = useMemo(() => createColumns(collections.data), [collections.data]);
  return (
    <Page title={messages.sets.title}>
      <Section
        title={messages.sets.list}
        count={sets.data?.count}
        actions={
          <Button icon={<AddIcon />} onClick={() => dialog.open('create')}>
            {messages.sets.create}
          </Button>
        }
      >
        <FilterBar
          filters={values}
          onChange={set}
          onClear={isNarrowed() ? () => clear() : undefined}
          collections={collections.data}
          flags={FLAGS}
        />
        <DataTable
          label={messages.sets.list}
          columns={columns}
          rows={sets.data?.results}
          rowId={getRowId}
          rowActions={getRowActions}
          actionsWidth="64px"
          error={sets.error}
          onRetry={() => void sets.refetch()}
          empty={isNarrowed() ? messages.sets.noneMatch : messages.sets.none}
        />
        {sets.data && (
          <Pager page={committed.page} pageSize={SET_PAGE_SIZE} total={sets.data.count} onPageChange={(page) => set({ page })} />
        )}
        <DialogSlot dialog={dialog}>{(_, close) => <CreateSet collection={values.collection} onClose={close} />}</DialogSlot>
      </Section>
    </Page>
  );
}
