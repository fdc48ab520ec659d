import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderConsole } from '../testing';
import { PickerField, type PickerChoice } from '.';

const manyChoices: PickerChoice[] = Array.from({ length: 3000 }, (_, index) => ({ value: `t${index}`, label: `Task ${index}` }));

// jsdom has no layout. Simulate a list that shows ten options of 32 pixels, and scroll events.
beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.matches('[role=listbox]') ? 320 : 32;
  });
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(manyChoices.length * 32);
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number, top?: number) {
    this.scrollTop = (typeof options === 'object' ? options.top : top) ?? 0;
    this.dispatchEvent(new Event('scroll'));
  };
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

function TestPicker({ choices }: { choices: PickerChoice[] }) {
  const [value, setValue] = useState('t2500');
  return <PickerField label="Task" choices={choices} value={value} onChange={setValue} />;
}
const getCombobox = () => screen.getByRole('combobox', { name: 'Task' });
const getOptions = () => screen.getAllByRole('option');
/** Returns the text of the option that `aria-activedescendant` refers to. */
const getActiveText = () => document.getElementById(getCombobox().getAttribute('aria-activedescendant') ?? '')?.textContent;

async function openPicker(choices: PickerChoice[]) {
  const user = userEvent.setup();
  renderConsole(<TestPicker choices={choices} />);
  await user.click(getCombobox());
  // Wait until the code for long lists has loaded, which also renders the last option.
  if (choices === manyChoices) await screen.findByRole('option', { name: 'Task 2999' });
  return user;
}

test('renders a few of 3,000 options, the selected one first, with the total number', async () => {
  await openPicker(manyChoices);
  expect(getOptions().length).toBeLessThan(60);
  expect(getOptions()[0]).toHaveTextContent('Task 2500');
  expect(screen.getByRole('option', { name: 'Task 3' })).toHaveAttribute('aria-posinset', '5');
  expect(screen.getByRole('option', { name: 'Task 3' })).toHaveAttribute('aria-setsize', '3000');
});

testInLongRun('the keyboard reaches all of 3,000 options', async () => {
  const user = await openPicker(manyChoices);
  expect(getActiveText()).toBe('Task 2500');
  await user.keyboard('{ArrowDown}');
  expect(getActiveText()).toBe('Task 0');
  // Press the key three times before the list can scroll.
  await user.keyboard('{PageDown>3/}');
  expect(getActiveText()).toBe('Task 30');
  expect(getOptions().length).toBeLessThan(80);
  await user.keyboard('{End}');
  expect(getActiveText()).toBe('Task 2999');
  await user.keyboard('{PageUp}{ArrowUp}');
  expect(getActiveText()).toBe('Task 2988');
  await user.keyboard('{Home}{ArrowDown}{ArrowDown}');
  expect(getActiveText()).toBe('Task 1');
  await user.keyboard('{Enter}');
  expect(getCombobox()).toHaveValue('Task 1');
});

testInLongRun('the active option stays rendered when it is scrolled away', async () => {
  const user = await openPicker(manyChoices);
  await user.keyboard('{ArrowDown>3/}');
  act(() => screen.getByRole('listbox').scrollTo({ top: 2000 * 32 }));
  expect(await screen.findByRole('option', { name: 'Task 2000' })).toBeVisible();
  expect(getActiveText()).toBe('Task 2');
  await user.keyboard('{ArrowDown}');
  expect(getActiveText()).toBe('Task 3');
});

test('finds one of 3,000 options by name while another is selected', async () => {
  const user = await openPicker(manyChoices);
  await user.keyboard('99');
  expect(getCombobox()).toHaveValue('99');
  expect(getOptions()[0]).toHaveTextContent('Task 99');
  expect(getOptions()[0]).toHaveAttribute('aria-setsize', '57');
  await user.keyboard('9');
  expect(getOptions().map((option) => option.textContent)).toEqual(['Task 999', 'Task 1999', 'Task 2999']);
  await waitFor(() => expect(getActiveText()).toBe('Task 999'));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(getCombobox()).toHaveValue('Task 1999');
});

test('Tab leaves the list without a selection', async () => {
  const user = await openPicker(manyChoices);
  await user.keyboard('{ArrowDown}');
  expect(getActiveText()).toBe('Task 0');
  await user.keyboard('{Tab}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(getCombobox()).toHaveValue('Task 2500');
  expect(getCombobox()).not.toHaveFocus();
});

test('a search without results keeps the selection', async () => {
  const user = await openPicker(manyChoices);
  await user.keyboard('xyz');
  expect(screen.getByText('No matching names.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(getCombobox()).toHaveValue('Task 2500');
});

test('shows ids for choices with the same name', async () => {
  await openPicker([
    { value: 'aaaaaaaa-1', label: 'Cup' },
    { value: 'bbbbbbbb-2', label: 'Cup' },
    { value: 'cccccccc-3', label: 'Plate' },
  ]);
  expect(screen.getByText('Id aaaaaaaa…')).toBeVisible();
  expect(screen.getByText('Id bbbbbbbb…')).toBeVisible();
  expect(screen.queryByText('Id cccccccc…')).not.toBeInTheDocument();
});
