import { auction } from '../testing';
import { pricePlots } from './price-series';

test('prices are lines by source, oldest first, apart by currency', () => {
  const at = (date: string, price: string, more = {}) => ({ ...auction, date_of_creation: `${date}T00:00:00Z`, price, ...more });
  const plots = pricePlots([
    at('2026-03-01', '3'),
    at('2026-01-01', '1.5'),
    at('2026-02-01', '2', { source: null }),
    at('2026-02-01', '7', { currency: 'CHF' }),
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
