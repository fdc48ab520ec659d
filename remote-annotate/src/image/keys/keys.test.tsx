import 'fake-indexeddb/auto';
import { testUser } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createImageRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';
import { getUserKeymap } from './user-keymap';

// The canvas uses konva; its keys are tested with the editor.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const getToolButton = (name: string) => screen.getByRole('radio', { name });
async function showScreen() {
  showImage();
  await waitFor(() => expect(getToolButton('Draw objects')).toBeEnabled());
  return userEvent.setup();
}
beforeEach(() => {
  localStorage.clear();
  // Restore the default keys, because key bindings are kept in memory.
  getUserKeymap(testUser.id).reset();
});

test('a key selects a tool, except while the user types', async () => {
  const user = await showScreen();
  await user.keyboard('b');
  expect(getToolButton('Draw objects')).toBeChecked();
  expect(getToolButton('Draw objects')).toHaveAttribute('aria-keyshortcuts', 'b');
  await user.keyboard('p');
  expect(getToolButton('Draw polygons')).toBeChecked();
  await user.keyboard('b');
  const labelPicker = screen.getByRole('combobox', { name: 'Label for new shapes' });
  await user.click(labelPicker);
  await user.keyboard('p');
  expect(getToolButton('Draw objects')).toBeChecked();
});

test('keys change brightness and contrast, repeat while pressed, and invert the colours', async () => {
  const user = await showScreen();
  const expectStatus = (text: string) => waitFor(() => expect(screen.getByText(text)).toHaveRole('status'));
  await user.keyboard('w');
  await expectStatus('Brightness 110 %');
  fireEvent.keyDown(document.body, { key: 'w', code: 'KeyW', repeat: true });
  await expectStatus('Brightness 120 %');
  await user.keyboard('s');
  await expectStatus('Brightness 110 %');
  await user.keyboard('{Shift>}W{/Shift}');
  await expectStatus('Contrast 110 %');
  await user.keyboard('x{Shift>}A{/Shift}');
  expect(await screen.findByRole('slider', { name: /Brightness/ })).toHaveValue('110');
  expect(screen.getByRole('switch', { name: 'Invert colours' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
});

test('keys set the label for new shapes, which is stored, and L clears it', async () => {
  const user = await showScreen();
  await user.keyboard('b2');
  const getLabelPicker = () => screen.getByRole('combobox', { name: 'Label for new shapes' });
  expect(getLabelPicker()).toHaveValue('Plate');
  await user.keyboard('2');
  expect(getLabelPicker()).toHaveValue('Plate');
  await user.keyboard('l');
  expect(getLabelPicker()).toHaveValue('Ask each time');
  await user.keyboard('1');
  expect(getLabelPicker()).toHaveValue('Cup');
  expect(Object.entries(localStorage).find(([key]) => key.startsWith('annotate.sticky-label'))?.[1]).toMatch(/0900$/);
});

test('the controls of a tool are added after all other controls', async () => {
  const user = await showScreen();
  const toolbar = screen.getByRole('radio', { name: 'Selection' }).closest<HTMLElement>('[role="toolbar"]')!;
  const listControls = () =>
    [...toolbar.querySelectorAll('button, input, select')].map((control) => control.getAttribute('aria-label'));
  await user.keyboard('v');
  const controls = listControls();
  expect(controls).toContain('Label for new shapes');
  for (const tool of isLongRun ? ['b', 'p', 'o'] : ['p']) {
    await user.keyboard(tool);
    expect(listControls().slice(0, controls.length)).toEqual(controls);
  }
});

testInLongRun('Shift+B cycles through the drawing methods', async () => {
  const user = await showScreen();
  await user.keyboard('b');
  const modeSelect = screen.getByRole('combobox', { name: 'Drawing method' });
  expect(modeSelect).toHaveDisplayValue('Drag');
  await user.keyboard('{Shift>}b{/Shift}');
  expect(modeSelect).toHaveDisplayValue('Two corners');
  await user.keyboard('{Shift>}b{/Shift}');
  expect(modeSelect).toHaveDisplayValue('Four extreme points');
});

test('a held key has no effect, and keys work by position on other keyboard layouts', async () => {
  await showScreen();
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB', repeat: true });
  expect(getToolButton('Draw objects')).not.toBeChecked();
  fireEvent.keyDown(document.body, { key: 'и', code: 'KeyB' });
  expect(getToolButton('Draw objects')).toBeChecked();
});

test('keys copy the image id and ask to delete the image', async () => {
  const user = await showScreen();
  await user.keyboard('{Shift>}c{/Shift}');
  expect(await navigator.clipboard.readText()).toBe(createImageRow(1).id);
  await user.keyboard('{Control>}{Shift>}{Delete}{/Shift}{/Control}');
  expect(await screen.findByText('Are you sure you want to delete this image?')).toBeVisible();
});

testInLongRun('Shift+F hides the image details', async () => {
  const user = await showScreen();
  expect(await screen.findByRole('complementary', { name: 'Image details' })).toBeVisible();
  await user.keyboard('{Shift>}f{/Shift}');
  expect(screen.queryByRole('complementary', { name: 'Image details' })).toBeNull();
});

testInLongRun('C selects the next tab of the object card', async () => {
  const user = await showScreen();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: /^Cup|^Plate|^Unknown/ }));
  const tabList = within(await screen.findByRole('tablist', { name: 'Object details' }));
  expect(tabList.getByRole('tab', { name: 'Recognition' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('c');
  expect(tabList.getByRole('tab', { name: 'Flows' })).toHaveAttribute('aria-selected', 'true');
});
