import { permissionOf } from '@console/shared-auth';
import type { Price } from '@console/shared-contract/api';
import { AddIcon, Button, DeleteIcon, formatDate, Permitted } from '@console/shared-ui/basics';
import { useDeletion } from '@console/shared-ui/details';
import { ListSection } from '@console/shared-ui/list-section';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { productPageMessages } from '../../common/product-page-messages';
import { commonMessages } from '../../common/common-messages';
import { priceMessages } from './price-messages';
import { AddPrice } from './add-price';
import { ExternalLink } from './external-link';
import { PricePlots } from './price-plots';
import { deletePrice, usePriceList } from './product-prices.queries';

const productMessages = productPageMessages;

const columns: Column<Price>[] = [
  {
    id: 'source',
    header: commonMessages.columns.source,
    cell: ({ item_link: link, source }) =>
      link ? <ExternalLink url={link}>{source?.name ?? commonMessages.link}</ExternalLink> : (source?.name ?? '–'),
  },
  { id: 'grade', header: commonMessages.columns.gradeCompany, cell: (price) => price.grade_company?.name ?? '–' },
  {
    id: 'image',
    header: commonMessages.columns.imageLink,
    cell: ({ img_link: link }) => (link ? <ExternalLink url={link}>{commonMessages.link}</ExternalLink> : '–'),
    width: '96px',
  },
  { id: 'price', header: commonMessages.columns.price, cell: (price) => price.price, align: 'end', width: '104px' },
  { id: 'currency', header: commonMessages.columns.currency, cell: (price) => price.currency, width: '96px' },
  {
    id: 'date',
    header: commonMessages.columns.dateOfCreation,
    cell: (price) => formatDate(price.date_of_creation),
    width: '148px',
  },
];

/** Paged table of the prices of a product, with charts over time. */
export function ProductPrices({ productId }: { productId: string }) {
  const list = usePriceList(productId);
  const dialog = useDialog<'add'>();
  const deletion = useDeletion<Price>({
    title: productMessages.deletePriceTitle,
    about: (price) => `${price.price} ${price.currency}`,
    send: (price, options) => deletePrice(price.id, options),
    deleted: productMessages.priceDeleted,
    failure: productMessages.deletePriceFailed,
    changes: () => [{ topic: 'products', ids: [productId] }],
  });
  const { open: openDeletion } = deletion;
  const getRowActions = useMemo(
    () =>
      (row: Price): readonly RowAction[] => [
        {
          label: productMessages.deletePrice,
          icon: <DeleteIcon />,
          permission: permissionOf<'DELETE /product/v2/price/{id}/'>('manage'),
          onClick: () => openDeletion({ row }),
        },
      ],
    [openDeletion],
  );
  return (
    <ListSection
      title={productMessages.prices}
      hasCount
      list={list}
      columns={columns}
      rowActions={getRowActions}
      actionsWidth="64px"
      empty={productMessages.noPrices}
      actions={
        <Permitted<'POST /product/v2/price/'> permission="manage">
          <Button icon={<AddIcon />} onClick={() => dialog.open('add')}>
            {priceMessages.add}
          </Button>
        </Permitted>
      }
      footer={
        <>
          {list.total !== undefined && list.total > 0 && <PricePlots productId={productId} />}
          {deletion.dialog}
          <DialogSlot dialog={dialog}>{(_, close) => <AddPrice productId={productId} onClose={close} />}</DialogSlot>
        </>
      }
    />
  );
}
