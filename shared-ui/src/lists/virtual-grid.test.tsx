import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { renderConsole } from '../testing';
import { VirtualGrid } from './virtual-grid';

// jsdom has no layout. Simulate a grid of 360 x 600 pixels, which has three columns of 116 pixels.
beforeEach(() => {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(360);
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

const gridControl = { setCount: (_: number) => {} };

function TestGrid() {
  const [count, setCount] = useState(300);
  const [activeIndex, setActive] = useState(0);
  useEffect(() => {
    gridControl.setCount = setCount;
  }, []);
  return (
    <VirtualGrid
      label="Tiles"
      count={count}
      total={count}
      minTileSize={112}
      activeIndex={Math.min(activeIndex, count - 1)}
      isSelected={() => false}
      getName={(index) => `Tile ${index}`}
      renderTile={(index) => index}
      onActivate={setActive}
      onToggle={() => undefined}
      onOpen={() => undefined}
      onNearEnd={() => undefined}
    />
  );
}

const listRows = () => [...new Set(screen.getAllByRole('option').map(({ parentElement }) => parentElement!))];
const listIndexes = () => screen.getAllByRole('option').map(({ dataset }) => Number(dataset.index));
async function scrollTo(top: number) {
  await act(async () => {
    const grid = screen.getByRole('listbox');
    grid.scrollTop = top;
    grid.dispatchEvent(new Event('scroll'));
  });
}
const sortAscending = (values: number[]) => [...values].sort((a, b) => a - b);

test('scrolling down reuses the elements of rows that have left the visible area', async () => {
  renderConsole(<TestGrid />);
  await scrollTo(2000);
  const rowsBefore = new Set(listRows());
  await scrollTo(2400);
  const rowsAfter = listRows();
  expect(rowsAfter.filter((row) => !rowsBefore.has(row))).toEqual([]);
  expect(listIndexes()).toEqual(sortAscending(listIndexes()));
  expect(screen.getByRole('option', { name: 'Tile 66' })).toHaveTextContent(/^66$/);
});

test('the focused tile keeps the focus while rows are added before and after it', async () => {
  renderConsole(<TestGrid />);
  await scrollTo(2000);
  await userEvent.click(screen.getByRole('option', { name: 'Tile 60' }));
  const tile = screen.getByRole('option', { name: 'Tile 60' });
  expect(tile).toHaveFocus();
  const onMutation = jest.fn();
  const observer = new MutationObserver((records) =>
    onMutation(records.some(({ removedNodes }) => [...removedNodes].includes(tile.parentElement!))),
  );
  observer.observe(tile.parentElement!.parentElement!, { childList: true });
  for (const top of [2300, 4000, 1600, 0, 2000]) {
    await scrollTo(top);
    expect(screen.getByRole('option', { name: 'Tile 60' })).toBe(tile);
    expect(listIndexes()).toEqual(sortAscending(listIndexes()));
  }
  observer.disconnect();
  expect(onMutation).toHaveBeenCalled();
  expect(onMutation).not.toHaveBeenCalledWith(true);
  expect(tile).toHaveFocus();
});

test('the next tile gets the focus when the focused one is removed', async () => {
  renderConsole(<TestGrid />);
  await userEvent.click(screen.getByRole('option', { name: 'Tile 5' }));
  act(() => gridControl.setCount(4));
  expect(screen.getByRole('option', { name: 'Tile 3' })).toHaveFocus();
  await userEvent.click(document.body);
  act(() => gridControl.setCount(2));
  expect(document.body).toHaveFocus();
});
