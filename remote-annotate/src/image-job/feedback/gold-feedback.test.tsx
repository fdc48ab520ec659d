import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { StubHandlers } from '@console/shared-auth/testing';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId } from '../../browser/testing';
import { fakeImages } from '../../image/testing/fake-canvas';
import { GET_BATCH, createJobRow, createJobServer, showJob, UNMARK_DONE, waitUntilSent } from '../testing';

jest.mock('../../editor/view', () => jest.requireActual<object>('../../image/testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../../image/testing/fake-canvas'));

const FEEDBACK = 'POST /annotate/v2/imagejob/{id}/gold-feedback';
const APPEAL = 'POST /annotate/v2/imagejob/{id}/appeal';
const ITEMS = [createId(1), createId(2)];
const feedback = {
  differences: [
    { kind: 'missing', box: [10, 10, 30, 30] },
    { kind: 'missing', box: [40, 10, 60, 30] },
    { kind: 'wrong_label', box: [1, 1, 5, 5] },
  ],
  tries_left: 1,
  appealed: false,
};

afterEach(waitUntilSent);
beforeEach(() => {
  fakeImages.loadAll();
  sessionStorage.clear();
});

function showJobWithFeedbackTries(maxTries: number, handlers: StubHandlers = {}) {
  const server = createJobServer(ITEMS, {
    'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 2), gold_feedback: maxTries },
    [FEEDBACK]: { feedback },
    ...handlers,
  });
  showJob();
  return server.stub;
}
async function markImageAsDone() {
  const button = await screen.findByRole('button', { name: 'Next' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(button);
}
const findPanel = async () => within(await screen.findByRole('region', { name: 'Feedback on an image that you marked as done' }));

it('lists and marks the differences of a finished image, which the user can correct', async () => {
  const { getRequests } = showJobWithFeedbackTries(2);
  await markImageAsDone();
  const panel = await findPanel();
  expect(panel.getByText('Missing: 2')).toBeVisible();
  expect(panel.getByText('Wrong label: 1')).toBeVisible();
  expect(getRequests(FEEDBACK).map(({ body }) => body)).toMatchObject([{ item: ITEMS[0] }]);
  await userEvent.click(panel.getByRole('button', { name: 'Correct the image' }));
  await waitFor(() => expect(getRequests(UNMARK_DONE).map(({ body }) => body)).toMatchObject([{ items: [ITEMS[0]] }]));
  const positionMarks = within(await screen.findByRole('group', { name: 'Places with feedback' }));
  expect(positionMarks.getAllByRole('img').map((marker) => marker.getAttribute('aria-label'))).toEqual([
    'Missing',
    'Missing',
    'Wrong label',
  ]);
});

it('the user can send one appeal against the feedback', async () => {
  const { getRequests } = showJobWithFeedbackTries(1, { [APPEAL]: {}, [FEEDBACK]: { feedback: { ...feedback, tries_left: 0 } } });
  await markImageAsDone();
  const panel = await findPanel();
  expect(panel.queryByRole('button', { name: 'Correct the image' })).toBeNull();
  await userEvent.click(panel.getByRole('button', { name: 'Appeal' }));
  fireEvent.change(panel.getByRole('textbox', { name: 'Why is your work correct?' }), { target: { value: 'It is a mug.' } });
  await userEvent.click(panel.getByRole('button', { name: 'Send appeal' }));
  await waitFor(() =>
    expect(getRequests(APPEAL).map(({ body }) => body)).toMatchObject([{ item: ITEMS[0], text: 'It is a mug.' }]),
  );
  expect(await panel.findByText(/^You have appealed\./)).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Appeal' })).toBeNull();
  await userEvent.click(panel.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Missing: 2')).toBeNull();
});

testInLongRun('feedback on another image does not replace an unfinished appeal', async () => {
  const { getRequests } = showJobWithFeedbackTries(1, { [APPEAL]: {} });
  await markImageAsDone();
  const panel = await findPanel();
  await userEvent.click(panel.getByRole('button', { name: 'Appeal' }));
  fireEvent.change(panel.getByRole('textbox', { name: 'Why is your work correct?' }), { target: { value: 'It is a mug.' } });
  await markImageAsDone();
  await waitFor(() => expect(getRequests(FEEDBACK)).toHaveLength(2));
  await userEvent.click(panel.getByRole('button', { name: 'Send appeal' }));
  await waitFor(() =>
    expect(getRequests(APPEAL).map(({ body }) => body)).toMatchObject([{ item: ITEMS[0], text: 'It is a mug.' }]),
  );
  expect(await panel.findByText(/^You have appealed\./)).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: 'Dismiss' }));
  // After Dismiss, the panel shows the feedback on the second image.
  expect((await findPanel()).getByRole('button', { name: 'Appeal' })).toBeVisible();
});

it('images without a known correct result have no feedback', async () => {
  const { getRequests } = showJobWithFeedbackTries(1, { [FEEDBACK]: { feedback: null } });
  await markImageAsDone();
  await waitFor(() => expect(getRequests(FEEDBACK)).toHaveLength(1));
  expect(screen.queryByText(/^Feedback on/)).toBeNull();
});

testInLongRun('requests nothing in jobs without feedback', async () => {
  const { getRequests } = showJobWithFeedbackTries(0);
  await markImageAsDone();
  await waitUntilSent();
  expect(getRequests(FEEDBACK)).toEqual([]);
});

it('shows a message when the user is paused in the job', async () => {
  showJobWithFeedbackTries(0, { [GET_BATCH]: { results: [], paused: true } });
  expect(await screen.findByText(/^You are paused in this job\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
});
