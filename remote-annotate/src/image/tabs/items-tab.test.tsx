import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf, imageRow, objectRow } from '../../browser/testing';
import { showImage, type ShowImageOptions } from '../testing';

// The canvas is konva's and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

const image = imageRow(1);
const cups = [1, 2, 3].map((number) => objectRow(30 + number, image));

async function openList(options: ShowImageOptions = {}) {
  showImage({ handlers: { 'GET /detection/v2/object/': page(cups) }, ...options });
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }, { timeout: 10_000 }));
  return within(await screen.findByRole('region', { name: 'Objects' }));
}

beforeEach(() => sessionStorage.clear());

test('a shape that is locked in the list can be picked there, and neither removed nor relabelled until it is unlocked', async () => {
  const list = await openList();
  await userEvent.click(list.getByRole('button', { name: 'Lock Cup 2' }));
  expect(list.getByRole('button', { name: 'Lock Cup 2', pressed: true })).toHaveFocus();
  await userEvent.click(list.getByRole('button', { name: 'Cup 2' }));
  const card = within(screen.getByRole('region', { name: 'Object' }));
  expect(card.getByRole('button', { name: 'Delete' })).toBeDisabled();
  expect(card.getByRole('combobox', { name: 'Label' })).toBeDisabled();
  await userEvent.keyboard('1');
  expect(screen.getByText('1 shape was left as before, being locked.')).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Lock', pressed: true }));
  expect(list.queryByRole('button', { name: /^Lock/, pressed: true })).toBeNull();
  expect(card.getByRole('button', { name: 'Delete' })).toBeEnabled();
  expect(card.getByRole('combobox', { name: 'Label' })).toBeEnabled();
});

test('what is locked is locked still when the picture is opened again in this tab', async () => {
  sessionStorage.setItem(`annotate.locks.${idOf(1)}`, JSON.stringify([idOf(32)]));
  const list = await openList({ isAgain: true });
  expect(
    list.getAllByRole('button', { name: /^Lock/, pressed: true }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Lock Cup 2']);
  await userEvent.click(list.getByRole('button', { name: 'Lock Cup 1' }));
  expect(JSON.parse(sessionStorage.getItem(`annotate.locks.${idOf(1)}`) ?? '')).toEqual([idOf(32), idOf(31)]);
  for (const name of ['Lock Cup 1', 'Lock Cup 2']) await userEvent.click(list.getByRole('button', { name }));
  expect(sessionStorage.getItem(`annotate.locks.${idOf(1)}`)).toBeNull();
});

// Last: what is erased is gone from the browser's store too.
test('Erase all leaves what is locked, and says so before and after', async () => {
  const list = await openList();
  await userEvent.click(list.getByRole('button', { name: 'Lock Cup 3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Erase all' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/1 shape is locked and will be left\./)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Erase all' }));
  expect(await screen.findByText('1 shape was left as before, being locked.')).toBeVisible();
  expect(list.getAllByRole('listitem')).toHaveLength(1);
});
