/** @jest-environment-options {"dom": true} */
import { ApiError, UnreadableFileError } from '@console/shared-auth';
import { deferred } from '@console/shared-auth/testing';
import type { SendOptions } from './send-image';
import { UploadQueue, type QueueEvent } from './upload-queue';

const createFile = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

/** Creates a queue whose uploads the test completes by file name. */
function setUp() {
  const sentUploads = new Map<string, { options: SendOptions; pendingResponse: ReturnType<typeof deferred<string>> }>();
  const onNewImages = jest.fn<void, [string]>();
  const queue = new UploadQueue({
    send: (options) => {
      const pendingResponse = deferred<string>();
      sentUploads.set(options.file.name, { options, pendingResponse });
      options.signal.addEventListener('abort', () => pendingResponse.reject(new DOMException('Cancelled', 'AbortError')));
      return pendingResponse.promise;
    },
    onNewImages,
  });
  const events: QueueEvent[] = [];
  queue.onEvent((event) => events.push(event));
  const getStates = () => Object.fromEntries(queue.snapshot().map((item) => [item.name, item.state.kind]));
  const finishUpload = async (name: string, error?: unknown) => {
    const { pendingResponse } = sentUploads.get(name)!;
    if (error) pendingResponse.reject(error);
    else pendingResponse.resolve(`id of ${name}`);
    await pendingResponse.promise.catch(() => undefined);
    // Wait for a few microtasks, after which the queue continues.
    for (let microtask = 0; microtask < 8; microtask++) await Promise.resolve();
  };
  return { queue, sentUploads, onNewImages, events, getStates, finishUpload };
}

test('sends two files at a time in order', async () => {
  const { queue, sentUploads, getStates, finishUpload } = setUp();
  queue.add(['a', 'b', 'c', 'd'].map(createFile), 'w1');
  expect([...sentUploads.keys()]).toEqual(['a', 'b']);
  expect(getStates()).toEqual({ a: 'uploading', b: 'uploading', c: 'waiting', d: 'waiting' });
  await finishUpload('b');
  expect([...sentUploads.keys()]).toEqual(['a', 'b', 'c']);
  expect(getStates()).toMatchObject({ a: 'uploading', b: 'done', c: 'uploading', d: 'waiting' });
  expect(queue.pendingCount).toBe(3);
});

test('reports the number of uploads when finished and refreshes their workspace', async () => {
  const { queue, events, onNewImages, finishUpload } = setUp();
  queue.add(['a', 'b', 'c'].map(createFile), 'w1');
  await finishUpload('a');
  await finishUpload('b', new ApiError(400, 'The picture already exists, image ID: 3f0c8a52-1111-4222-8333-444455556666'));
  expect(events).toEqual([]);
  await finishUpload('c');
  expect(events).toEqual([{ kind: 'drained', uploaded: 2 }]);
  expect(onNewImages).toHaveBeenLastCalledWith('w1');
  expect(queue.snapshot()[1]?.state).toEqual({ kind: 'duplicate', imageId: '3f0c8a52-1111-4222-8333-444455556666' });
});

test('a duplicate is detected by its code regardless of the message', async () => {
  const { queue, finishUpload } = setUp();
  queue.add([createFile('a'), createFile('b')], 'w1');
  const image_id = '3f0c8a52-1111-4222-8333-444455556666';
  await finishUpload('a', new ApiError(400, 'Die Datei ist schon da.', { code: 'already_exists', image_id }));
  await finishUpload('b', new ApiError(400, 'Die Datei ist kaputt.', { code: 'broken' }));
  expect(queue.snapshot().map(({ state }) => state)).toEqual([
    { kind: 'duplicate', imageId: image_id },
    { kind: 'failed', reason: 'Die Datei ist kaputt.' },
  ]);
});

test('a failed file is retried with the same idempotency key', async () => {
  const { queue, sentUploads, getStates, finishUpload, events } = setUp();
  queue.add([createFile('a')], 'w1');
  const key = sentUploads.get('a')!.options.idempotencyKey;
  await finishUpload('a', new ApiError(0, 'Network Error'));
  expect(queue.snapshot()[0]?.state).toEqual({ kind: 'failed', reason: 'No connection to the server.' });
  queue.retry();
  expect(getStates()).toEqual({ a: 'uploading' });
  expect(sentUploads.get('a')!.options.idempotencyKey).toBe(key);
  await finishUpload('a');
  expect(events).toEqual([{ kind: 'drained', uploaded: 1 }]);
});

test('an unreadable file emits a separate event', async () => {
  const { queue, finishUpload, events } = setUp();
  queue.add([createFile('a')], 'w1');
  await finishUpload('a', new UnreadableFileError('a'));
  expect(queue.snapshot()[0]?.state).toEqual({ kind: 'failed', reason: 'Problem parsing input file.' });
  expect(events).toEqual([{ kind: 'unreadable', name: 'a' }]);
});

test('a cancelled file starts the next one and its late response is ignored', async () => {
  const { queue, sentUploads, getStates, finishUpload } = setUp();
  queue.add(['a', 'b', 'c'].map(createFile), 'w1');
  queue.cancel([queue.snapshot()[0]!.id]);
  expect(sentUploads.get('a')!.options.signal.aborted).toBe(true);
  await finishUpload('a');
  expect(getStates()).toEqual({ a: 'failed', b: 'uploading', c: 'uploading' });
});

test('progress of a previous attempt is ignored', () => {
  const { queue, sentUploads } = setUp();
  queue.add([createFile('a')], 'w1');
  expect(queue.snapshot()[0]?.state).toEqual({ kind: 'uploading', sentRatio: null });
  sentUploads.get('a')!.options.onSent(0.5);
  expect(queue.snapshot()[0]?.state).toEqual({ kind: 'uploading', sentRatio: 0.5 });
  const { onSent } = sentUploads.get('a')!.options;
  queue.cancel();
  onSent(0.9);
  expect(queue.snapshot()[0]?.state.kind).toBe('failed');
});

test('clear stops and removes all uploads', async () => {
  const { queue, sentUploads, finishUpload, events } = setUp();
  queue.add(['a', 'b', 'c'].map(createFile), 'w1');
  queue.clear();
  expect(queue.snapshot()).toEqual([]);
  await finishUpload('a');
  await finishUpload('b');
  expect([...sentUploads.keys()]).toEqual(['a', 'b']);
  expect(events).toEqual([]);
});
