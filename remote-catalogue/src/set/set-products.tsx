import type { Product } from '@console/shared-contract/api';
import { CloseIcon, getLastPage, OpenIcon, Pager, Section, SelectionIcon } from '@console/shared-ui/basics';
import { Switch } from '@console/shared-ui/choices';
import { defineUrlParams, param, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useCallback, useEffect } from 'react';
import { Verdict } from '../collections/verdict';
import { messages } from '../messages';
import { Buttons } from '../parts/form-grid';
import { putIntoSet } from '../product/product.queries';
import { productNumber } from '../products/product-number';
import { useTableHome } from '../parts/use-table-home';
import { AddProduct } from './add-product';
import { SelectedProduct } from './selected-product';
import { SET_PRODUCT_PAGE_SIZE, useSetProducts } from './set.queries';

const words = messages.set;
const productsInAddress = defineUrlParams({ page: param.page(), empty: param.flag(), selected: param.id() }, 'product-');

const columns: Column<Product>[] = [
  { id: 'name', header: messages.columns.name, cell: (product) => product.name },
  { id: 'number', header: messages.columns.number, cell: (product) => productNumber(product) || '–', width: '104px' },
  { id: 'thumb', header: messages.columns.thumb, cell: (product) => <ThumbCell src={product.thumb} />, width: '104px' },
  {
    id: 'verified',
    header: messages.columns.verified,
    cell: (product) => (
      <Verdict yes={product.verified} yesLabel={messages.products.verified} noLabel={messages.products.notVerified} />
    ),
    width: '96px',
  },
];
const idOf = (product: Product) => product.id;

/** The products of a set, ten a page: added by their ids, taken out, opened, or looked at beside the table. */
export function SetProducts({ setId }: { setId: string }) {
  const { values, set } = useUrlParams(productsInAddress);
  const { page, empty, selected } = values;
  const products = useSetProducts(setId, page, empty);
  const last = products.data && !products.isPlaceholderData ? getLastPage(products.data.count, SET_PRODUCT_PAGE_SIZE) : page;
  // The last product of the last page was taken out.
  useEffect(() => {
    if (page > last) set({ page: last });
  }, [page, last, set]);
  const { send: takeOut } = useWrite({
    send: (product: Product) => putIntoSet(product, null),
    success: { title: words.productRemoved },
    failure: words.removeProductFailed,
    changes: ({ id }) => [{ topic: 'products', ids: [id] }, { topic: 'product-sets' }],
    getKey: ({ id }) => id,
  });
  const { ref, goHome } = useTableHome();
  const close = () => {
    set({ selected: '', page });
    goHome();
  };
  const actionsOf = useCallback(
    (product: Product): readonly RowAction[] => [
      {
        label: words.select,
        icon: <SelectionIcon />,
        pressed: product.id === selected,
        onClick: () => set({ selected: product.id === selected ? '' : product.id, page }),
      },
      { label: messages.products.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
      { label: words.takeOut, icon: <CloseIcon />, onClick: () => void takeOut(product) },
    ],
    [selected, set, takeOut, page],
  );
  return (
    <Section title={words.products} count={products.data?.count}>
      <Buttons>
        <Switch
          label={empty ? words.onlyEmpty : words.all}
          aria-label={words.onlyEmpty}
          checked={empty}
          onChange={(_, { checked }) => set({ empty: checked })}
        />
        <AddProduct setId={setId} />
      </Buttons>
      <div ref={ref} style={{ display: 'contents' }}>
        <DataTable
          label={words.products}
          columns={columns}
          rows={products.data?.results}
          rowId={idOf}
          rowActions={actionsOf}
          actionsWidth="128px"
          activeId={selected || null}
          error={products.error}
          onRetry={() => void products.refetch()}
          empty={empty ? words.noEmptyProducts : words.noProducts}
        />
      </div>
      {products.data && products.data.count > SET_PRODUCT_PAGE_SIZE && (
        <Pager
          page={page}
          pageSize={SET_PRODUCT_PAGE_SIZE}
          total={products.data.count}
          onPageChange={(next) => set({ page: next })}
        />
      )}
      {selected && <SelectedProduct key={selected} id={selected} onClose={close} />}
    </Section>
  );
}
