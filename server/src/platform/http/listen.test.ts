import fastify from 'fastify';
import { listen, type ListeningServer } from './listen';

let listeningServer: ListeningServer;
beforeEach(async () => {
  listeningServer = await listen(['127.0.0.1'], 0);
});
afterEach(() => listeningServer.close());

const requestServer = (headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${listeningServer.port}/config.json`, { headers });

it('responds that the server is starting until the application is ready', async () => {
  const startingResponse = await requestServer();
  expect([startingResponse.status, startingResponse.headers.get('content-type')]).toEqual([503, 'application/json']);
  expect(Number(startingResponse.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await startingResponse.json()).toEqual({
    detail: 'The server is starting. Try again in a moment.',
    // The code by which the console knows that it should try again until the server is ready.
    code: 'starting',
  });
  const browserResponse = await requestServer({ accept: 'text/html' });
  expect([browserResponse.status, await browserResponse.text()]).toEqual([503, 'The server is starting. Try again in a moment.']);
  expect(browserResponse.headers.get('refresh')).toBe(browserResponse.headers.get('retry-after'));

  const app = fastify();
  app.get('/config.json', () => ({ ready: true }));
  await app.ready();
  listeningServer.serve(app);
  expect(await (await requestServer()).json()).toEqual({ ready: true });
  await app.close();
});

it('serves requests but is not ready while it drains', async () => {
  const app = fastify();
  app.get('/config.json', () => ({ ready: true }));
  await app.ready();
  listeningServer.serve(app);
  listeningServer.drain();
  const readyResponse = await fetch(`http://127.0.0.1:${listeningServer.port}/readyz`);
  expect([readyResponse.status, await readyResponse.json()]).toEqual([
    503,
    { detail: 'The server is stopping. Try again in a moment.', status: 'stopping' },
  ]);
  const response = await requestServer();
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  await app.close();
});

it('refuses a port that another server uses while starting', async () => {
  await expect(listen(['127.0.0.1'], listeningServer.port)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^PORT: \d+ is in use on 127\.0\.0\.1, .+PORT$/),
  });
});
