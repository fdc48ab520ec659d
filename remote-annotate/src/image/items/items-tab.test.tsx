import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { showImage, type ShowImageOptions } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

const image = createImageRow(1);
const cups = [1, 2, 3].map((number) => createObjectRow(30 + number, image));

async function openList(options: ShowImageOptions = {}) {
  showImage({ handlers: { 'GET /detection/v2/object/': page(cups) }, ...options });
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }, { timeout: 10_000 }));
  return within(await screen.findByRole('region', { name: 'Objects' }));
}

beforeEach(() => sessionStorage.clear());

test('a locked shape can be selected but not deleted or relabelled', async () => {
  const objectList = await openList();
  await userEvent.click(objectList.getByRole('button', { name: 'Lock Cup 2' }));
  expect(objectList.getByRole('button', { name: 'Lock Cup 2', pressed: true })).toHaveFocus();
  await userEvent.click(objectList.getByRole('button', { name: 'Cup 2' }));
  const card = within(screen.getByRole('region', { name: 'Object' }));
  expect(card.getByRole('button', { name: 'Delete' })).toBeDisabled();
  expect(card.getByRole('combobox', { name: 'Label' })).toBeDisabled();
  await userEvent.keyboard('1');
  expect(screen.getByText('1 locked shape was not changed.')).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Lock', pressed: true }));
  expect(objectList.queryByRole('button', { name: /^Lock/, pressed: true })).toBeNull();
  expect(card.getByRole('button', { name: 'Delete' })).toBeEnabled();
  expect(card.getByRole('combobox', { name: 'Label' })).toBeEnabled();
});

