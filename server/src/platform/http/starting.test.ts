import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitUntil } from '../../testing/wait/wait-until';
import { createStartingHandler, type RequestHandler } from './starting';

let startingHandler: ReturnType<typeof createStartingHandler>;
let server: Server;
let arrivedCount = 0;
let closedCount = 0;
beforeEach(async () => {
  [arrivedCount, closedCount] = [0, 0];
  startingHandler = createStartingHandler();
  server = createServer((request, response) => {
    response.once('close', () => (closedCount += 1));
    startingHandler.handle(request, response);
    arrivedCount += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const send = async (body: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/labels`, { method: 'POST', body, ...init });

it('holds writes without an Idempotency-Key until the application is ready', async () => {
  expect((await send('keyed', { headers: { 'idempotency-key': 'a' } })).status).toBe(503);
  expect((await send('replacement', { method: 'PUT' })).status).toBe(503);
  const heldResponse = send('held');
  const abortController = new AbortController();
  const abandonedRequest = expect(send('abandoned', { signal: abortController.signal })).rejects.toThrow('aborted');
  await waitUntil(() => arrivedCount === 4);
  abortController.abort();
  await abandonedRequest;
  await waitUntil(() => closedCount === 3);
  const executedBodies: string[] = [];
  const execute: RequestHandler = (request, response) =>
    void text(request).then((body) => {
      executedBodies.push(body);
      response.writeHead(201).end();
    });
  startingHandler.passWaiting(execute);
  expect((await heldResponse).status).toBe(201);
  expect(executedBodies).toEqual(['held']);
});

it('refuses held and further writes when the start fails', async () => {
  const heldResponse = send('held');
  await waitUntil(() => arrivedCount === 1);
  startingHandler.refuseWaiting();
  expect([(await heldResponse).status, (await send('later')).status]).toEqual([503, 503]);
});
