import { DecoderClient } from './decoder-client';

jest.mock('../../workers/own-origin', () => ({ toOwnOrigin: (url: URL) => url }));

class StubWorker {
  static last: StubWorker;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly terminate = jest.fn();
  readonly postMessage = jest.fn();

  constructor() {
    StubWorker.last = this;
  }
}

const realWorker = globalThis.Worker;
beforeEach(() => {
  globalThis.Worker = StubWorker as unknown as typeof Worker;
});
afterEach(() => {
  globalThis.Worker = realWorker;
});

const FILES = { runtime: new ArrayBuffer(1), decoder: new ArrayBuffer(1), coordinateSize: 64, maskShape: [1, 1, 2, 2] };

test('stop() rejects the running request and all waiting requests', async () => {
  const client = new DecoderClient(FILES);
  StubWorker.last.onmessage?.({ data: { result: null } });
  await client.ready;
  const decode = () =>
    client.decode({ data: new ArrayBuffer(4), shape: [1] }, { width: 1, height: 1 }, { box: null, strokes: [] }, null);
  const requests = [decode(), decode()];
  await Promise.resolve();
  client.stop();
  for (const request of requests) await expect(request).rejects.toThrow('The decoder was stopped');
  await expect(decode()).rejects.toThrow('The decoder was stopped');
  expect(StubWorker.last.terminate).toHaveBeenCalled();
});
