import { permissionOf } from '@console/shared-auth';
import type { Product } from '@console/shared-contract/api';
import { ButtonRow, CloseIcon, OpenIcon, Permitted, Section, SelectionIcon } from '@console/shared-ui/basics';
import { Switch } from '@console/shared-ui/choices';
import { useReturnFocus } from '@console/shared-ui/details';
import { defineUrlParams, param, useUrlParams, useWrite } from '@console/shared-ui/pages';
import { ListTable } from '@console/shared-ui/list-section';
import { type Column, type RowAction, ThumbCell } from '@console/shared-ui/table';
import { useCallback } from 'react';
import { createVerifiedColumn } from '../common/columns';
import { commonMessages } from '../common/common-messages';
import { productListMessages } from '../common/product-list-messages';
import { setMessages } from './set-messages';
import { getProductNumber } from '../product/product-number';
import { assignToSet } from '../product/product.queries';
import { AddProduct } from './add-product';
import { SelectedProduct } from './selected-product';
import { useSetProductList } from './set.queries';

const selectionParams = defineUrlParams({ selected: param.id() }, 'product-');

const columns: Column<Product>[] = [
  { id: 'name', header: commonMessages.columns.name, cell: (product) => product.name },
  { id: 'number', header: commonMessages.columns.number, cell: (product) => getProductNumber(product) || '–', width: '104px' },
  { id: 'thumb', header: commonMessages.columns.thumb, cell: (product) => <ThumbCell src={product.thumb} />, width: '104px' },
  createVerifiedColumn('96px'),
];

/** Paged table of the products of a set. Products can be added by id, removed, opened and edited below the table. */
export function SetProducts({ setId }: { setId: string }) {
  const list = useSetProductList(setId);
  const { values, set } = useUrlParams(selectionParams);
  const { selected: selectedProductId } = values;
  const { empty } = list.values;
  const { send: removeFromSet } = useWrite({
    send: (product: Product) => assignToSet(product, null),
    success: { title: setMessages.productRemoved },
    failure: setMessages.removeProductFailed,
    changes: ({ id }) => [{ topic: 'products', ids: [id] }, { topic: 'product-sets' }],
    getKey: ({ id }) => id,
  });
  const { ref, returnFocus } = useReturnFocus();
  const closeEditor = () => {
    set({ selected: '' });
    returnFocus();
  };
  const getRowActions = useCallback(
    (product: Product): readonly RowAction[] => [
      {
        label: setMessages.select,
        icon: <SelectionIcon />,
        pressed: product.id === selectedProductId,
        onClick: () => set({ selected: product.id === selectedProductId ? '' : product.id }),
      },
      { label: productListMessages.open, icon: <OpenIcon />, to: `/product/${product.id}`, newTab: true },
      {
        label: setMessages.removeFromSet,
        icon: <CloseIcon />,
        permission: permissionOf<'PUT /product/v2/product/{id}/'>('manage'),
        onClick: () => void removeFromSet(product),
      },
    ],
    [selectedProductId, set, removeFromSet],
  );
  return (
    <Section title={setMessages.products} count={list.total}>
      <ButtonRow>
        <Switch
          label={empty ? setMessages.onlyEmpty : setMessages.all}
          aria-label={setMessages.onlyEmpty}
          checked={empty}
          onChange={(_, { checked }) => list.set({ empty: checked })}
        />
        <Permitted<'PUT /product/v2/product/{id}/'> permission="manage">
          <AddProduct setId={setId} />
        </Permitted>
      </ButtonRow>
      <div ref={ref} style={{ display: 'contents' }}>
        <ListTable
          label={setMessages.products}
          list={list}
          columns={columns}
          rowActions={getRowActions}
          actionsWidth="128px"
          activeId={selectedProductId || null}
          empty={setMessages.noProducts}
          noMatch={setMessages.noEmptyProducts}
        />
      </div>
      {selectedProductId && <SelectedProduct key={selectedProductId} id={selectedProductId} onClose={closeEditor} />}
    </Section>
  );
}
