import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createUser } from '../../../server/src/domain/account/users';
import { addMember } from '../../../server/src/domain/account/workspaces';
import { createDatabaseIfAbsent } from '../../../server/src/platform/database/connection';
import { startDatabase } from '../../../server/src/platform/database/supervisor';
import { TestClient } from '../../../server/src/testing/api/client';
import { startFleet, TEST_USER, type Fleet } from '../../../server/src/testing/servers/fleet';
import { bundleServer, type ServerProcess } from '../../../server/src/testing/servers/server-process';
import { waitUntil } from '../../../server/src/testing/wait/wait-until';
import { print } from '../support/output';

/** Streams that the server allows each user. */
const STREAMS_PER_USER = 20;
/** Time between changes, so that each change has its own message. */
const PAUSE_MS = 1_500;
const MAX_DELAY_MS = 3_000;
const MAX_KB_PER_STREAM = 250;

/** Open live streams and the text that each stream has received. */
class Streams {
  private readonly requests: ClientRequest[] = [];
  private texts: string[] = [];
  ended = 0;

  openStream(url: URL, authorization: string): void {
    const index = this.texts.push('') - 1;
    const request = get(url, { agent: false, headers: { authorization } }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => (this.texts[index] += text));
      response.once('close', () => (this.ended += 1)).on('error', () => undefined);
    });
    request.on('error', () => undefined);
    this.requests.push(request);
  }

  count = (text: string) => this.texts.filter((received) => received.includes(text)).length;
  /** Discards the received messages. */
  forget = () => (this.texts = this.texts.map(() => ''));
}

/**
 * `npm run soak -- streams`: opens live streams of one workspace on one server. Measures the server's memory, and the time until a
 * change has reached all streams. The exit code is 1 if a stream misses a change, or if a limit is exceeded.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { streams: { type: 'string', default: '200' }, changes: { type: 'string', default: '20' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'console-streams-'));
  const database = await startDatabase({ dataDir: folder });
  await createDatabaseIfAbsent(database.options('postgres'), 'streams');
  bundleServer();
  const fleet = await startFleet(database.options('streams'));
  try {
    process.exitCode = (await measureDelivery(fleet, Number(values.streams), Number(values.changes))) ? 0 : 1;
  } finally {
    await fleet.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureDelivery(fleet: Fleet, streamCount: number, changeCount: number): Promise<boolean> {
  const server = await fleet.start();
  await fleet.createTestWorkspace();
  const workspace = await fleet.db.selectFrom('workspace').select('id').executeTakeFirstOrThrow();
  const writerClient = new TestClient(server.origin, await signIn(server, TEST_USER));
  const authorizations: string[] = [];
  for (let user = 0; user * STREAMS_PER_USER < streamCount; user += 1) {
    const account = { email: `user-${user}@test.example`, password: TEST_USER.password };
    const { id } = await createUser(fleet.db, account);
    await addMember(fleet.db, workspace.id, id, 'annotator');
    authorizations.push(await signIn(server, account));
  }
  const createLabel = async (name: string) => {
    const { status } = await writerClient.post('/recognition/v2/label/', { name, workspace: workspace.id });
    if (status !== 201) throw new Error(`The label was not created: ${status}`);
  };
  // Send one write before the measurement, because the first write loads additional code.
  await createLabel('Warm-up');
  const memoryBefore = readMemoryKb(server);
  const streams = new Streams();
  const url = new URL(`${server.origin}/api/live/v2/stream?workspace=${workspace.id}`);
  for (let index = 0; index < streamCount; index += 1)
    streams.openStream(url, authorizations[Math.floor(index / STREAMS_PER_USER)] ?? '');
  await waitUntil(() => streams.count('"connected"') === streamCount);

  const cpuBefore = readCpuSeconds(server);
  const delays: number[] = [];
  for (let change = 0; change < changeCount; change += 1) {
    streams.forget();
    const startTime = performance.now();
    await createLabel(`Label ${change}`);
    await waitUntil(() => streams.count('recognition-labels') === streamCount);
    delays.push(performance.now() - startTime);
    await delay(PAUSE_MS);
  }
  const cpuPerChange = (readCpuSeconds(server) - cpuBefore) / changeCount;
  const kbPerStream = (readMemoryKb(server) - memoryBefore) / streamCount;
  delays.sort((a, b) => a - b);
  const [medianDelay = 0, slowestDelay = 0] = [delays[Math.floor(delays.length / 2)], delays.at(-1)];
  const stopTime = performance.now();
  await fleet.stop(server);
  await waitUntil(() => streams.ended === streamCount);
  print(`${streamCount} streams of ${authorizations.length} users: ${kbPerStream.toFixed(0)} kB of memory each`);
  print(
    `${changeCount} changes: ${medianDelay.toFixed(0)} ms until all streams had one (median), at most ${slowestDelay.toFixed(0)} ms`,
  );
  print(`${(cpuPerChange * 1000).toFixed(0)} ms of CPU for a change and ${PAUSE_MS} ms of open streams`);
  print(`All streams ended ${(performance.now() - stopTime).toFixed(0)} ms after the server was stopped`);
  const isWithinLimits = slowestDelay <= MAX_DELAY_MS && kbPerStream <= MAX_KB_PER_STREAM;
  if (!isWithinLimits) print(`FAILED: at most ${MAX_DELAY_MS} ms and ${MAX_KB_PER_STREAM} kB are allowed`);
  return isWithinLimits;
}

async function signIn({ origin }: ServerProcess, { email, password }: typeof TEST_USER): Promise<string> {
  const { status, body } = await new TestClient(origin, null).post('/account/v2/login/', { email, password });
  if (status !== 200) throw new Error(`Sign-in failed: ${status}`);
  return `Bearer ${(body as { access: string }).access}`;
}

const readProcessFile = ({ child }: ServerProcess, name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');

function readMemoryKb(server: ServerProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readProcessFile(server, 'status'))?.[1]);
}

/** CPU time of the process in seconds. Linux reports it in hundredths of a second. */
function readCpuSeconds(server: ServerProcess): number {
  const [, fields = ''] = readProcessFile(server, 'stat').split(') ');
  const values = fields.split(' ').map(Number);
  return ((values[11] ?? 0) + (values[12] ?? 0)) / 100;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
