import type { Product, ProductCollection } from '@console/shared-contract/api';
import { OpenIcon, Pager, Thumbnail } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useAddress } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { describeCollection } from '../collections/collections.queries';
import { FilterBar } from '../collections/filter-bar';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { PRODUCT_PAGE_SIZE, productsInAddress, useProducts } from './products.queries';

const columnsFor = (collections: readonly ProductCollection[] | undefined): Column<Product>[] => [
  { id: 'name', header: messages.columns.name, cell: (product) => product.name },
  { id: 'customer', header: messages.columns.customerId, cell: (product) => product.customer_product_id || '–' },
  {
    id: 'collection',
    header: messages.columns.collection,
    cell: (product) => describeCollection(collections, product.product_collection).name,
  },
  {
    id: 'type',
    header: messages.columns.type,
    cell: (product) => describeCollection(collections, product.product_collection).type,
  },
  {
    id: 'verified',
    header: messages.columns.verified,
    cell: (product) => (
      <Verdict yes={product.verified} yesLabel={messages.products.verified} noLabel={messages.products.notVerified} />
    ),
    width: '88px',
  },
  {
    id: 'image',
    header: messages.columns.image,
    cell: (product) => <Thumbnail src={product.thumb} alt="" width={56} height={56} cover />,
    width: '88px',
  },
];

const FLAGS = [
  { name: 'notVerified', label: messages.filters.notVerified },
  { name: 'empty', label: messages.filters.empty },
] as const;

/** Search of products, 25 a page. */
export function ProductSearch({ collections }: { collections: readonly ProductCollection[] | undefined }) {
  const { values, asked, set, isNarrowed } = useAddress(productsInAddress);
  const products = useProducts(asked);
  const columns = useMemo(() => columnsFor(collections), [collections]);
  return (
    <>
      <FilterBar filters={values} onChange={set} collections={collections} flags={FLAGS} />
      <DataTable
        label={messages.products.list}
        columns={columns}
        rows={products.data?.results}
        rowId={(product) => product.id}
        rowActions={(product) => [
          { label: messages.products.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
        ]}
        error={products.error}
        onRetry={() => void products.refetch()}
        empty={isNarrowed() ? messages.products.noneMatch : messages.products.none}
      />
      {products.data && (
        <Pager
          page={asked.page}
          pageSize={PRODUCT_PAGE_SIZE}
          total={products.data.count}
          onPageChange={(page) => set({ page })}
          totalText={messages.products.total(products.data.count)}
        />
      )}
    </>
  );
}
