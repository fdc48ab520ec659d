import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildExited, ChildRefusal, startChild, type Child } from './child-process';

let folder: string;
let child: Child<string, string, string>;

/** Starts a program that runs `onMessage` for each message. The code in `onMessage` can call `send` to send a message to the server. */
async function startProgram(onMessage: string): Promise<void> {
  const bundle = join(folder, 'program.cjs');
  await writeFile(
    bundle,
    `const send = (message) => process.send(message);
     process.on('message', ({ id, request, acknowledged }) => { ${onMessage} });`,
  );
  child = startChild({ bundle, source: bundle, mallocArenas: 1 });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-process-'));
});
afterEach(async () => {
  child.kill();
  await child.exited;
  await rm(folder, { recursive: true });
});

it('assigns responses to overlapping requests by their id', async () => {
  await startProgram(
    `if (id === 2) { send({ id: 2, done: request }); send({ id: 1, failed: { status: 409, message: 'busy' } }); }`,
  );
  const firstResponse = child.request('a').catch((error: unknown) => error);
  expect(await child.request('b')).toBe('b');
  expect(await firstResponse).toBeInstanceOf(ChildRefusal);
  expect(await firstResponse).toMatchObject({ status: 409, detail: 'busy' });
});

it('acknowledges an event only after it is handled', async () => {
  await startProgram(
    `if (request) for (const sequence of [1, 2]) send({ id, event: String(sequence), sequence });
     else if (acknowledged === 2) send({ id: 1, event: 'before', sequence: 3 });
     else if (acknowledged === 1) send({ id: 1, done: 'ok' });`,
  );
  const events: string[] = [];
  let finishFirstEvent = () => {};
  const isHandled = new Promise<void>((resolve) => (finishFirstEvent = resolve));
  const onEvent = (event: string) => {
    events.push(event);
    if (event === 'before') finishFirstEvent();
    return event === '1' ? isHandled : undefined;
  };
  expect(await child.request('a', { onEvent })).toBe('ok');
  expect(events).toEqual(['1', '2', 'before']);
});

it('kills the process when one request is aborted and rejects the others', async () => {
  await startProgram('');
  const controller = new AbortController();
  const abortedRequest = child.request('a', { signal: controller.signal });
  const otherRequest = child.request('b');
  controller.abort(new Error('cancelled'));
  await expect(abortedRequest).rejects.toThrow('cancelled');
  expect(child.isRunning).toBe(false);
  await expect(child.request('c')).rejects.toBeInstanceOf(ChildExited);
  await expect(otherRequest).rejects.toMatchObject({ exit: { signal: 'SIGKILL' } });
});

it('kills the process when handling an event fails', async () => {
  await startProgram(`send({ id, event: 'rows', sequence: 1 })`);
  const onEvent = () => Promise.reject(new Error('The disk is full.'));
  await expect(child.request('a', { onEvent })).rejects.toThrow('The disk is full.');
  await child.exited;
});
