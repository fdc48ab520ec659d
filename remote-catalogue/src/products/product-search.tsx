import type { Product, ProductCollection } from '@console/shared-contract/api';
import { AddIcon, Button, getLastPage, OpenIcon, Pager, Section } from '@console/shared-ui/basics';
import { type BulkSelection, EMPTY_SELECTION } from '@console/shared-ui/bulk';
import { Select } from '@console/shared-ui/choices';
import { DialogSlot, useUrlParams, useDialog } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useEffect, useMemo, useState } from 'react';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { FilterBar } from '../collections/filter-bar';
import { Verdict } from '../collections/verdict';
import { CatalogueCsv } from '../csv';
import { messages } from '../messages';
import { Completeness } from './completeness';
import { CreateProduct } from './create-product';
import { ProductsBulkBar } from './products-bulk-bar';
import { PRODUCT_PAGE_SIZE, type ProductFilters, productsInAddress, useProducts } from './products.queries';

const words = messages.products;

const columnsFor = (collections: readonly ProductCollection[] | undefined): Column<Product>[] => [
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
    cell: (product) => <Verdict yes={product.verified} yesLabel={words.verified} noLabel={words.notVerified} />,
    width: '72px',
  },
  {
    id: 'lacks',
    header: messages.completeness.column,
    cell: (product) => <Completeness lacks={product.lacks} missingKeys={product.missing_keys} />,
    width: '148px',
  },
  { id: 'image', header: messages.columns.image, cell: (product) => <ThumbCell src={product.thumb} />, width: '72px' },
];

const FLAGS = [
  { name: 'notVerified', label: messages.filters.notVerified },
  { name: 'empty', label: messages.filters.empty },
] as const;
const LACKS: readonly { value: ProductFilters['lacks']; label: string }[] = [
  { value: '', label: messages.completeness.any },
  { value: 'nothing', label: messages.completeness.complete },
  { value: 'anything', label: messages.completeness.incomplete },
  ...(['pictures', 'meta', 'price', 'verification'] as const).map((value) => ({
    value,
    label: messages.completeness.without(messages.completeness.lack[value]),
  })),
];
const idOf = (product: Product) => product.id;
const actionsOf = (product: Product): readonly RowAction[] => [
  { label: words.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
];

/** Search of products, 25 a page. What is typed is searched for when the hand rests; the button asks at once, and anew. */
export function ProductSearch() {
  const { data: collections } = useCollections();
  const { values, committed: asked, set, clear, isNarrowed } = useUrlParams(productsInAddress);
  const products = useProducts(asked);
  const columns = useMemo(() => columnsFor(collections), [collections]);
  const dialog = useDialog<'create'>();
  const [selection, setSelection] = useState<BulkSelection>(EMPTY_SELECTION);
  const rows = products.data?.results;
  const total = products.data?.count ?? 0;
  // What was deleted, or no longer matches, may have been all of the last page.
  const last = getLastPage(total, PRODUCT_PAGE_SIZE);
  const isBeyond = products.data !== undefined && !products.isPlaceholderData && asked.page > last;
  useEffect(() => {
    if (isBeyond) set({ page: last });
  }, [isBeyond, last, set]);
  const change = (patch: Partial<ProductFilters>) => {
    // 'All matching' means this search, and does not outlive it.
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
    // Writes at once what is typed and not yet asked for.
    set({ page: 1 });
    if (values.search === asked.search) void products.refetch();
  };
  return (
    <Section
      title={words.list}
      actions={
        <>
          <Button icon={<AddIcon />} onClick={() => dialog.open('create')}>
            {words.create}
          </Button>
          <CatalogueCsv collection={asked.collection} />
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
          {LACKS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </FilterBar>
      <ProductsBulkBar
        selection={selection}
        filters={asked}
        total={total}
        onSelectAll={() => setSelection({ ids: new Set(), all: true })}
        onClear={() => setSelection(EMPTY_SELECTION)}
      />
      <DataTable
        label={words.list}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowActions={actionsOf}
        selectedIds={selectedIds}
        onSelectionChange={(ids) => setSelection({ ids, all: false })}
        actionsWidth="64px"
        error={products.error}
        onRetry={() => void products.refetch()}
        empty={isNarrowed() ? words.noneMatch : words.none}
      />
      {products.data && (
        <Pager
          page={asked.page}
          pageSize={PRODUCT_PAGE_SIZE}
          total={products.data.count}
          onPageChange={(page) => set({ page })}
          totalText={words.total(products.data.count)}
        />
      )}
      <DialogSlot of={dialog}>{(_, close) => <CreateProduct collection={values.collection} onClose={close} />}</DialogSlot>
    </Section>
  );
}
