import type { Product, ProductCollection } from '@console/shared-contract/api';
import { AddIcon, Button, getLastPage, OpenIcon, Pager, Section } from '@console/shared-ui/basics';
import { type BulkSelection, EMPTY_SELECTION } from '@console/shared-ui/bulk';
import { Select } from '@console/shared-ui/choices';
import { DialogSlot, useUrlParams, useDialog } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useEffect, useMemo, useState } from 'react';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { FilterBar } from '../collections/filter-bar';
import { BooleanIcon } from '../collections/boolean-icon';
import { CatalogueCsv } from '../csv';
import { messages } from '../messages';
import { Completeness } from './completeness';
import { CreateProduct } from './create-product';
import { ProductsBulkBar } from './products-bulk-bar';
import { PRODUCT_PAGE_SIZE, type ProductFilters, productListParams, useProducts } from './products.queries';

const productsMessages = messages.products;

const createColumns = (collections: readonly ProductCollection[] | undefined): Column<Product>[] => [
  { id: 'name', header: messages.columns.name, cell: (product) => product.name },
  { id: 'customer', header: messages.columns.id, cell: (product) => product.customer_product_id || '–', width: '104px' },
  {
    id: 'collection',
    header: messages.columns.collection,
    cell: (product) => describeCollection(collections, product.product_collection).name,
    width: '104px',
  },
  {
    id: 'type',
    header: messages.columns.type,
    cell: (product) => describeCollection(collections, product.product_collection).type,
    width: '72px',
  },
  {
    id: 'verified',
    header: messages.columns.verified,
    cell: (product) => (
      <BooleanIcon value={product.verified} trueLabel={productsMessages.verified} falseLabel={productsMessages.notVerified} />
    ),
    width: '72px',
  },
  {
    id: 'lacks',
    header: messages.completeness.column,
    cell: (product) => <Completeness missing={product.lacks} missingKeys={product.missing_keys} />,
    width: '148px',
  },
  { id: 'image', header: messages.columns.image, cell: (product) => <ThumbCell src={product.thumb} />, width: '72px' },
];

const FLAGS = [
  { name: 'notVerified', label: messages.filters.notVerified },
  { name: 'empty', label: messages.filters.empty },
] as const;
const GAP_CHOICES: readonly { value: ProductFilters['lacks']; label: string }[] = [
  { value: '', label: messages.completeness.any },
  { value: 'nothing', label: messages.completeness.complete },
  { value: 'anything', label: messages.completeness.incomplete },
  ...(['pictures', 'meta', 'price', 'verification'] as const).map((value) => ({
    value,
    label: messages.completeness.without(messages.completeness.gaps[value]),
  })),
];
const getRowId = (product: Product) => product.id;
const getRowActions = (product: Product): readonly RowAction[] => [
  { label: productsMessages.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
];

/** Paged list of products with filters and bulk changes. Typing searches after a pause, and the button searches at once and refetches. */
export function ProductSearch() {
  const { data: collections } = useCollections();
  const { values, committed, set, clear, isNarrowed } = useUrlParams(productListParams);
  const products = useProducts(committed);
  const columns = useMemo(() => createColumns(collections), [collections]);
  const dialog = useDialog<'create'>();
  const [selection, setSelection] = useState<BulkSelection>(EMPTY_SELECTION);
  const rows = products.data?.results;
  const total = products.data?.count ?? 0;
  // All products of the last page can have been deleted or may no longer match.
  const lastPage = getLastPage(total, PRODUCT_PAGE_SIZE);
  const isPastLastPage = products.data !== undefined && !products.isPlaceholderData && committed.page > lastPage;
  useEffect(() => {
    if (isPastLastPage) set({ page: lastPage });
  }, [isPastLastPage, lastPage, set]);
  const change = (patch: Partial<ProductFilters>) => {
    // The selection of all matching products is only valid for this search.
    if (selection.all) setSelection(EMPTY_SELECTION);
    set(patch);
  };
  const clearFilters = () => {
    if (selection.all) setSelection(EMPTY_SELECTION);
    clear();
  };
  const selectedIds = useMemo(
    () => (selection.all ? new Set((rows ?? []).map(({ id }) => id)) : selection.ids),
    [selection, rows],
  );
  const searchNow = () => {
    // Writes typed text to the URL without delay.
    set({ page: 1 });
    if (values.search === committed.search) void products.refetch();
  };
  return (
    <Section
      title={productsMessages.list}
      actions={
        <>
          <Button icon={<AddIcon />} onClick={() => dialog.open('create')}>
            {productsMessages.create}
          </Button>
          <CatalogueCsv collection={committed.collection} />
        </>
      }
    >
      <FilterBar
        filters={values}
        onChange={change}
        onSubmit={searchNow}
        onClear={isNarrowed() ? clearFilters : undefined}
        collections={collections}
        flags={FLAGS}
      >
        <Select
          aria-label={messages.completeness.filter}
          value={values.lacks}
          onChange={(_, data) => change({ lacks: data.value as ProductFilters['lacks'] })}
        >
          {GAP_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </FilterBar>
      <ProductsBulkBar
        selection={selection}
        filters={committed}
        total={total}
        onSelectAll={() => setSelection({ ids: new Set(), all: true })}
        onClear={() => setSelection(EMPTY_SELECTION)}
      />
      <DataTable
        label={productsMessages.list}
        columns={columns}
        rows={rows}
        rowId={getRowId}
        rowActions={getRowActions}
        selectedIds={selectedIds}
        onSelectionChange={(ids) => setSelection({ ids, all: false })}
        actionsWidth="64px"
        error={products.error}
        onRetry={() => void products.refetch()}
        empty={isNarrowed() ? productsMessages.noneMatch : productsMessages.none}
      />
      {products.data && (
        <Pager
          page={committed.page}
          pageSize={PRODUCT_PAGE_SIZE}
          total={products.data.count}
          onPageChange={(page) => set({ page })}
          totalText={productsMessages.total(products.data.count)}
        />
      )}
      <DialogSlot dialog={dialog}>{(_, close) => <CreateProduct collection={values.collection} onClose={close} />}</DialogSlot>
    </Section>
  );
}
