import { failWith, page, signInForTest, stubApi, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import type { GroupBodyProps } from '@console/shared-contract/federation';
import { renderConsole, type FakeWidgets } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { useLayoutEffect, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AddressBar, createId } from '../browser/testing';
import { SimilarityJobPage } from './similarity-job-page';

const MARK_DONE = 'POST /annotate/v2/similarityjob/{id}/mark-done';
const UNMARK_DONE = 'POST /annotate/v2/similarityjob/{id}/unmark-done';
const DELETE_VERIFICATION = 'DELETE /annotate/v2/similarity-verification/{id}';
const CREATE_VERIFICATION = 'POST /annotate/v2/similarity-verification/';
const GET_VIOLATIONS = 'GET /annotate/v2/group-violation/';
const GET_FEEDBACK = 'POST /annotate/v2/similarityjob/{id}/gold-feedback';
const SEND_APPEAL = 'POST /annotate/v2/similarityjob/{id}/appeal';
const JOB_ID = createId(91);

function GroupBody({ groupId, workspaceId, job, onDeleted }: GroupBodyProps) {
  return (
    <section aria-label="Group">
      {groupId} of {workspaceId} in {job?.name} <button onClick={onDeleted}>Delete group</button>
    </section>
  );
}

/** Shows a job with three groups. The server refuses to mark the third group as done. */
function showJob(widgets: FakeWidgets = { 'group-body': GroupBody }, search = '', feedbackTries = 0) {
  signInForTest({ services: ['annotate', 'custom-similarity'] });
  const openGroups = new Set([createId(1), createId(2), createId(3)]);
  const stub = stubApi({
    'GET /annotate/v2/similarityjob/{id}': () => ({
      id: JOB_ID,
      workspace: testWorkspace.id,
      name: 'Alike',
      description: '',
      todo_number: 1,
      randomize: false,
      auto_complete: false,
      done: false,
      recognition_tasks: [],
      flow: null,
      mark_done_label: null,
      item_count: 3,
      item_done_count: 3 - openGroups.size,
      created: '2026-01-01T00:00:00Z',
      version: 1,
      gold_feedback: feedbackTries,
    }),
    'GET /annotate/v2/similarityjob/{id}/get-batch/': () => ({ results: [...openGroups] }),
    'GET /annotate/v2/similarityjob/': page([]),
    'GET /comments/v2/thread/': page([]),
    'POST /comments/v2/thread/': {},
    [GET_FEEDBACK]: { feedback: { differences: [{ kind: 'extra', box: null }], tries_left: 1, appealed: false } },
    [SEND_APPEAL]: {},
    [GET_VIOLATIONS]: { results: [] },
    [CREATE_VERIFICATION]: { id: 'v' },
    [DELETE_VERIFICATION]: {},
    [UNMARK_DONE]: ({ body }: StubRequest) => {
      (body as { items: string[] }).items.forEach((item) => openGroups.add(item));
      return {};
    },
    [MARK_DONE]: ({ body }: StubRequest) => {
      const [item = ''] = (body as { items: string[] }).items;
      if (item === createId(3)) return failWith(403, 'Not yours.');
      openGroups.delete(item);
      return {};
    },
  });
  const { unmount } = renderConsole(
    <>
      <AddressBar />
      <Routes>
        <Route path="/similarityjob/:id" element={<SimilarityJobPage />} />
      </Routes>
    </>,
    { route: `/similarityjob/${JOB_ID}${search}`, widgets },
  );
  const listItems = (key: typeof MARK_DONE | typeof UNMARK_DONE) =>
    stub.getRequests(key).map(({ body }) => (body as { items: string[] }).items[0]);
  const listUnverified = () => stub.getRequests(DELETE_VERIFICATION).map(({ params }) => params.id);
  return {
    unmount,
    openGroups,
    listUnmarked: () => listItems(UNMARK_DONE),
    listAppeals: () => stub.getRequests(SEND_APPEAL).map(({ body }) => body),
    listUnverified,
    setViolations: (results: object[]) => stub.addHandlers({ [GET_VIOLATIONS]: { results } }),
    listDone: () => listItems(MARK_DONE),
    listVerified: () => stub.getRequests(CREATE_VERIFICATION).map(({ body }) => body),
    listComments: () => stub.getRequests('POST /comments/v2/thread/').map(({ body }) => body),
  };
}
const pressStep = async (name: string) => {
  const stepButton = await screen.findByRole('button', { name });
  await waitFor(() => expect(stepButton).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(stepButton);
};
const waitForGroup = async (groupId: string) => {
  await waitFor(() => expect(screen.getByRole('region', { name: 'Group' })).toHaveTextContent(groupId));
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(`/similarityjob/${JOB_ID}?group=${groupId}`),
  );
};

/** Each test waits for this. Otherwise, its unsent changes would be in the outbox of the next test. */
const waitUntilSaved = () =>
  waitFor(() => expect(screen.getByRole('status', { name: 'Save state', hidden: true })).toHaveTextContent('Saved'));

/** A fake widget that reports what it shows, like the widget of the similarity micro-frontend. A button loads the group. */
function LoadingBody({ groupId, onShown }: GroupBodyProps) {
  const [view, setView] = useState<'nothing' | 'group' | 'failure'>('nothing');
  useLayoutEffect(() => onShown?.(view), [onShown, view]);
  return (
    <section key={groupId} aria-label="Group">
      {view === 'group' ? groupId : view}
      <button onClick={() => setView('group')}>Load group</button>
      <button onClick={() => setView('failure')}>Fail to load</button>
    </section>
  );
}

beforeEach(() => sessionStorage.clear());

test('a warning asks once before the group is verified, and an error prevents the verification', async () => {
  const shownJob = showJob();
  const violation = {
    task: { id: 'k1', name: 'Same' },
    rule: 'few_members',
    level: 'error',
    groups: 1,
    text: 'Too few members.',
  };
  shownJob.setViolations([violation]);
  await pressStep('Verify and Next');
  const refusalDialog = within(await screen.findByRole('alertdialog', { name: 'This group cannot be verified yet' }));
  expect(refusalDialog.getByRole('button', { name: 'Verify anyway' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(refusalDialog.getByRole('button', { name: 'Cancel' }));
  shownJob.setViolations([{ ...violation, level: 'warning' }]);
  await pressStep('Verify and Next');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Verify this group?' }));
  expect(shownJob.listVerified()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Verify anyway' }));
  await waitFor(() => expect(shownJob.listVerified()).toMatchObject([{ group_id: createId(1) }]));
  await waitForGroup(createId(2));
  await waitUntilSaved();
});

test('feedback counts the wrong members of a group, and the user can appeal or correct the group', async () => {
  const shownJob = showJob(undefined, '', 1);
  await pressStep('Next');
  const panel = within(await screen.findByRole('region', { name: 'Feedback on a group that you marked as done' }));
  expect(panel.getByText('Extra: 1')).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: 'Appeal' }));
  await userEvent.type(panel.getByRole('textbox', { name: 'Why is your work correct?' }), 'The same cup.');
  await userEvent.click(panel.getByRole('button', { name: 'Send appeal' }));
  await waitFor(() => expect(shownJob.listAppeals()).toMatchObject([{ item: createId(1), text: 'The same cup.' }]));
  await userEvent.click(await panel.findByRole('button', { name: 'Correct the group' }));
  await waitForGroup(createId(1));
  await waitFor(() => expect(shownJob.listUnmarked()).toEqual([createId(1)]));
});

testInLongRun('Verify is disabled while a group loads, and Next is enabled after a loading error', async () => {
  const shownJob = showJob({ 'group-body': LoadingBody });
  const isDisabled = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
  await userEvent.click(await screen.findByRole('button', { name: 'Fail to load' }));
  await waitFor(() => expect([isDisabled('Verify and Next'), isDisabled('Next')]).toEqual([true, false]));
  await pressStep('Next');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Group' })).toHaveTextContent('nothing'));
  await waitFor(() => expect([isDisabled('Verify and Next'), isDisabled('Next')]).toEqual([true, true]));
  await userEvent.click(screen.getByRole('button', { name: 'Verify and Next' }));
  await userEvent.click(screen.getByRole('button', { name: 'Load group' }));
  await waitFor(() => expect(isDisabled('Verify and Next')).toBe(false));
  await pressStep('Verify and Next');
  await waitFor(() => expect(shownJob.listVerified()).toEqual([expect.objectContaining({ group_id: createId(2) })]));
  await waitUntilSaved();
});

testInLongRun('each loaded group gets the focus', async () => {
  const shownJob = showJob({ 'group-body': LoadingBody });
  const loadGroup = async () => (await screen.findByRole('button', { name: 'Load group' })).click();
  const getContainer = () =>
    screen.getByRole('region', { name: 'Group' }).parentElement!.closest<HTMLElement>('[tabindex="-1"]')!;
  screen.getByRole('heading', { level: 1 }).focus();
  await loadGroup();
  await waitFor(() => expect(getContainer()).toHaveFocus());
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('region', { name: 'Group' })).toHaveTextContent('nothing'));
  // A key press has no effect before the group is shown.
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await loadGroup();
  await waitFor(() => expect(getContainer()).toHaveFocus());
  await waitFor(() => expect(shownJob.listVerified()).toEqual([expect.objectContaining({ group_id: createId(1) })]));
  await waitUntilSaved();
});

