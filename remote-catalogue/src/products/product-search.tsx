import type { Product, ProductCollection } from '@console/shared-contract/api';
import { AddIcon, Button, OpenIcon, Permitted } from '@console/shared-ui/basics';
import { BulkActions } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { FlagFilter, ListFilters, ListSection, SelectFilter, SortSelect } from '@console/shared-ui/list-section';
import { type Column, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { createCollectionColumns } from '../collections/collection-columns';
import { CollectionFilter } from '../collections/collection-filter';
import { useCollections } from '../collections/collections.queries';
import { createVerifiedColumn } from '../common/columns';
import { CatalogueCsv } from '../csv';
import { productListMessages } from '../common/product-list-messages';
import { commonMessages } from '../common/common-messages';
import { completenessMessages } from '../product/completeness-messages';
import { productBulkMessages } from '../common/product-bulk-messages';
import { Completeness } from '../product/completeness';
import { CreateProduct } from './create-product';
import { BULK_CHANGES, productBulkChanges } from './product-bulk-changes';
import { useProductList, type ProductFilters } from './products.queries';
import { SetDialog } from './set-dialog';

const productsMessages = productListMessages;

// Every column has a width, so that the extra space of a wide window is shared by all columns. All columns fit in 1,024 pixels.
const createColumns = (collections: readonly ProductCollection[] | undefined): Column<Product>[] => [
  { id: 'name', header: commonMessages.columns.name, cell: (product) => product.name, width: '140px' },
  {
    id: 'number',
    header: commonMessages.columns.customerProductId,
    cell: (product) => product.customer_product_id || '–',
    width: '90px',
  },
  ...createCollectionColumns(collections, { name: '96px', type: '72px' }),
  createVerifiedColumn('64px'),
  {
    id: 'lacks',
    header: completenessMessages.column,
    cell: (product) => <Completeness missing={product.lacks} missingKeys={product.missing_keys} />,
    width: '104px',
  },
  { id: 'image', header: commonMessages.columns.image, cell: (product) => <ThumbCell src={product.thumb} />, width: '56px' },
];

const SORTABLE_COLUMNS = ['name', 'number'];
const GAP_CHOICES: readonly { value: ProductFilters['lacks']; label: string }[] = [
  { value: '', label: completenessMessages.any },
  { value: 'nothing', label: completenessMessages.complete },
  { value: 'anything', label: completenessMessages.incomplete },
  ...(['pictures', 'meta', 'price', 'verification'] as const).map((value) => ({
    value,
    label: completenessMessages.without(completenessMessages.gaps[value]),
  })),
];
const getRowActions = (product: Product): readonly RowAction[] => [
  { label: productsMessages.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
];

const ORDERINGS = ['name', 'number', '-created', 'created'] as const;

/** Paged list of products with filters and bulk changes. Typing searches after a pause, and the button searches at once and refetches. */
export function ProductSearch() {
  const { data: collections } = useCollections();
  const list = useProductList();
  const columns = useMemo(() => createColumns(collections), [collections]);
  const dialog = useDialog<'create'>();
  return (
    <ListSection
      title={productsMessages.list}
      list={list}
      columns={columns}
      sortableColumns={SORTABLE_COLUMNS}
      rowActions={getRowActions}
      actionsWidth="60px"
      isSelectable
      empty={productsMessages.none}
      noMatch={productsMessages.noneMatch}
      pager="always"
      formatTotal={productsMessages.total}
      actions={
        <>
          <Permitted<'POST /product/v2/product/'> permission="manage">
            <Button icon={<AddIcon />} onClick={() => dialog.open('create')}>
              {productsMessages.create}
            </Button>
          </Permitted>
          <CatalogueCsv filter={list.isFiltered ? { query: list.filter, total: list.total } : null} />
        </>
      }
    >
      <ListFilters list={list} label={commonMessages.filters.searchProducts} hasSearchButton>
        <CollectionFilter list={list} />
        <SelectFilter list={list} name="lacks" label={completenessMessages.filter} choices={GAP_CHOICES} />
        <SortSelect list={list} label={productsMessages.sort} orderings={ORDERINGS} formatOrdering={productsMessages.sortedBy} />
        <FlagFilter list={list} name="notVerified" label={commonMessages.filters.notVerified} />
        <FlagFilter list={list} name="empty" label={commonMessages.filters.empty} />
      </ListFilters>
      <BulkActions
        list={list}
        bulk={productBulkChanges}
        available={BULK_CHANGES}
        notes={{ delete: productBulkMessages.deletionNote }}
        dialogs={{ set: (props) => <SetDialog {...props} /> }}
      />
      <DialogSlot dialog={dialog}>
        {(_, close) => <CreateProduct collection={list.values.collection} onClose={close} />}
      </DialogSlot>
    </ListSection>
  );
}
