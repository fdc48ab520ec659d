import { failWith, type StubRequest } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId, createImageRow } from '../browser/testing';
import { waitUntilSent, GET_BATCH, createJobServer, showJob, VERIFY } from './testing';

jest.mock('../editor/view', () => jest.requireActual<object>('../image/testing/fake-canvas'));
jest.mock('../image-decoding', () => jest.requireActual<object>('../image/testing/fake-canvas'));

const ITEMS = [createId(1), createId(2), createId(3)];

/** A job of three images. The first verification is rejected until `allowVerification` is called. */
function showRefusingJob() {
  let isRefusing = true;
  const server = createJobServer(ITEMS, {
    [VERIFY]: ({ body }: StubRequest) =>
      isRefusing && (body as { image_id: string }).image_id === ITEMS[0] ? failWith(403, 'Not allowed.') : { id: 'v' },
  });
  showJob();
  return { ...server, allowVerification: () => (isRefusing = false) };
}

test('a rejected verification does not stop the job, and a link leads back', async () => {
  const { stub, listDone, allowVerification } = showRefusingJob();
  const waitForProgress = (text: string) =>
    waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent(text));
  const waitForImageInUrl = (imageId: string | undefined) =>
    waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(`image=${imageId}`));
  const pressVerifyAndNext = async () => {
    const stepButton = await screen.findByRole('button', { name: 'Verify and Next' });
    await waitFor(() => expect(stepButton).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(stepButton);
  };
  await screen.findByRole('application', { name: 'Annotation canvas' });

  await pressVerifyAndNext();
  expect(await screen.findByText('1 change on other images needs your decision.')).toBeVisible();
  expect(listDone()).toEqual([]);
  await waitForImageInUrl(ITEMS[1]);
  await pressVerifyAndNext();
  await waitFor(() => expect(listDone()).toEqual([ITEMS[1]]));
  await waitForImageInUrl(ITEMS[2]);
  await pressVerifyAndNext();
  // All other images are done. One image waits for the user's decision.
  expect(await screen.findByText('Your remaining items need your decision.')).toBeVisible();
  expect(listDone()).toEqual([ITEMS[1], ITEMS[2]]);
  await waitForProgress('3/3');
  expect(stub.getRequests(GET_BATCH).length).toBe(2);

  await userEvent.click(screen.getByRole('link', { name: 'Open the image' }));
  await userEvent.click(await screen.findByRole('button', { name: '1 change needs your decision' }));
  const refusalMessage = screen.getByText('The image was not verified: Not allowed.');
  allowVerification();
  // Use `hidden: true`. On a busy machine, the focus trap of the popover hides the popover itself in jsdom.
  await userEvent.click(await within(refusalMessage).findByRole('button', { name: 'Retry', hidden: true }));
  await waitFor(() => expect(listDone()).toEqual([ITEMS[1], ITEMS[2], ITEMS[0]]));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state', hidden: true })).toHaveTextContent('Saved'));
  const nextButton = screen.getByRole('button', { name: 'Next', hidden: true });
  await waitFor(() => expect(nextButton).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(nextButton);
  expect(await screen.findByText('There is no job for this task. Everything is complete!')).toBeVisible();
}, 30_000);

testInLongRun('the save state is shown when the image cannot be loaded', async () => {
  let isServerDown = true;
  const { stub } = createJobServer(ITEMS.slice(0, 2), {
    'GET /recognition/v2/training-image/{id}': ({ params }: StubRequest) =>
      isServerDown && params.id === ITEMS[1] ? failWith(503, 'Away.') : createImageRow(Number((params.id ?? '').slice(-4))),
    [VERIFY]: () => (isServerDown ? failWith(503, 'Away.') : { id: 'v' }),
  });
  showJob();
  const stepButton = await screen.findByRole('button', { name: 'Verify and Next' });
  await waitFor(() => expect(stepButton).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(stepButton);
  expect(await screen.findByText('This could not be loaded.')).toBeVisible();
  const saveStateButton = await within(screen.getByRole('status', { name: 'Save state' })).findByRole('button', {
    name: '2 waiting: the server is not responding',
  });
  isServerDown = false;
  await userEvent.click(saveStateButton);
  await userEvent.click(await screen.findByRole('button', { name: 'Try now', hidden: true }));
  await waitFor(() => expect(stub.getRequests(VERIFY).length).toBeGreaterThan(1));
  await waitUntilSent();
});
