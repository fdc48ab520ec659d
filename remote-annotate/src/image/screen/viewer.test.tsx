import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showImage } from '../testing/show-image';

jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const EDIT_CONTROLS = ['Draw objects', 'Undo', 'TRAIN/TEST', 'Verify', 'Predict', 'Load', 'Erase all', 'Delete image'];
const listButtons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

test('a viewer gets no tools, keys or save state, and sends no change', async () => {
  const stub = showImage({ role: 'viewer' });
  await screen.findByRole('radio', { name: 'Selection' });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await screen.findByRole('button', { name: /^Cup 1/ });
  expect(listButtons().filter((name) => EDIT_CONTROLS.some((editControl) => name?.includes(editControl)))).toEqual([]);
  expect(screen.queryByRole('radio', { name: 'Draw objects' })).toBeNull();
  expect(screen.queryByRole('status', { name: 'Save state' })).toBeNull();
  await user.keyboard('{Shift>}t{/Shift}{Control>}{Enter}{/Control}');
  expect(stub.requests.filter(({ key }) => !key.startsWith('GET '))).toEqual([]);
});

testInLongRun('a viewer sees the card of a shape without controls that change it', async () => {
  showImage({ role: 'viewer' });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: /^Cup 1/ }));
  const card = within(await screen.findByRole('region', { name: 'Object' }));
  expect(card.getByRole('combobox', { name: 'Label' })).toBeDisabled();
  expect(card.queryByRole('button', { name: 'Delete shape' })).toBeNull();
});

test('an annotator draws and verifies, but cannot delete the image', async () => {
  showImage({ role: 'annotator' });
  expect(await screen.findByRole('radio', { name: 'Draw objects' })).toBeEnabled();
  expect(await screen.findByRole('button', { name: 'Verify' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete image' })).toBeNull();
});