test('steps go through the groups of the batch, and Previous goes back', async () => {
  const shownJob = showJob();
  await waitForGroup(createId(1));
  expect(screen.getByRole('region', { name: 'Group' })).toHaveTextContent(`of ${testWorkspace.id} in Alike`);
  await pressStep('Previous');
  expect((await screen.findAllByText('No previous item in job....')).length).toBeGreaterThan(0);
  await pressStep('Verify and Next');
  await waitForGroup(createId(2));
  await pressStep('Next');
  await waitForGroup(createId(3));
  await waitFor(() => expect(shownJob.listDone()).toEqual([createId(1), createId(2)]));
  expect(shownJob.listVerified()).toEqual([expect.objectContaining({ group_id: createId(1) })]);
  await waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent('2/3'));
  await pressStep('Previous');
  await waitForGroup(createId(2));
});

test('a comment is about the job item, and typing does not complete the group', async () => {
  const shownJob = showJob();
  await waitForGroup(createId(1));
  await userEvent.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Mixed{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(shownJob.listComments()).toMatchObject([{ kind: 'group', entity: createId(1), job: JOB_ID, text: 'Mixed' }]),
  );
  expect(shownJob.listDone()).toEqual([]);
});

test('if the server rejects the completion of a group, the save state links to the group', async () => {
  const shownJob = showJob(undefined, `?group=${createId(3)}`);
  await waitForGroup(createId(3));
  await pressStep('Next');
  await userEvent.click(await screen.findByRole('button', { name: '1 change needs your decision' }));
  expect(await screen.findByText('The item was not marked as done in Alike: Not yours.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the group', hidden: true })).toHaveAttribute('href', `/group/${createId(3)}`);
  await userEvent.click(screen.getByRole('button', { name: 'Discard', hidden: true }));
  await waitUntilSaved();
  expect(shownJob.openGroups.has(createId(3))).toBe(true);
});

