import type { Price } from '@console/shared-contract/api';
import { DeleteIcon, formatDate, getLastPage, Pager, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { type Column, DataTable, type RowAction } from '@console/shared-ui/table';
import { useEffect, useMemo } from 'react';
import { messages } from '../messages';
import { DataLink } from '../parts/data-link';
import { useRemoval } from '../parts/use-remove';
import { PricePlots } from './price-plots';
import { PRICE_PAGE_SIZE, removePrice, usePrices } from './product.queries';

const words = messages.product;
const pricesInAddress = defineUrlParams({ page: param.page() }, 'price-');

const columns: Column<Price>[] = [
  {
    id: 'source',
    header: messages.columns.source,
    cell: ({ item_link: link, source }) =>
      link ? <DataLink address={link}>{source?.name ?? messages.link}</DataLink> : (source?.name ?? '–'),
  },
  { id: 'grade', header: messages.columns.gradeCompany, cell: (price) => price.grade_company?.name ?? '–' },
  {
    id: 'image',
    header: messages.columns.imageLink,
    cell: ({ img_link: link }) => (link ? <DataLink address={link}>{messages.link}</DataLink> : '–'),
    width: '96px',
  },
  { id: 'price', header: messages.columns.price, cell: (price) => price.price, align: 'end', width: '104px' },
  { id: 'currency', header: messages.columns.currency, cell: (price) => price.currency, width: '96px' },
  { id: 'date', header: messages.columns.dateOfCreation, cell: (price) => formatDate(price.date_of_creation), width: '148px' },
];
const idOf = (price: Price) => price.id;

/** What a product was sold for: five a page, and over time. */
export function ProductPrices({ productId }: { productId: string }) {
  const { values, set } = useUrlParams(pricesInAddress);
  const { page } = values;
  const prices = usePrices(productId, page);
  const last = prices.data && !prices.isPlaceholderData ? getLastPage(prices.data.count, PRICE_PAGE_SIZE) : page;
  // The last row of the last page was removed.
  useEffect(() => {
    if (page > last) set({ page: last });
  }, [page, last, set]);
  const removal = useRemoval<Price>({
    title: words.removePriceTitle,
    about: (price) => `${price.price} ${price.currency}`,
    send: (price) => removePrice(price.id),
    success: { title: words.priceRemoved },
    failure: words.removePriceFailed,
    changes: () => [{ topic: 'products', ids: [productId] }],
  });
  const { ask } = removal;
  const actionsOf = useMemo(
    () =>
      (row: Price): readonly RowAction[] => [{ label: words.removePrice, icon: <DeleteIcon />, onClick: () => ask({ row }) }],
    [ask],
  );
  return (
    <Section title={words.prices} count={prices.data?.count}>
      <DataTable
        label={words.prices}
        columns={columns}
        rows={prices.data?.results}
        rowId={idOf}
        rowActions={actionsOf}
        actionsWidth="64px"
        error={prices.error}
        onRetry={() => void prices.refetch()}
        empty={words.noPrices}
      />
      {prices.data && prices.data.count > PRICE_PAGE_SIZE && (
        <Pager page={page} pageSize={PRICE_PAGE_SIZE} total={prices.data.count} onPageChange={(next) => set({ page: next })} />
      )}
      {prices.data && prices.data.count > 0 && <PricePlots productId={productId} />}
      {removal.dialog}
    </Section>
  );
}
