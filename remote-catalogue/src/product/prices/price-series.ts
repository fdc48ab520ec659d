import type { Price } from '@console/shared-contract/api';
import { productPageMessages } from '../../common/product-page-messages';

interface PricePoint {
  x: Date;
  y: number;
}
interface PriceSeries {
  /** Name of the source. */
  id: string;
  /** Points, oldest first. */
  data: PricePoint[];
}
export interface PricePlot {
  currency: string;
  series: PriceSeries[];
}

/** Groups prices into one plot per currency and one line per source. Amounts of different currencies cannot be compared. */
export function createPricePlots(prices: readonly Price[]): PricePlot[] {
  const seriesByCurrency = new Map<string, Map<string, PricePoint[]>>();
  const oldestFirst = [...prices].sort((a, b) => a.date_of_creation.localeCompare(b.date_of_creation));
  for (const { price, currency, source, date_of_creation: date } of oldestFirst) {
    const series = seriesByCurrency.get(currency) ?? new Map<string, PricePoint[]>();
    const name = source?.name ?? productPageMessages.noSource;
    const points = series.get(name) ?? [];
    points.push({ x: new Date(date), y: Number(price) });
    series.set(name, points);
    seriesByCurrency.set(currency, series);
  }
  return [...seriesByCurrency]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([currency, series]) => ({ currency, series: [...series].map(([id, data]) => ({ id, data })) }));
}
