import { signInForTest, stubApi, page, failWith } from '@console/shared-auth/testing';
import type { Comment, CommentThread } from '@console/shared-contract/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderConsole } from '../testing';
import { CommentThreads } from './comment-threads';

const annUser = { id: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', username: 'Ann' };

function createComment(fields: Partial<Comment> = {}): Comment {
  return {
    id: 'c1',
    workspace: 'w',
    thread: 't1',
    author: annUser,
    text: 'Too large',
    mentions: [],
    version: 1,
    created: '2026-02-03T10:00:00.000Z',
    edited: null,
    deleted: null,
    ...fields,
  };
}

function createThread(fields: Partial<CommentThread> = {}): CommentThread {
  return {
    id: 't1',
    workspace: 'w',
    kind: 'group',
    entity: 'g1',
    image: null,
    job: null,
    place: null,
    remark: null,
    version: 1,
    created: '2026-02-03T10:00:00.000Z',
    resolved: null,
    resolved_by: null,
    first: createComment(),
    replies: 0,
    last_comment: '2026-02-03T10:00:00.000Z',
    ...fields,
  };
}

function TestThreads() {
  const [openThread, setOpenThread] = useState<string | null>(null);
  const props = { row: { group: 'g1' }, target: { kind: 'group', entity: 'g1' } } as const;
  return <CommentThreads {...props} openThread={openThread} onOpenThread={setOpenThread} />;
}

function renderThreads(threads: CommentThread[] = [createThread()]) {
  signInForTest({ services: ['annotate'] });
  const api = stubApi({
    'GET /comments/v2/thread/': page(threads),
    'GET /comments/v2/thread/{id}/comment/': page([createComment()]),
    'GET /account/v2/member/': { ...page([annUser]) },
    'POST /comments/v2/thread/': createThread(),
    'POST /comments/v2/thread/{id}/comment/': createComment(),
    'PUT /comments/v2/thread/{id}': createThread(),
  });
  const { unmount } = renderConsole(<TestThreads />);
  return { api, user: userEvent.setup(), unmount };
}
const getNewCommentField = () => screen.findByRole('textbox', { name: 'New comment' });

beforeEach(() => localStorage.clear());

test('a member is mentioned with the keyboard, and Ctrl+Enter sends the comment', async () => {
  const { api, user } = renderThreads();
  await user.type(await getNewCommentField(), 'Ask @a');
  expect(await screen.findByRole('option', { name: 'Ann' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}please{Control>}{Enter}{/Control}');
  await waitFor(() => expect(api.getRequests('POST /comments/v2/thread/')).toHaveLength(1));
  expect(api.getRequests('POST /comments/v2/thread/')[0]?.body).toMatchObject({
    kind: 'group',
    entity: 'g1',
    text: `Ask @{${annUser.id}} please`,
  });
  await waitFor(async () => expect(await getNewCommentField()).toHaveValue(''));
});

test('a text that could not be sent is restored after a reload', async () => {
  const { api, user, unmount } = renderThreads();
  api.addHandlers({ 'POST /comments/v2/thread/': failWith(0) });
  await user.type(await getNewCommentField(), 'Never lost{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Unable to send the comment. Your text is kept.')).toBeVisible();
  expect(await getNewCommentField()).toHaveValue('Never lost');
  unmount();
  renderConsole(<TestThreads />);
  expect(await getNewCommentField()).toHaveValue('Never lost');
});

test('opens a thread with its replies, resolves it and adds a reply', async () => {
  const { api, user } = renderThreads();
  await user.click(await screen.findByRole('button', { name: 'Reply' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reply' }), 'Changed{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(api.getRequests('POST /comments/v2/thread/{id}/comment/')[0]?.body).toMatchObject({ text: 'Changed' }),
  );
  await user.click(screen.getByRole('button', { name: 'Resolve' }));
  await waitFor(() => expect(api.getRequests('PUT /comments/v2/thread/{id}')[0]?.body).toMatchObject({ resolved: true }));
});

test('resolved threads are hidden until all are shown', async () => {
  const { user } = renderThreads([createThread({ resolved: '2026-02-03T11:00:00.000Z', resolved_by: annUser })]);
  expect(await screen.findByText('No open comments.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(within(screen.getByRole('list')).getByText('Resolved by Ann')).toBeVisible();
});

test('a lost connection shows an error with Retry', async () => {
  signInForTest({ services: ['annotate'] });
  stubApi({ 'GET /comments/v2/thread/': failWith(0) });
  renderConsole(<TestThreads />);
  expect(await screen.findByText(/^No connection/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
