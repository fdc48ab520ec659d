import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { auction } from '../testing';
import { PricePlotView } from './price-plot';
import { pricePlots } from './price-series';

const at = (month: number, price: string, source: string, currency = 'EUR') => ({
  ...auction,
  source: { id: 1, name: source },
  date_of_creation: `2026-0${month}-01T00:00:00Z`,
  price,
  currency,
});

/** Corners of a drawn line: `M12,30L50,20` has two. */
const corners = (line: Element) => (line.getAttribute('d') ?? '').split(/[ML]/).filter(Boolean).length;

test('each currency has a plot of its own, with a line for each source in the colour of its legend', () => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  const prices = [at(1, '3', 'Auction'), at(2, '4', 'Auction'), at(3, '2', 'Auction'), at(1, '5', 'Shop'), at(2, '6', 'Shop')];
  for (const plot of pricePlots([...prices, at(1, '7', 'Auction', 'CHF')]))
    renderConsole(<PricePlotView plot={plot} height={260} />);
  const euros = screen.getByRole('img', { name: '5 prices in EUR over time, by source: Auction, Shop' });
  const lines = [...euros.querySelectorAll('path[fill="none"]')];
  expect(lines.map(corners).sort()).toEqual([2, 3]);
  const francs = screen.getByRole('img', { name: '1 prices in CHF over time, by source: Auction' });
  expect(francs.querySelectorAll('path[fill="none"]')).toHaveLength(1);
  expect(francs.querySelectorAll('circle')).toHaveLength(1);
  const [, legend] = screen.getAllByRole('list', { name: 'Sources' });
  if (!legend) throw new Error('the second plot has no legend');
  const swatches = within(legend)
    .getAllByRole('listitem')
    .map((item) => (item.firstElementChild as HTMLElement).style.backgroundColor);
  expect(new Set(lines.map((line) => asRgb(line.getAttribute('stroke') ?? '')))).toEqual(new Set(swatches));
  jest.restoreAllMocks();
});

/** '#2f6fed' as the style of an element gives it back. */
function asRgb(hex: string): string {
  const element = document.createElement('i');
  element.style.color = hex;
  return element.style.color;
}
