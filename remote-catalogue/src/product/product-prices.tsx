import type { Price } from '@console/shared-contract/api';
import { DeleteIcon, formatDate, getLastPage, Pager, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction } from '@console/shared-ui/table';
import { useEffect, useMemo } from 'react';
import { messages } from '../messages';
import { DataLink } from '../common/data-link';
import { useDeletion } from '../../../shared-ui/src/details/use-deletion';
import { PricePlots } from './price-plots';
import { PRICE_PAGE_SIZE, deletePrice, usePrices } from './product.queries';

const productMessages = messages.product;
const listParams = defineUrlParams({ page: param.page() }, 'price-');

const columns: Column<Price>[] = [
  {
    id: 'source',
    header: messages.columns.source,
    cell: ({ item_link: link, source }) =>
      link ? <DataLink url={link}>{source?.name ?? messages.link}</DataLink> : (source?.name ?? '–'),
  },
  { id: 'grade', header: messages.columns.gradeCompany, cell: (price) => price.grade_company?.name ?? '–' },
  {
    id: 'image',
    header: messages.columns.imageLink,
    cell: ({ img_link: link }) => (link ? <DataLink url={link}>{messages.link}</DataLink> : '–'),
    width: '96px',
  },
  { id: 'price', header: messages.columns.price, cell: (price) => price.price, align: 'end', width: '104px' },
  { id: 'currency', header: messages.columns.currency, cell: (price) => price.currency, width: '96px' },
  { id: 'date', header: messages.columns.dateOfCreation, cell: (price) => formatDate(price.date_of_creation), width: '148px' },
];
const getRowId = (price: Price) => price.id;

/** Paged table of the prices of a product, with charts over time. */
export function ProductPrices({ productId }: { productId: string }) {
  const { values, set } = useUrlParams(listParams);
  const { page } = values;
  const prices = usePrices(productId, page);
  const lastPage = prices.data && !prices.isPlaceholderData ? getLastPage(prices.data.count, PRICE_PAGE_SIZE) : page;
  // Go to the new last page after the last row of a page was deleted.
  useEffect(() => {
    if (page > lastPage) set({ page: lastPage });
  }, [page, lastPage, set]);
  const deletion = useDeletion<Price>({
    title: productMessages.deletePriceTitle,
    about: (price) => `${price.price} ${price.currency}`,
    send: (price) => deletePrice(price.id),
    success: { title: productMessages.priceDeleted },
    failure: productMessages.deletePriceFailed,
    changes: () => [{ topic: 'products', ids: [productId] }],
  });
  const { open: ask } = deletion;
  const getRowActions = useMemo(
    () =>
      (row: Price): readonly RowAction[] => [
        { label: productMessages.deletePrice, icon: <DeleteIcon />, onClick: () => ask({ row }) },
      ],
    [ask],
  );
  return (
    <Section title={productMessages.prices} count={prices.data?.count}>
      <DataTable
        label={productMessages.prices}
        columns={columns}
        rows={prices.data?.results}
        rowId={getRowId}
        rowActions={getRowActions}
        actionsWidth="64px"
        error={prices.error}
        onRetry={() => void prices.refetch()}
        empty={productMessages.noPrices}
      />
      {prices.data && prices.data.count > PRICE_PAGE_SIZE && (
        <Pager page={page} pageSize={PRICE_PAGE_SIZE} total={prices.data.count} onPageChange={(next) => set({ page: next })} />
      )}
      {prices.data && prices.data.count > 0 && <PricePlots productId={productId} />}
      {deletion.dialog}
    </Section>
  );
}
