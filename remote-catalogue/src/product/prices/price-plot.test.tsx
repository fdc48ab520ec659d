import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { auctionPrice } from '../../testing';
import { PricePlotView } from './price-plot';
import { createPricePlots } from './price-series';

const createPrice = (month: number, price: string, source: string, currency = 'EUR') => ({
  ...auctionPrice,
  source: { id: 1, name: source },
  date_of_creation: `2026-0${month}-01T00:00:00Z`,
  price,
  currency,
});

/** Counts the points of an SVG path: `M12,30L50,20` has two. */
const countPoints = (line: Element) => (line.getAttribute('d') ?? '').split(/[ML]/).filter(Boolean).length;

test('each currency has a plot with one line per source in its legend colour', () => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  const prices = [
    createPrice(1, '3', 'Auction'),
    createPrice(2, '4', 'Auction'),
    createPrice(3, '2', 'Auction'),
    createPrice(1, '5', 'Shop'),
    createPrice(2, '6', 'Shop'),
  ];
  for (const plot of createPricePlots([...prices, createPrice(1, '7', 'Auction', 'CHF')]))
    renderConsole(<PricePlotView plot={plot} height={260} />);
  const euroPlot = screen.getByRole('img', { name: '5 prices in EUR over time, by source: Auction, Shop' });
  const lines = [...euroPlot.querySelectorAll('path[fill="none"]')];
  expect(lines.map(countPoints).sort()).toEqual([2, 3]);
  const francPlot = screen.getByRole('img', { name: '1 prices in CHF over time, by source: Auction' });
  expect(francPlot.querySelectorAll('path[fill="none"]')).toHaveLength(1);
  expect(francPlot.querySelectorAll('circle')).toHaveLength(1);
  const [, legend] = screen.getAllByRole('list', { name: 'Sources' });
  if (!legend) throw new Error('the second plot has no legend');
  const swatches = within(legend)
    .getAllByRole('listitem')
    .map((item) => (item.firstElementChild as HTMLElement).style.backgroundColor);
  expect(new Set(lines.map((line) => toRgb(line.getAttribute('stroke') ?? '')))).toEqual(new Set(swatches));
  jest.restoreAllMocks();
});

/** Converts a colour such as '#2f6fed' to the format that the style of an element returns. */
function toRgb(hex: string): string {
  const element = document.createElement('i');
  element.style.color = hex;
  return element.style.color;
}
