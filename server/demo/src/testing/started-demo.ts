import { once } from 'node:events';
import { mkdir, mkdtemp, rm, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workspace } from '@console/shared-contract/api';
import { DEMO_ACCOUNTS } from '@console/server/domain/account/demo-accounts';
import { expectBody, TestClient } from '@console/server/testing/api/client';
import type { ListEnvelope } from '@console/server/testing/api/fixtures';
import {
  bundleServer,
  stopLeftovers,
  runProgram,
  spawnServer,
  startProcess,
  type ServerProcess,
} from '@console/server/testing/servers/server-process';

/** Two first starts, with the making of two databases and the drawing of all pictures, on a machine that may be busy. */
export const START_PATIENCE_MS = 180_000;
/** Folders of files after which the first start is killed: about half of them. */
const FOLDERS_BEFORE_KILL = 60;

let folder: string;
let onNetwork: Record<string, string>;
/** What a start says that would offer the demo's accounts to a network without leave. */
export let refusal: string;
/** The server that the second start gave. */
export let server: ServerProcess;
const clients = new Map<string, TestClient>();
/** Ids by name. */
export const workspaces = new Map<string, string>();

/** A client signed in as one of the demo people. */
export function as(person: string): TestClient {
  const client = clients.get(person);
  if (!client) throw new Error(`nobody is called ${person}`);
  return client;
}

/** The first thousand rows of a list. */
export async function list<T>(
  path: string,
  query: Record<string, string | number | boolean | undefined> = {},
  workspace = 'Demo',
  person = 'demo',
): Promise<ListEnvelope<T>> {
  return expectBody<ListEnvelope<T>>(
    await as(person).get(path, { workspace: workspaces.get(workspace), page_size: 1000, ...query }),
  );
}

/** Starts on an empty data folder and kills the server while it keeps the demo's pictures. */
async function killFirstStart(environment: Record<string, string>, files: string): Promise<void> {
  const child = spawnServer(environment);
  const exited = once(child, 'exit');
  let made = 0;
  for await (const { eventType } of watch(files)) {
    if (eventType === 'rename') made += 1;
    if (made >= FOLDERS_BEFORE_KILL) break;
  }
  child.kill('SIGKILL');
  await exited;
}

/** Starts on an empty data folder, open to the network with leave, is killed half way and started again, and signs everybody in. */
export async function startDemo(): Promise<void> {
  bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'console-demo-'));
  const files = join(folder, 'files');
  await mkdir(files);
  onNetwork = { DATA_DIR: folder, PORT: '0', BUILD_DIR: join(folder, 'no-build'), HOST: '0.0.0.0' };
  refusal = (await runProgram('main', [], onNetwork)).output;
  const words = /ALLOW_DEMO_ACCOUNTS_ON_NETWORK='(.+)'/.exec(refusal)?.[1] ?? '';
  const environment = { ...onNetwork, ALLOW_DEMO_ACCOUNTS_ON_NETWORK: words };
  await killFirstStart(environment, files);
  server = await startProcess(environment);
  for (const { email, password } of DEMO_ACCOUNTS) {
    const { access } = expectBody<{ access: string }>(
      await new TestClient(server.origin, null).post('/account/v2/login/', { email, password }),
    );
    clients.set(email.slice(0, email.indexOf('@')), new TestClient(server.origin, `Bearer ${access}`));
  }
  for (const person of ['demo', 'other']) {
    for (const { id, name } of expectBody<Workspace[]>(await as(person).get('/account/v2/workspace/'))) workspaces.set(name, id);
  }
}

/** Takes the demo's accounts away and starts again, open to the network without leave. */
export async function startWithoutAccounts(): Promise<void> {
  await server.end('SIGTERM');
  await runProgram('admin', ['remove-demo-accounts'], onNetwork);
  server = await startProcess(onNetwork);
}

/** Ends the server and removes its data. */
export async function endDemo(): Promise<void> {
  await stopLeftovers();
  await rm(folder, { recursive: true, force: true });
}
