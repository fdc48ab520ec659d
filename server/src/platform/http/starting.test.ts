import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitUntil } from '../../testing/wait/wait-until';
import { createStartingHandler, type RequestHandler } from './starting';

let starting: ReturnType<typeof createStartingHandler>;
let server: Server;
let arrived = 0;
let closed = 0;
beforeEach(async () => {
  [arrived, closed] = [0, 0];
  starting = createStartingHandler();
  server = createServer((request, response) => {
    response.once('close', () => (closed += 1));
    starting.handle(request, response);
    arrived += 1;
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
  const givingUp = new AbortController();
  const abandoned = expect(send('abandoned', { signal: givingUp.signal })).rejects.toThrow('aborted');
  await waitUntil(() => arrived === 4);
  givingUp.abort();
  await abandoned;
  await waitUntil(() => closed === 3);
  const executed: string[] = [];
  const execute: RequestHandler = (request, response) =>
    void text(request).then((body) => {
      executed.push(body);
      response.writeHead(201).end();
    });
  starting.passWaiting(execute);
  expect((await heldResponse).status).toBe(201);
  expect(executed).toEqual(['held']);
});

it('refuses held and further writes when the start fails', async () => {
  const heldResponse = send('held');
  await waitUntil(() => arrived === 1);
  starting.refuseWaiting();
  expect([(await heldResponse).status, (await send('later')).status]).toEqual([503, 503]);
});
