import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../testing';
import { LongList } from './long-list';

const HEIGHT = 30;
const COUNT = 5000;
const createShapes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `s${index}`, name: `shape ${index}` }));

// jsdom has no layout. Simulate the height of the panel (600 pixels), scroll events, and the position of the list.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => 600);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(COUNT * HEIGHT);
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.tagName === 'UL' ? -(this.parentElement?.scrollTop ?? 0) : 0, 300, 600);
  });
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options !== 'object') return;
    this.scrollTop = options.top ?? 0;
    this.dispatchEvent(new Event('scroll'));
  };
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

const renderList = (count: number) =>
  renderConsole(
    <div style={{ overflowY: 'auto' }}>
      <LongList items={createShapes(count)} itemKey={({ id }) => id} itemHeight={HEIGHT}>
        {({ name }) => <button type="button">{name}</button>}
      </LongList>
    </div>,
  );
const listNames = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('renders all items of a short list', () => {
  renderList(40);
  expect(listNames()).toHaveLength(40);
});

test('renders only visible items of a long list, with the total number for screen readers', async () => {
  renderList(COUNT);
  await waitFor(() => expect(listNames().length).toBeLessThan(45));
  expect(listNames()[0]).toBe('shape 0');
  const [firstItem] = screen.getAllByRole('listitem');
  expect(firstItem).toHaveAttribute('aria-setsize', String(COUNT));
  expect(firstItem).toHaveAttribute('aria-posinset', '1');
});

test('arrow keys, End and Home move between items, including items not yet rendered', async () => {
  renderList(COUNT);
  await waitFor(() => expect(listNames().length).toBeLessThan(45));
  act(() => screen.getByRole('button', { name: 'shape 0' }).focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: 'shape 1' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(screen.getByRole('button', { name: `shape ${COUNT - 1}` })).toHaveFocus());
  await userEvent.keyboard('{ArrowUp}');
  await waitFor(() => expect(screen.getByRole('button', { name: `shape ${COUNT - 2}` })).toHaveFocus());
  await userEvent.keyboard('{Home}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'shape 0' })).toHaveFocus());
});