testInLongRun('locked shapes are still locked when the image is opened again', async () => {
  sessionStorage.setItem(`annotate.locks.${createId(1)}`, JSON.stringify([createId(32)]));
  const objectList = await openList({ isReopened: true });
  expect(
    objectList.getAllByRole('button', { name: /^Lock/, pressed: true }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Lock Cup 2']);
  await userEvent.click(objectList.getByRole('button', { name: 'Lock Cup 1' }));
  expect(JSON.parse(sessionStorage.getItem(`annotate.locks.${createId(1)}`) ?? '')).toEqual([createId(32), createId(31)]);
  for (const name of ['Lock Cup 1', 'Lock Cup 2']) await userEvent.click(objectList.getByRole('button', { name }));
  expect(sessionStorage.getItem(`annotate.locks.${createId(1)}`)).toBeNull();
});

testInLongRun('if the storage is full, the stored locks of other images are deleted', async () => {
  const objectList = await openList();
  const otherKey = `annotate.locks.${createId(2)}`;
  sessionStorage.setItem(otherKey, JSON.stringify([createId(40)]));
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  await userEvent.click(objectList.getByRole('button', { name: 'Lock Cup 1' }));
  setItem.mockRestore();
  expect(sessionStorage.getItem(otherKey)).toBeNull();
  expect(JSON.parse(sessionStorage.getItem(`annotate.locks.${createId(1)}`) ?? '')).toEqual([createId(31)]);
});

testInLongRun('a click with Ctrl or Shift toggles a row in the selection', async () => {
  const objectList = await openList();
  const user = userEvent.setup();
  const listPressed = () =>
    objectList.queryAllByRole('button', { name: /^Cup/, pressed: true }).map(({ textContent }) => textContent);
  const clickWith = async (key: string, name: string) => {
    await user.keyboard(`{${key}>}`);
    await user.click(objectList.getByRole('button', { name }));
    await user.keyboard(`{/${key}}`);
  };
  await user.click(objectList.getByRole('button', { name: 'Cup 1' }));
  await clickWith('Control', 'Cup 3');
  expect(listPressed()).toEqual(['Cup 1', 'Cup 3']);
  expect(screen.getByRole('heading', { name: '2 objects selected' })).toBeVisible();
  await clickWith('Shift', 'Cup 2');
  expect(listPressed()).toEqual(['Cup 1', 'Cup 2', 'Cup 3']);
  await clickWith('Meta', 'Cup 1');
  await clickWith('Control', 'Cup 3');
  expect(listPressed()).toEqual(['Cup 2']);
  expect(screen.getByRole('heading', { name: 'Object: Cup' })).toBeVisible();
});

describe('a list with shapes of two labels', () => {
  const plates = [4, 5].map((number) => ({
    ...createObjectRow(30 + number, image, 'Plate'),
    detection_label: { id: createId(22), name: 'Plate', color: '#ff0000' },
    data: [0, 0, 10 * number, 100] as [number, number, number, number],
  }));
  const openMixedList = () => openList({ handlers: { 'GET /detection/v2/object/': page([...cups, ...plates]) } });
  const listRows = () => screen.getAllByRole('button', { name: /^(Cup|Plate) \d/ }).map(({ textContent }) => textContent);
  const countHidden = () => screen.queryAllByRole('button', { name: /^Hide (Cup|Plate)/, pressed: true }).length;
  const chooseOption = async (picker: string, option: string | RegExp) => {
    await userEvent.click(screen.getByRole('combobox', { name: picker }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };

  test('search filters the list, Esc clears it, and a button filters the canvas', async () => {
    await openMixedList();
    const searchField = screen.getByRole('searchbox', { name: 'Search items' });
    await userEvent.type(searchField, 'pla');
    await waitFor(() => expect(listRows()).toEqual(['Plate 4', 'Plate 5']));
    expect(screen.getByText('2 of 5 shown')).toBeVisible();
    expect(countHidden()).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Show only these' }));
    expect(countHidden()).toBe(0);
    await userEvent.click(searchField);
    await userEvent.keyboard('{Escape}');
    expect(searchField).toHaveValue('');
    await waitFor(() => expect(listRows()).toHaveLength(5));
    expect(countHidden()).toBe(3);
    await userEvent.type(searchField, 'cup 2');
    await waitFor(() => expect(listRows()).toEqual(['Cup 2']));
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.getByRole('button', { name: 'Show all' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(listRows()).toHaveLength(5));
    expect(countHidden()).toBe(0);
  });

  testInLongRun('ArrowDown moves from the search into the rows, and Enter selects', async () => {
    await openMixedList();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search items' }), 'cup');
    await waitFor(() => expect(listRows()).toHaveLength(3));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Cup 2' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Object: Cup' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cup 2', pressed: true })).toHaveFocus();
    screen.getByRole('button', { name: 'Lock Cup 2' }).focus();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('button', { name: 'Lock Cup 2', pressed: true })).toHaveFocus();
  });

  test('the list can be filtered by label and kind, and sorted by size', async () => {
    await openMixedList();
    await chooseOption('Filter by label', /^Plate/);
    await waitFor(() => expect(listRows()).toEqual(['Plate 4', 'Plate 5']));
    await chooseOption('Sort order', 'Largest first');
    await waitFor(() => expect(listRows()).toEqual(['Plate 5', 'Plate 4']));
    await chooseOption('Filter by kind', 'Points');
    expect(await screen.findByText('No item matches.')).toBeVisible();
    expect(screen.getByText('0 of 5 shown')).toBeVisible();
  });

  test('the row of a label hides and locks all its shapes', async () => {
    await openMixedList();
    await userEvent.click(screen.getByRole('button', { name: 'Lock Cup 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Items by label (2)' }));
    const lockButton = screen.getByRole('button', { name: 'Lock all: Cup (Object)' });
    expect(lockButton).toHaveAttribute('aria-pressed', 'mixed');
    await userEvent.click(lockButton);
    const countLocked = () => screen.queryAllByRole('button', { name: /^Lock (Cup|Plate)/, pressed: true }).length;
    expect(lockButton).toHaveAttribute('aria-pressed', 'true');
    expect(countLocked()).toBe(3);
    await userEvent.click(screen.getByRole('button', { name: 'More for all: Cup (Object)' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlock all' }));
    expect(countLocked()).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Hide all: Plate (Object)' }));
    expect(countHidden()).toBe(2);
  });
});

// This test must be the last one, because its unsent deletion stays in browser storage.
test('Erase all keeps locked shapes and reports their number', async () => {
  const list = await openList();
  await userEvent.click(list.getByRole('button', { name: 'Lock Cup 3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Erase all' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/1 locked shape is kept\./)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Erase all' }));
  expect(await screen.findByText('1 locked shape was not changed.')).toBeVisible();
  expect(list.getAllByRole('listitem')).toHaveLength(1);
});