test('undo of the last step removes the verification and the completion mark of the group', async () => {
  const shownJob = showJob();
  await waitForGroup(createId(1));
  await pressStep('Verify and Next');
  await waitForGroup(createId(2));
  await waitFor(() => expect(shownJob.openGroups.has(createId(1))).toBe(false));
  await pressStep('Undo the last step');
  await waitForGroup(createId(1));
  await waitFor(() => expect(shownJob.openGroups.has(createId(1))).toBe(true));
  await waitFor(() => expect(shownJob.listUnverified()).toEqual(['v']));
  expect(screen.queryByRole('button', { name: 'Undo the last step' })).toBeNull();
  await pressStep('Redo the last step');
  await waitForGroup(createId(2));
  await waitFor(() => expect(shownJob.openGroups.has(createId(1))).toBe(false));
  expect(shownJob.listVerified()).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Redo the last step' })).toBeNull();
  await pressStep('Undo the last step');
  await waitForGroup(createId(1));
  await waitFor(() => expect(shownJob.openGroups.has(createId(1))).toBe(true));
});

test('a group that is not in the job is replaced by a message', async () => {
  const shownJob = showJob(undefined, `?group=${createId(7)}`);
  expect(await screen.findByText(/^This group is not in the job\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the group' })).toHaveAttribute('href', `/group/${createId(7)}`);
  expect(screen.queryByRole('region', { name: 'Group' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Verify and Next' })).toHaveAttribute('aria-disabled', 'true');
  await pressStep('Continue the job');
  await waitForGroup(createId(1));
  expect(shownJob.listVerified()).toEqual([]);
});

test('the job continues after its group is deleted', async () => {
  const { openGroups } = showJob();
  await waitForGroup(createId(1));
  openGroups.delete(createId(1));
  await userEvent.click(screen.getByRole('button', { name: 'Delete group' }));
  await waitForGroup(createId(2));
});

test('without the group widget, the page shows a message and disables Verify', async () => {
  const shownJob = showJob({ 'group-body': 'missing-export' });
  expect(await screen.findByText('The installed version of the similarity part cannot show a group on this page.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the group' })).toHaveAttribute('href', `/group/${createId(1)}`);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(screen.getByRole('button', { name: 'Verify and Next' }));
  await pressStep('Next');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Open the group' })).toHaveAttribute('href', `/group/${createId(2)}`),
  );
  expect(shownJob.listVerified()).toEqual([]);
});
