import 'fake-indexeddb/auto';
import { testUser } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { imageRow } from '../../browser/testing';
import { showImage } from '../testing';
import { getUserKeymap } from './user-keymap';

// The canvas is konva's; its own keys are tested with the editor.
jest.mock('../../editor/view', () => jest.requireActual<object>('../fake-canvas'));
jest.mock('../../picture', () => jest.requireActual<object>('../fake-canvas'));

const tool = (name: string) => screen.getByRole('radio', { name });
async function show() {
  showImage();
  await waitFor(() => expect(tool('Draw objects')).toBeEnabled());
  return userEvent.setup();
}
beforeEach(() => {
  localStorage.clear();
  // Kept for the tab; each test begins as a person who has chosen none.
  getUserKeymap(testUser.id).reset();
});

test('a tool is chosen by its key, but not while a person types', async () => {
  const user = await show();
  await user.keyboard('b');
  expect(tool('Draw objects')).toBeChecked();
  expect(tool('Draw objects')).toHaveAttribute('aria-keyshortcuts', 'b');
  await user.keyboard('p');
  expect(tool('Draw polygons')).toBeChecked();
  await user.keyboard('b');
  const label = screen.getByRole('combobox', { name: 'Label for new shapes' });
  await user.click(label);
  await user.keyboard('p');
  expect(tool('Draw objects')).toBeChecked();
});

test('brightness and contrast have keys, which go on while they are held and are said', async () => {
  const user = await show();
  const isSaid = (text: string) => waitFor(() => expect(screen.getByText(text)).toHaveRole('status'));
  await user.keyboard('w');
  await isSaid('Brightness 110 %');
  fireEvent.keyDown(document.body, { key: 'w', code: 'KeyW', repeat: true });
  await isSaid('Brightness 120 %');
  await user.keyboard('s');
  await isSaid('Brightness 110 %');
  await user.keyboard('{Shift>}W{/Shift}');
  await isSaid('Contrast 110 %');
  await user.keyboard('{Shift>}A{/Shift}');
  expect(await screen.findByRole('slider', { name: /Brightness/ })).toHaveValue('110');
  expect(screen.getByRole('switch', { name: 'Invert colours' })).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
});

test('the colours are inverted by a key', async () => {
  const user = await show();
  await user.keyboard('x{Shift>}A{/Shift}');
  expect(await screen.findByRole('switch', { name: 'Invert colours' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
});

test('digits choose the label of what is drawn next, the same digit takes it back, and it stays for the next picture', async () => {
  const user = await show();
  await user.keyboard('b2');
  const label = () => screen.getByRole('combobox', { name: 'Label for new shapes' });
  expect(label()).toHaveValue('Plate');
  await user.keyboard('2');
  expect(label()).toHaveValue('Ask each time');
  await user.keyboard('1');
  expect(label()).toHaveValue('Cup');
  expect(Object.entries(localStorage).find(([key]) => key.startsWith('annotate.sticky-label'))?.[1]).toMatch(/0900$/);
});

test('Shift+B goes through the ways to draw objects', async () => {
  const user = await show();
  await user.keyboard('b');
  const way = screen.getByRole('combobox', { name: 'Drawing method' });
  expect(way).toHaveDisplayValue('Drag');
  await user.keyboard('{Shift>}b{/Shift}');
  expect(way).toHaveDisplayValue('Two corners');
  await user.keyboard('{Shift>}b{/Shift}');
  expect(way).toHaveDisplayValue('Four extreme points');
});

test('a held key counts once, and letters are found by their place on keyboards that are not Latin', async () => {
  await show();
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB', repeat: true });
  expect(tool('Draw objects')).not.toBeChecked();
  fireEvent.keyDown(document.body, { key: 'и', code: 'KeyB' });
  expect(tool('Draw objects')).toBeChecked();
});

test('what the toolbar does once in a while has a key too: the id of the image, and its deletion, which asks', async () => {
  const user = await show();
  await user.keyboard('{Shift>}c{/Shift}');
  expect(await navigator.clipboard.readText()).toBe(imageRow(1).id);
  await user.keyboard('{Control>}{Shift>}{Delete}{/Shift}{/Control}');
  expect(await screen.findByText('Are you sure you want to delete this image?')).toBeVisible();
});

test('the details are folded by a key', async () => {
  const user = await show();
  expect(await screen.findByRole('complementary', { name: 'Image details' })).toBeVisible();
  await user.keyboard('{Shift>}f{/Shift}');
  expect(screen.queryByRole('complementary', { name: 'Image details' })).toBeNull();
});

test('the tabs of the object card are walked by a key', async () => {
  const user = await show();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: /^Cup|^Plate|^Unknown/ }));
  const tabs = within(await screen.findByRole('tablist', { name: 'Object details' }));
  expect(tabs.getByRole('tab', { name: 'Recognition' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('c');
  expect(tabs.getByRole('tab', { name: 'Flows' })).toHaveAttribute('aria-selected', 'true');
});
