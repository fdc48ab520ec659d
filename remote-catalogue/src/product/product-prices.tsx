import type { Price } from '@console/shared-contract/api';
import { formatDate, Link, Pager, Section } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { defineAddress, param, useAddress } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { PRICE_PAGE_SIZE, usePrices } from './product.queries';

const pricesInAddress = defineAddress({ page: param.page() }, 'price-');

const columns: Column<Price>[] = [
  {
    id: 'source',
    header: messages.columns.source,
    cell: (price) =>
      price.item_link ? (
        <Link href={price.item_link} target="_blank" rel="noopener noreferrer">
          {price.source?.name ?? messages.link}
        </Link>
      ) : (
        (price.source?.name ?? '–')
      ),
  },
  { id: 'grade', header: messages.columns.gradeCompany, cell: (price) => price.grade_company?.name ?? '–' },
  {
    id: 'image',
    header: messages.columns.imageLink,
    cell: (price) =>
      price.img_link ? (
        <Link href={price.img_link} target="_blank" rel="noopener noreferrer">
          {messages.link}
        </Link>
      ) : (
        '–'
      ),
  },
  { id: 'price', header: messages.columns.price, cell: (price) => price.price, align: 'end', width: '104px' },
  { id: 'currency', header: messages.columns.currency, cell: (price) => price.currency, width: '96px' },
  { id: 'date', header: messages.columns.dateOfCreation, cell: (price) => formatDate(price.date_of_creation), width: '140px' },
];

export function ProductPrices({ productId }: { productId: string }) {
  const {
    values: { page },
    set,
  } = useAddress(pricesInAddress);
  const prices = usePrices(productId, page);
  return (
    <Section title={messages.product.prices} count={prices.data?.count}>
      <DataTable
        label={messages.product.prices}
        columns={columns}
        rows={prices.data?.results}
        rowId={(price) => price.id}
        error={prices.error}
        onRetry={() => void prices.refetch()}
        empty={messages.product.noPrices}
      />
      {prices.data && prices.data.count > PRICE_PAGE_SIZE && (
        <Pager page={page} pageSize={PRICE_PAGE_SIZE} total={prices.data.count} onPageChange={(next) => set({ page: next })} />
      )}
    </Section>
  );
}
