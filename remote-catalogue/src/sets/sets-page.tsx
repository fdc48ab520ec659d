import type { ProductCollection, ProductSet } from '@console/shared-contract/api';
import { AddIcon, Button, OpenIcon, Page, Permitted } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { FlagFilter, ListFilters, ListSection, SortSelect } from '@console/shared-ui/list-section';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { createCollectionColumns } from '../collections/collection-columns';
import { CollectionFilter } from '../collections/collection-filter';
import { useCollections } from '../collections/collections.queries';
import { createSetColumns } from '../common/columns';
import { VerifiedProgress } from '../common/verified-progress';
import { messages } from '../messages';
import { CreateSet } from './create-set';
import { useSetList } from './sets.queries';

// All columns have a width, so that a wide window gives space to all of them. A window of 1,024 pixels shows all columns.
const { year, completed } = createSetColumns({ year: '48px', completed: '84px' });
const createColumns = (collections: readonly ProductCollection[] | undefined): Column<ProductSet>[] => [
  { id: 'name', header: messages.columns.name, cell: (set) => set.name, width: '170px' },
  year,
  ...createCollectionColumns(collections, { name: '120px', type: '84px' }),
  completed,
  {
    id: 'products',
    header: messages.columns.verifiedShare,
    cell: ({ verified_count: verified, products_count: products }) => <VerifiedProgress {...{ verified, products }} />,
    width: '110px',
  },
  { id: 'parent', header: messages.columns.parentSet, cell: (set) => set.parent_name ?? '–', width: '80px' },
];

const SORTABLE_COLUMNS = ['name'];
const ORDERINGS = ['name', '-created', 'created'] as const;
const getRowActions = (row: ProductSet): readonly RowAction[] => [
  { label: messages.setList.open, icon: <OpenIcon />, to: `/set/${row.id}`, newTab: true },
];

export function SetsPage() {
  const collections = useCollections();
  const list = useSetList();
  const dialog = useDialog<'create'>();
  const columns = useMemo(() => createColumns(collections.data), [collections.data]);
  return (
    <Page title={messages.setList.title}>
      <ListSection
        title={messages.setList.list}
        hasCount
        list={list}
        columns={columns}
        sortableColumns={SORTABLE_COLUMNS}
        rowActions={getRowActions}
        actionsWidth="60px"
        empty={messages.setList.none}
        noMatch={messages.setList.noneMatch}
        pager="always"
        actions={
          <Permitted<'POST /product/v2/set/'> permission="manage">
            <Button icon={<AddIcon />} onClick={() => dialog.open('create')}>
              {messages.setList.create}
            </Button>
          </Permitted>
        }
      >
        <ListFilters list={list} label={messages.filters.searchSets}>
          <CollectionFilter list={list} />
          <SortSelect
            list={list}
            label={messages.products.sort}
            orderings={ORDERINGS}
            formatOrdering={messages.products.sortedBy}
          />
          <FlagFilter list={list} name="notCompleted" label={messages.filters.notCompleted} />
          <FlagFilter list={list} name="parentOnly" label={messages.filters.parentSet} />
        </ListFilters>
      </ListSection>
      <DialogSlot dialog={dialog}>{(_, close) => <CreateSet collection={list.values.collection} onClose={close} />}</DialogSlot>
    </Page>
  );
}
