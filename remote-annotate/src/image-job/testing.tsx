import {
  page,
  signInForTest,
  stubApi,
  testUser,
  testWorkspace,
  type StubbedApi,
  type StubHandlers,
  type StubRequest,
} from '@console/shared-auth/testing';
import type { ServiceSlug } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { waitFor, type RenderResult } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { AddressBar, createId, createImageRow } from '../browser/testing';
import { getConsoleOutboxes } from '../outbox/console/console-outboxes';
import { ImageJobPage } from './image-job-page';

export const JOB_ID = createId(90);
export const MARK_DONE = 'POST /annotate/v2/imagejob/{id}/mark-done';
export const UNMARK_DONE = 'POST /annotate/v2/imagejob/{id}/unmark-done';
export const VERIFY = 'POST /annotate/v2/verification/';
export const GET_BATCH = 'GET /annotate/v2/imagejob/{id}/get-batch/';

export const createJobRow = (doneCount: number, count: number) => ({
  id: JOB_ID,
  workspace: createImageRow(1).workspace,
  name: 'Shelf round',
  description: 'By the shelf.',
  todo_number: 1,
  randomize: false,
  auto_complete: false,
  done: false,
  recognition_tasks: ['t1'],
  flow: null,
  mark_done_label: null,
  item_count: count,
  item_done_count: doneCount,
  created: '2026-01-01T00:00:00Z',
  version: 1,
});

interface JobServer {
  stub: StubbedApi;
  /** Ids of the images marked as done, in order. */
  listDone: () => readonly string[];
  /** Ids of the verified images, in order. */
  listVerified: () => readonly string[];
  /** Removes an image from the job, as its deletion does. */
  remove: (id: string) => void;
}

/** A stub server with one image job. It does not return items that are done. */
export function createJobServer(
  items: readonly string[],
  handlers: StubHandlers = {},
  services: readonly ServiceSlug[] = ['annotate'],
): JobServer {
  signInForTest({ services });
  const openItems = new Set(items);
  const finishedItems = new Set<string>();
  const listVerified = () => stub.getRequests(VERIFY).map(({ body }) => (body as { image_id: string }).image_id);
  const stub = stubApi({
    'GET /annotate/v2/imagejob/{id}': () => createJobRow(finishedItems.size, openItems.size),
    'GET /annotate/v2/imagejob/': ({ query }: StubRequest) =>
      page(openItems.has(String(query.image)) ? [createJobRow(0, openItems.size)] : []),
    [GET_BATCH]: () => ({ results: [...openItems].filter((id) => !finishedItems.has(id)) }),
    'GET /recognition/v2/training-image/{id}': ({ params }: StubRequest) => createImageRow(Number((params.id ?? '').slice(-4))),
    'GET /annotate/v2/point/': page([]),
    'GET /annotate/v2/verification/': page([]),
    'GET /annotate/v2/prediction-run/': page([]),
    'GET /annotate/v2/remark/': page([]),
    'GET /annotate/v2/imagejob/{id}/to-review/': page([]),
    [VERIFY]: { id: 'v' },
    [MARK_DONE]: ({ body }: StubRequest) => {
      (body as { items: string[] }).items.forEach((id) => finishedItems.add(id));
      return {};
    },
    [UNMARK_DONE]: ({ body }: StubRequest) => {
      (body as { items: string[] }).items.forEach((id) => finishedItems.delete(id));
      return {};
    },
    'DELETE /annotate/v2/verification/{id}': {},
    ...handlers,
  });
  return { stub, listDone: () => [...finishedItems], listVerified, remove: (id) => openItems.delete(id) };
}

/**
 * For `afterEach`: waits until the outbox has sent all changes. Otherwise, the changes would also be applied to the data of the next test.
 */
export function waitUntilSent(): Promise<void> {
  return waitFor(() => expect(getConsoleOutboxes().getOutbox(testUser.id, testWorkspace.id).hasUnsent).toBe(false));
}

/** Shows the page of the job, and its URL. */
export function showJob(search = ''): RenderResult {
  return renderConsole(
    <Routes>
      <Route
        path="*"
        element={
          <>
            <AddressBar />
            <Routes>
              <Route path="/imagejob/:id" element={<ImageJobPage />} />
            </Routes>
          </>
        }
      />
    </Routes>,
    { route: `/imagejob/${JOB_ID}${search}` },
  );
}
