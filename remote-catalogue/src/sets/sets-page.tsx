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
import { commonMessages } from '../common/common-messages';
import { setListMessages } from '../common/set-list-messages';
import { productListMessages } from '../common/product-list-messages';
import { CreateSet } from './create-set';
import { useSetList } from './sets.queries';

// Every column has a width, so that the extra space of a wide window is shared by all columns. All columns fit in 1,024 pixels.
const { year: yearColumn, completed: completedColumn } = createSetColumns({ year: '48px', completed: '84px' });
const createColumns = (collections: readonly ProductCollection[] | undefined): Column<ProductSet>[] => [
  { id: 'name', header: commonMessages.columns.name, cell: (productSet) => productSet.name, width: '170px' },
  yearColumn,
  ...createCollectionColumns(collections, { name: '120px', type: '84px' }),
  completedColumn,
  {
    id: 'products',
    header: commonMessages.columns.verifiedShare,
    cell: ({ verified_count: verified, products_count: products }) => (
      <VerifiedProgress verified={verified} products={products} />
    ),
    width: '110px',
  },
  { id: 'parent', header: commonMessages.columns.parentSet, cell: (productSet) => productSet.parent_name ?? '–', width: '80px' },
];

const SORTABLE_COLUMNS = ['name'];
const ORDERINGS = ['name', '-created', 'created'] as const;
const getRowActions = (row: ProductSet): readonly RowAction[] => [
  { label: setListMessages.open, icon: <OpenIcon />, to: `/set/${row.id}`, newTab: true },
];

export function SetsPage() {
  const collections = useCollections();
  const list = useSetList();
  const dialog = useDialog<'create'>();
  const columns = useMemo(() => createColumns(collections.data), [collections.data]);
  return (
    <Page title={setListMessages.title}>
      <ListSection
        title={setListMessages.list}
        hasCount
        list={list}
        columns={columns}
        sortableColumns={SORTABLE_COLUMNS}
        rowActions={getRowActions}
        actionsWidth="60px"
        empty={setListMessages.none}
        noMatch={setListMessages.noneMatch}
        pager="always"
        actions={
          <Permitted<'POST /product/v2/set/'> permission="manage">
            <Button icon={<AddIcon />} onClick={() => dialog.open('create')}>
              {setListMessages.create}
            </Button>
          </Permitted>
        }
      >
        <ListFilters list={list} label={commonMessages.filters.searchSets}>
          <CollectionFilter list={list} />
          <SortSelect
            list={list}
            label={productListMessages.sort}
            orderings={ORDERINGS}
            formatOrdering={productListMessages.sortedBy}
          />
          <FlagFilter list={list} name="notCompleted" label={commonMessages.filters.notCompleted} />
          <FlagFilter list={list} name="parentOnly" label={commonMessages.filters.parentSet} />
        </ListFilters>
      </ListSection>
      <DialogSlot dialog={dialog}>{(_, close) => <CreateSet collection={list.values.collection} onClose={close} />}</DialogSlot>
    </Page>
  );
}
