import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import type * as Tabs from '@console/shared-ui/tabs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { rememberObjectTab } from '../preferences/user-preferences';
import { showImage } from '../testing/show-image';

// Checks that a click on a row renders only what has changed. With thousands of rows, any unnecessary rendering delays the click.

jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

/** Names of the rendered rows, one entry for each rendering of a row. */
const mockRenderedRows: string[] = [];
jest.mock('./item-toggles', () => ({
  ItemToggles: ({ name }: { name: string }) => {
    mockRenderedRows.push(name);
    return null;
  },
}));
const mockTabLists: (string | undefined)[] = [];
jest.mock('@console/shared-ui/tabs', () => {
  const actualTabs = jest.requireActual<typeof Tabs>('@console/shared-ui/tabs');
  const TabList = (props: Parameters<typeof actualTabs.TabList>[0]) => {
    mockTabLists.push(props['aria-label']);
    return <actualTabs.TabList {...props} />;
  };
  return { ...actualTabs, TabList };
});

const image = createImageRow(1);
const cups = Array.from({ length: 20 }, (_, index) => createObjectRow(31 + index, image));
// Queries by text, which are much faster than by role on a page of this size.
const isRowOfCup = (number: number) => (_: string, element: Element | null) =>
  element?.tagName === 'BUTTON' && element.textContent === `Cup ${number}`;
const getRowOfCup = (number: number) => screen.getByText(isRowOfCup(number));
const getCard = () => within(screen.getByRole('region', { name: 'Object' }));

async function openList() {
  showImage({ handlers: { 'GET /detection/v2/object/': page(cups) } });
  rememberObjectTab('meta');
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  await screen.findByText(isRowOfCup(20));
}

test('a click renders only the two changed rows and the content of the card', async () => {
  await openList();
  await userEvent.click(getRowOfCup(2));
  expect(await screen.findByText(createId(32))).toBeVisible();
  const buttons = ['Lock', 'Delete', 'Close'].map((name) => getCard().getByRole('button', { name }));
  const tabList = getCard().getByRole('tablist', { name: 'Object details' });
  // The colour swatch has no accessible name.
  expect(getCard().queryByRole('img', { name: /^#/ })).toBeNull();
  mockRenderedRows.length = mockTabLists.length = 0;
  await userEvent.click(getRowOfCup(3));
  expect(await screen.findByText(createId(33))).toBeVisible();
  expect(new Set(mockRenderedRows)).toEqual(new Set(['Cup 2', 'Cup 3']));
  // Each of the two rows is rendered once, and the hovered row once more.
  expect(mockRenderedRows.length).toBeLessThanOrEqual(3);
  expect(mockTabLists).not.toContain('Object details');
  expect(['Lock', 'Delete', 'Close'].map((name) => getCard().getByRole('button', { name }))).toEqual(buttons);
  expect(getCard().getByRole('tablist', { name: 'Object details' })).toBe(tabList);
});

testInLongRun('until the new card is rendered, the content of the previous card is inert', async () => {
  await openList();
  await userEvent.click(getRowOfCup(2));
  await screen.findByText(createId(32));
  const previousInertStates: boolean[] = [];
  const observer = new MutationObserver((changes) =>
    previousInertStates.push(...changes.map(({ oldValue }) => oldValue !== null)),
  );
  const options = { subtree: true, attributeFilter: ['inert'], attributeOldValue: true };
  observer.observe(screen.getByRole('region', { name: 'Object' }), options);
  await userEvent.click(getRowOfCup(3));
  await screen.findByText(createId(33));
  await waitFor(() => expect(previousInertStates).toEqual([false, true]));
  observer.disconnect();
  expect(screen.queryByText(createId(32))).toBeNull();
  expect(screen.getByText(createId(33)).closest('[inert]')).toBeNull();
});
