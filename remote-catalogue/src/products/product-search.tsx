import type { Product, ProductCollection } from '@console/shared-contract/api';
import { makeStyles, OpenIcon, Pager, SearchBox, Thumbnail, tokens } from '@console/shared-ui/basics';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useDeferredValue, useState } from 'react';
import { describeCollection } from '../collections/collections.queries';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { noProductFilters, PRODUCT_PAGE_SIZE, useProducts } from './products.queries';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  search: { minWidth: '200px' },
});

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

/** Search of products, 25 a page. */
export function ProductSearch({ collections }: { collections: readonly ProductCollection[] | undefined }) {
  const styles = useStyles();
  const [filters, setFilters] = useState(noProductFilters);
  const [page, setPage] = useState(1);
  const asked = useDeferredValue(filters);
  const products = useProducts(asked, page);
  const set = (part: Partial<typeof filters>) => {
    setFilters({ ...filters, ...part });
    setPage(1);
  };
  return (
    <>
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
          {collections?.map((collection) => (
            <option key={collection.id} value={collection.id}>
              {collection.name}
            </option>
          ))}
        </Select>
        <Checkbox
          label={messages.filters.notVerified}
          checked={filters.notVerified}
          onChange={(_, data) => set({ notVerified: data.checked === true })}
        />
        <Checkbox
          label={messages.filters.empty}
          checked={filters.empty}
          onChange={(_, data) => set({ empty: data.checked === true })}
        />
      </div>
      <DataTable
        label={messages.products.list}
        columns={columnsFor(collections)}
        rows={products.data?.results}
        rowId={(product) => product.id}
        rowActions={(product) => [
          { label: messages.products.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
        ]}
        error={products.error}
        onRetry={() => void products.refetch()}
        empty={asked === noProductFilters ? messages.products.none : messages.products.noneMatch}
      />
      {products.data && (
        <Pager page={page} pageSize={PRODUCT_PAGE_SIZE} total={products.data.count} onPageChange={setPage}>
          {messages.products.total(products.data.count)}
        </Pager>
      )}
    </>
  );
}
