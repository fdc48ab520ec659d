import { failWith, page, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import type { Notice } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { toNoticePath } from './notice-link';
import { NoticesButton } from './notices-button';

const mentionNotice: Notice = {
  id: 'n1',
  workspace: 'w',
  kind: 'mentioned',
  created: '2026-02-03T10:00:00.000Z',
  read: null,
  thread: 't1',
  actor: { id: 'u2', username: 'Anna' },
  page: { kind: 'image', id: 'i1' },
  data: { text: '@me please check' },
};

function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function renderNotices(handlers: StubHandlers = {}) {
  signInForTest({ services: ['annotate'] });
  const api = stubApi({
    'GET /account/v2/notice/': { ...page([mentionNotice]), unread: 1 },
    'POST /account/v2/notice/read': { unread: 0 },
    'GET /account/v2/notice-settings/': { muted: [] },
    'PUT /account/v2/notice-settings/': { muted: ['mentioned'] },
    ...handlers,
  });
  renderConsole(
    <>
      <NoticesButton />
      <CurrentUrl />
    </>,
  );
  return { api, user: userEvent.setup() };
}

test('a notice opens its thread and is marked as read', async () => {
  const { api, user } = renderNotices();
  await user.click(await screen.findByRole('button', { name: 'Notices (1 unread)' }));
  await user.click(await screen.findByRole('button', { name: /^Anna mentioned you/ }));
  expect(api.getRequests('POST /account/v2/notice/read')[0]?.body).toMatchObject({ ids: ['n1'] });
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('/image/i1?comment=t1'));
});

test('Escape closes the notices and returns the focus to their button', async () => {
  const { user } = renderNotices();
  const button = await screen.findByRole('button', { name: 'Notices (1 unread)' });
  await user.click(button);
  const close = await screen.findByRole('button', { name: 'Close' });
  await user.hover(close);
  close.focus();
  expect(await screen.findByRole('tooltip')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(close).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());
});

test('all notices are marked as read, and a kind is muted', async () => {
  const { api, user } = renderNotices();
  await user.click(await screen.findByRole('button', { name: 'Notices (1 unread)' }));
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(api.getRequests('POST /account/v2/notice/read')[0]?.body).not.toHaveProperty('ids');
  await user.click(screen.getByRole('button', { name: 'Choose notices' }));
  await user.click(await screen.findByRole('switch', { name: 'Somebody mentions me' }));
  expect(api.getRequests('PUT /account/v2/notice-settings/')[0]?.body).toMatchObject({ muted: ['mentioned'] });
});

test('a notice about an item of a job opens the item', () => {
  const imageItemPath = toNoticePath({
    kind: 'assigned',
    page: { kind: 'image_job', id: 'j1' },
    thread: 't1',
    data: { image: 'i1' },
  });
  expect(imageItemPath).toBe('/imagejob/j1?image=i1&comment=t1');
  const groupItemPath = toNoticePath({
    kind: 'assigned',
    thread: 't1',
    data: { group: 'g1' },
    page: { kind: 'similarity_job', id: 'j2' },
  });
  expect(groupItemPath).toBe('/similarityjob/j2?group=g1&comment=t1');
});

test('a notice about an appeal opens the quality of its task and job', () => {
  const page = { kind: 'image_job', id: 'j1' } as const;
  expect(toNoticePath({ kind: 'appealed', page, thread: null, data: { task: 't1' } })).toBe('/quality?job=j1&task=t1');
});

describe('a notice about an export', () => {
  const exportNotice: Notice = {
    id: 'n2',
    workspace: 'w',
    kind: 'export_finished',
    created: '2026-02-03T10:00:00.000Z',
    read: null,
    thread: null,
    actor: null,
    page: { kind: 'export', id: 'e1' },
    data: { name: 'export-coco.zip' },
  };
  const noticeListResponse = { 'GET /account/v2/notice/': { ...page([exportNotice]), unread: 1 } };
  const selectExportNotice = async (handlers: StubHandlers) => {
    const { user } = renderNotices({ ...noticeListResponse, ...handlers });
    await user.click(await screen.findByRole('button', { name: 'Notices (1 unread)' }));
    await user.click(await screen.findByRole('button', { name: /^Your export is ready: select to download export-coco\.zip/ }));
  };

  test('downloads the export', async () => {
    const savedBodies: string[] = [];
    // jsdom does not implement navigation.
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      savedBodies.push(this.href);
    });
    await selectExportNotice({ 'GET /recognition/v2/export/{id}': { address: 'http://localhost/api/exports/token' } });
    await waitFor(() => expect(savedBodies).toEqual(['http://localhost/api/exports/token']));
    jest.restoreAllMocks();
  });

  test('explains that exports can be downloaded for one day', async () => {
    await selectExportNotice({ 'GET /recognition/v2/export/{id}': failWith(404) });
    expect(await screen.findByText('This export has expired. Exports can be downloaded for one day.')).toBeVisible();
  });
});

test.each([
  ['detection_task', '/detection?task-search=Blood+cells'],
  ['segmentation_task', '/segmentation?task-search=Blood+cells'],
  ['recognition_task', '/manage?tab=recognition&recognition-task-search=Blood+cells'],
] as const)('a notice about the training of a %s shows the task in its list', (kind, path) => {
  expect(toNoticePath({ kind: 'assigned', page: { kind, id: 't1' }, thread: null, data: { name: 'Blood cells' } })).toBe(path);
});

test('shows a notice of an unknown kind from a newer server, and opens its page', async () => {
  const unknownNotice = { ...mentionNotice, kind: 'future' as Notice['kind'] };
  const { user } = renderNotices({ 'GET /account/v2/notice/': { ...page([unknownNotice]), unread: 1 } });
  await user.click(await screen.findByRole('button', { name: 'Notices (1 unread)' }));
  await user.click(await screen.findByRole('button', { name: /^Reload the page to see what this notice is about/ }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('/image/i1?comment=t1'));
});
