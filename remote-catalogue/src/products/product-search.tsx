import type { Product, ProductCollection } from '@console/shared-contract/api';
import { AddIcon, Button, OpenIcon, Pager, Section } from '@console/shared-ui/basics';
import { DialogSlot, useAddress, useDialog } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { describeCollection, useCollections } from '../collections/collections.queries';
import { FilterBar } from '../collections/filter-bar';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { ThumbCell } from '../parts/thumb-cell';
import { CreateProduct } from './create-product';
import { PRODUCT_PAGE_SIZE, productsInAddress, useProducts } from './products.queries';

const words = messages.products;

const columnsFor = (collections: readonly ProductCollection[] | undefined): Column<Product>[] => [
  { id: 'name', header: messages.columns.name, cell: (product) => product.name },
  { id: 'customer', header: messages.columns.id, cell: (product) => product.customer_product_id || '–', width: '152px' },
  {
    id: 'collection',
    header: messages.columns.collection,
    cell: (product) => describeCollection(collections, product.product_collection).name,
    width: '152px',
  },
  {
    id: 'type',
    header: messages.columns.type,
    cell: (product) => describeCollection(collections, product.product_collection).type,
    width: '104px',
  },
  {
    id: 'verified',
    header: messages.columns.verified,
    cell: (product) => <Verdict yes={product.verified} yesLabel={words.verified} noLabel={words.notVerified} />,
    width: '88px',
  },
  { id: 'image', header: messages.columns.image, cell: (product) => <ThumbCell src={product.thumb} />, width: '88px' },
];

const FLAGS = [
  { name: 'notVerified', label: messages.filters.notVerified },
  { name: 'empty', label: messages.filters.empty },
] as const;
const idOf = (product: Product) => product.id;
const actionsOf = (product: Product): readonly RowAction[] => [
  { label: words.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
];

/** Search of products, 25 a page. What is typed is searched for when the hand rests; the button asks at once, and anew. */
export function ProductSearch() {
  const { data: collections } = useCollections();
  const { values, asked, set, isNarrowed } = useAddress(productsInAddress);
  const products = useProducts(asked);
  const columns = useMemo(() => columnsFor(collections), [collections]);
  const dialog = useDialog<'create'>();
  const searchNow = () => {
    // Writes at once what is typed and not yet asked for.
    set({ page: 1 });
    if (values.search === asked.search) void products.refetch();
  };
  return (
    <Section
      title={words.list}
      actions={
        <Button icon={<AddIcon />} onClick={() => dialog.open('create')}>
          {words.create}
        </Button>
      }
    >
      <FilterBar filters={values} onChange={set} onSubmit={searchNow} collections={collections} flags={FLAGS} />
      <DataTable
        label={words.list}
        columns={columns}
        rows={products.data?.results}
        rowId={idOf}
        rowActions={actionsOf}
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
