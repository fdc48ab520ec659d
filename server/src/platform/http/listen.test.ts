import fastify from 'fastify';
import { listen, type Listening } from './listen';

let listening: Listening;
beforeEach(async () => {
  listening = await listen(['127.0.0.1'], 0);
});
afterEach(() => listening.close());

const get = (headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${listening.port}/config.json`, { headers });

it('responds that the server is starting until the application is ready', async () => {
  const early = await get();
  expect([early.status, early.headers.get('content-type')]).toEqual([503, 'application/json']);
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await early.json()).toEqual({ detail: 'The server is starting. Try again in a moment.' });
  const person = await get({ accept: 'text/html' });
  expect([person.status, await person.text()]).toEqual([503, 'The server is starting. Try again in a moment.']);
  expect(person.headers.get('refresh')).toBe(person.headers.get('retry-after'));

  const app = fastify();
  app.get('/config.json', () => ({ ready: true }));
  await app.ready();
  listening.serve(app);
  expect(await (await get()).json()).toEqual({ ready: true });
  await app.close();
});

it('refuses a port that another server uses while starting', async () => {
  await expect(listen(['127.0.0.1'], listening.port)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^PORT: \d+ is in use on 127\.0\.0\.1, .+PORT$/),
  });
});
