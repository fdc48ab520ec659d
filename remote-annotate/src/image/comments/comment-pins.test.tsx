import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { CommentThread } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createImageRow } from '../../browser/testing';
import { createBox, TestEditor } from '../../editor/testing/test-editor';
import type { Outbox } from '../../outbox';
import { ScreenContext } from '../context/screen-context';
import { CommentOverlaySlot } from './comments-slots';
import { CommentsContext, useCreateCommentsPanel } from './use-comments-panel';

const LIST_THREADS = 'GET /comments/v2/thread/';
const image = createImageRow(1);

function createThread(id: string, fields: Partial<CommentThread>): CommentThread {
  const createdTime = '2026-02-03T10:00:00.000Z';
  return {
    id,
    workspace: 'w',
    kind: 'image',
    entity: image.id,
    image: image.id,
    job: null,
    place: null,
    remark: null,
    version: 1,
    created: createdTime,
    resolved: null,
    resolved_by: null,
    replies: 0,
    last_comment: createdTime,
    first: {
      id: `c${id}`,
      workspace: 'w',
      thread: id,
      author: null,
      text: 'Too large',
      mentions: [],
      version: 1,
      created: createdTime,
      edited: null,
      deleted: null,
    },
    ...fields,
  };
}

function Pins({ editor, overlay }: { editor: TestEditor; overlay?: string }) {
  const comments = useCreateCommentsPanel(image.id);
  return (
    <ScreenContext value={{ image, editor, outbox: {} as Outbox, job: null, workId: image.id, overlay }}>
      <CommentsContext value={comments}>
        <output aria-label="Open thread">{comments.thread}</output>
        <CommentOverlaySlot isImageLoaded />
      </CommentsContext>
    </ScreenContext>
  );
}

/** `threads` are in the order of their numbers. The server lists the newest first. */
function showPins(threads: CommentThread[], overlay?: string) {
  signInForTest();
  const stub = stubApi({ [LIST_THREADS]: page(threads.toReversed()) });
  const editor = new TestEditor().load(createBox('box', [100, 100, 200, 200]));
  renderConsole(<Pins editor={editor} overlay={overlay} />);
  return { stub, editor };
}

test('open threads have pins at their positions and shapes while the comments are closed', async () => {
  const { editor } = showPins([
    createThread('t1', { place: [50, 60] }),
    createThread('t2', { kind: 'object', entity: 'box' }),
    createThread('t3', { kind: 'object', entity: 'box' }),
    createThread('t4', { place: [70, 80], resolved: '2026-02-04T10:00:00.000Z' }),
    createThread('t5', { kind: 'object', entity: 'deleted' }),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Comment 1: Too large' }));
  expect(screen.getByRole('status', { name: 'Open thread' })).toHaveTextContent('t1');
  await userEvent.click(screen.getByRole('button', { name: /^2 comments on / }));
  expect(screen.getByRole('status', { name: 'Open thread' })).toHaveTextContent('t2');
  expect(editor.selectedShape?.serverId).toBe('box');
  expect(screen.getAllByRole('button')).toHaveLength(2);
});

test('pins ignore the pointer while the user draws and the comments are closed', async () => {
  const { editor } = showPins([createThread('t1', { place: [50, 60] })]);
  const pin = await screen.findByRole('button', { name: /^Comment 1/ });
  expect(pin.style.pointerEvents).toBe('');
  act(() => editor.setTool('detection'));
  await waitFor(() => expect(pin.style.pointerEvents).toBe('none'));
});

test('threads of review remarks have no comment pins, because the job page shows pins for remarks', async () => {
  const author = { id: 'u', username: 'Ann' };
  const remark = { id: 'r', state: 'open', author, reviewer: null } as const;
  showPins([createThread('t1', { place: [50, 60], remark }), createThread('t2', { place: [70, 80] })], 'Remarks');
  expect(await screen.findByRole('button', { name: /^Comment 2/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Comment 1/ })).toBeNull();
});

test('an image without open threads sends one request for one thread', async () => {
  const { stub } = showPins([]);
  await waitFor(() => expect(stub.requests).toHaveLength(1));
  expect(stub.getRequests(LIST_THREADS)[0]?.query).toMatchObject({ image: image.id, resolved: false, page_size: 1 });
  expect(screen.queryByRole('button')).toBeNull();
});
