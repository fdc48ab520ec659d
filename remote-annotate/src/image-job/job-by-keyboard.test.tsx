import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId } from '../browser/testing';
import { fakeImages } from '../image/testing/fake-canvas';
import { waitUntilSent, createJobServer, showJob } from './testing';

jest.mock('../editor/view', () => jest.requireActual<object>('../image/testing/fake-canvas'));
jest.mock('../image-decoding', () => jest.requireActual<object>('../image/testing/fake-canvas'));

const findCanvas = () => screen.findByRole('application', { name: 'Annotation canvas' });
const waitForCanvasFocus = () =>
  waitFor(() => expect(screen.getByRole('application', { name: 'Annotation canvas' })).toHaveFocus());
const getStepButton = (name: string) => screen.getByText(name).closest('button')!;
const waitUntilReady = () => waitFor(() => expect(getStepButton('Verify and Next')).not.toHaveAttribute('aria-disabled', 'true'));
const pressVerifyKey = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

/** Opens the page by a link in the console or by entering its URL, and loads the first image. */
async function openJobItems(route: 'link' | 'address', items: readonly string[]) {
  fakeImages.loadNone();
  const server = createJobServer(items);
  showJob();
  await findCanvas();
  if (route === 'link') screen.getByRole('heading', { level: 1 }).focus();
  act(() => fakeImages.loadAll());
  await waitUntilReady();
  return server;
}

beforeEach(() => sessionStorage.clear());
afterEach(waitUntilSent);

testInLongRun('a page opened by a link focuses the canvas with the first image', async () => {
  await openJobItems('link', [createId(1), createId(2)]);
  await waitForCanvasFocus();
});

test('a page opened by its URL focuses the canvas after the first step', async () => {
  const server = await openJobItems('address', [createId(1), createId(2)]);
  expect(document.body).toHaveFocus();
  await pressVerifyKey();
  await waitUntilReady();
  await waitForCanvasFocus();
  await pressVerifyKey();
  const completionMessage = await screen.findByText('There is no job for this task. Everything is complete!');
  expect(completionMessage.closest('[role=status]')).not.toBeNull();
  expect(document.activeElement).toContainElement(completionMessage);
  expect(document.body).not.toHaveFocus();
  expect(server.listVerified()).toHaveLength(2);
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitUntilReady();
  await waitForCanvasFocus();
});

testInLongRun('a focused button keeps the focus, and keys have no effect before the image is shown', async () => {
  fakeImages.loadNone();
  const server = createJobServer([createId(1), createId(2)]);
  showJob();
  await userEvent.keyboard('nb');
  await findCanvas();
  await pressVerifyKey();
  await userEvent.keyboard('n');
  expect(server.listVerified()).toEqual([]);
  getStepButton('Next').focus();
  act(() => fakeImages.loadAll());
  await waitUntilReady();
  expect(getStepButton('Next')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitUntilReady();
  expect(getStepButton('Next')).toHaveFocus();
  await waitFor(() => expect(server.listDone()).toEqual([createId(1)]));
});

testInLongRun('selecting a tool by key focuses the canvas', async () => {
  await openJobItems('link', [createId(1)]);
  getStepButton('Next').focus();
  await userEvent.keyboard('o');
  expect(await screen.findByRole('radio', { name: 'Draw points', checked: true })).toBeVisible();
  await waitForCanvasFocus();
});
