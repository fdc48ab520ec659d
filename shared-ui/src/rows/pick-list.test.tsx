import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { AddIcon } from '../icons';
import { renderConsole } from '../testing';
import { PickList, type PickItem } from './pick-list';

const MANY_ITEMS = 3000;

function LabelPickList({ count }: { count: number }) {
  const [items, setItems] = useState<PickItem[]>(() =>
    Array.from({ length: count }, (_, index) => ({ id: `l${index}`, name: `label ${index}` })),
  );
  return (
    <PickList
      title="To add"
      items={items}
      icon={<AddIcon />}
      empty="None."
      onPick={({ id }) => setItems((now) => now.filter((row) => row.id !== id))}
      isBusy={() => false}
    />
  );
}
const listNames = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

test('the next item gets the focus after a clicked item leaves the list', async () => {
  renderConsole(<LabelPickList count={3} />);
  await userEvent.click(screen.getByRole('button', { name: 'label 1' }));
  expect(screen.getByRole('button', { name: 'label 2' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'label 0' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('None.')).toBeVisible();
});

test('renders only visible items of thousands; End reaches the last', async () => {
  // jsdom has no layout. Simulate a list of 320 pixels, and scroll events.
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(320);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(MANY_ITEMS * 32);
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.tagName === 'UL' ? -document.documentElement.scrollTop : 0, 300, 320);
  });
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options !== 'object') return;
    this.scrollTop = options.top ?? 0;
    this.dispatchEvent(new Event('scroll'));
  };
  try {
    renderConsole(<LabelPickList count={MANY_ITEMS} />);
    await waitFor(() => expect(listNames().length).toBeLessThan(40));
    act(() => screen.getByRole('button', { name: 'label 0' }).focus());
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(screen.getByRole('button', { name: `label ${MANY_ITEMS - 1}` })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: `label ${MANY_ITEMS - 2}` })).toHaveFocus());
  } finally {
    jest.restoreAllMocks();
    Reflect.deleteProperty(Element.prototype, 'scrollTo');
  }
});
