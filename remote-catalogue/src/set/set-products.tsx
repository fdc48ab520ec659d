import type { Product } from '@console/shared-contract/api';
import { CloseIcon, getLastPage, OpenIcon, Pager, Section, SelectionIcon } from '@console/shared-ui/basics';
import { Switch } from '@console/shared-ui/choices';
import { defineUrlParams, param, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useCallback, useEffect } from 'react';
import { BooleanIcon } from '../collections/boolean-icon';
import { messages } from '../messages';
import { Buttons } from '../../../shared-ui/src/details/form-grid';
import { assignToSet } from '../product/product.queries';
import { getProductNumber } from '../products/product-number';
import { useReturnFocus } from '../../../shared-ui/src/details/use-return-focus';
import { AddProduct } from './add-product';
import { SelectedProduct } from './selected-product';
import { SET_PRODUCT_PAGE_SIZE, useSetProducts } from './set.queries';

const setMessages = messages.set;
const listParams = defineUrlParams({ page: param.page(), empty: param.flag(), selected: param.id() }, 'product-');

const columns: Column<Product>[] = [
  { id: 'name', header: messages.columns.name, cell: (product) => product.name },
  { id: 'number', header: messages.columns.number, cell: (product) => getProductNumber(product) || '–', width: '104px' },
  { id: 'thumb', header: messages.columns.thumb, cell: (product) => <ThumbCell src={product.thumb} />, width: '104px' },
  {
    id: 'verified',
    header: messages.columns.verified,
    cell: (product) => (
      <BooleanIcon value={product.verified} trueLabel={messages.products.verified} falseLabel={messages.products.notVerified} />
    ),
    width: '96px',
  },
];
const getRowId = (product: Product) => product.id;

/** Paged table of the products of a set. Products can be added by id, removed, opened and edited below the table. */
export function SetProducts({ setId }: { setId: string }) {
  const { values, set } = useUrlParams(listParams);
  const { page, empty, selected } = values;
  const products = useSetProducts(setId, page, empty);
  const lastPage = products.data && !products.isPlaceholderData ? getLastPage(products.data.count, SET_PRODUCT_PAGE_SIZE) : page;
  // Go to the new last page after the last product of a page was removed.
  useEffect(() => {
    if (page > lastPage) set({ page: lastPage });
  }, [page, lastPage, set]);
  const { send: removeFromSet } = useWrite({
    send: (product: Product) => assignToSet(product, null),
    success: { title: setMessages.productRemoved },
    failure: setMessages.removeProductFailed,
    changes: ({ id }) => [{ topic: 'products', ids: [id] }, { topic: 'product-sets' }],
    getKey: ({ id }) => id,
  });
  const { ref, goHome } = useReturnFocus();
  const close = () => {
    set({ selected: '', page });
    goHome();
  };
  const getRowActions = useCallback(
    (product: Product): readonly RowAction[] => [
      {
        label: setMessages.select,
        icon: <SelectionIcon />,
        pressed: product.id === selected,
        onClick: () => set({ selected: product.id === selected ? '' : product.id, page }),
      },
      { label: messages.products.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
      { label: setMessages.removeFromSet, icon: <CloseIcon />, onClick: () => void removeFromSet(product) },
    ],
    [selected, set, removeFromSet, page],
  );
  return (
    <Section title={setMessages.products} count={products.data?.count}>
      <Buttons>
        <Switch
          label={empty ? setMessages.onlyEmpty : setMessages.all}
          aria-label={setMessages.onlyEmpty}
          checked={empty}
          onChange={(_, { checked }) => set({ empty: checked })}
        />
        <AddProduct setId={setId} />
      </Buttons>
      <div ref={ref} style={{ display: 'contents' }}>
        <DataTable
          label={setMessages.products}
          columns={columns}
          rows={products.data?.results}
          rowId={getRowId}
          rowActions={getRowActions}
          actionsWidth="128px"
          activeId={selected || null}
          error={products.error}
          onRetry={() => void products.refetch()}
          empty={empty ? setMessages.noEmptyProducts : setMessages.noProducts}
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
