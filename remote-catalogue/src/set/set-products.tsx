import type { Product } from '@console/shared-contract/api';
import { OpenIcon, Pager, Section, Thumbnail } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { defineAddress, param, useAddress } from '@console/shared-ui/pages';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { productNumber } from '../products/product-number';
import { SET_PRODUCT_PAGE_SIZE, useSetProducts } from './set.queries';

const productsInAddress = defineAddress({ page: param.page() }, 'product-');

const columns: Column<Product>[] = [
  { id: 'name', header: messages.columns.name, cell: (product) => product.name },
  { id: 'number', header: messages.columns.number, cell: (product) => productNumber(product) || '–', width: '104px' },
  {
    id: 'thumb',
    header: messages.columns.thumb,
    cell: (product) => <Thumbnail src={product.thumb} alt="" width={56} height={56} cover />,
    width: '104px',
  },
  {
    id: 'verified',
    header: messages.columns.verified,
    cell: (product) => (
      <Verdict yes={product.verified} yesLabel={messages.products.verified} noLabel={messages.products.notVerified} />
    ),
    width: '96px',
  },
];

export function SetProducts({ setId }: { setId: string }) {
  const {
    values: { page },
    set,
  } = useAddress(productsInAddress);
  const products = useSetProducts(setId, page);
  return (
    <Section title={messages.set.products} count={products.data?.count}>
      <DataTable
        label={messages.set.products}
        columns={columns}
        rows={products.data?.results}
        rowId={(product) => product.id}
        rowActions={(product) => [{ label: messages.products.open, icon: <OpenIcon />, to: `/product/${product.id}` }]}
        error={products.error}
        onRetry={() => void products.refetch()}
        empty={messages.set.noProducts}
      />
      {products.data && products.data.count > SET_PRODUCT_PAGE_SIZE && (
        <Pager
          page={page}
          pageSize={SET_PRODUCT_PAGE_SIZE}
          total={products.data.count}
          onPageChange={(next) => set({ page: next })}
        />
      )}
    </Section>
  );
}
