import { auctionPrice } from '../../testing';
import { createPricePlots } from './price-series';

test('createPricePlots groups prices by currency and source, oldest first', () => {
  const createPrice = (date: string, price: string, fields = {}) => ({
    ...auctionPrice,
    date_of_creation: `${date}T00:00:00Z`,
    price,
    ...fields,
  });
  const plots = createPricePlots([
    createPrice('2026-03-01', '3'),
    createPrice('2026-01-01', '1.5'),
    createPrice('2026-02-01', '2', { source: null }),
    createPrice('2026-02-01', '7', { currency: 'CHF' }),
  ]);
  expect(plots.map(({ currency, series }) => [currency, series.map(({ id, data }) => [id, data.map(({ y }) => y)])])).toEqual([
    ['CHF', [['Auction', [7]]]],
    [
      'EUR',
      [
        ['Auction', [1.5, 3]],
        ['No source', [2]],
      ],
    ],
  ]);
});
