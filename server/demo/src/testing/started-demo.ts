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

/** Timeout for the first starts, which create databases and decode all images, on a busy machine. */
export const START_TIMEOUT_MS = 180_000;
/** The first start is killed when this number of file folders exists: about half of all folders. */
const FOLDERS_BEFORE_KILL = 60;

let folder: string;
let networkEnvironment: Record<string, string>;
/** Output of a start that is refused, because it would offer the demo's accounts to a network without confirmation. */
export let refusal: string;
/** The running server after the second start. */
export let server: ServerProcess;
const clients = new Map<string, TestClient>();
/** Ids of the demo's workspaces by name. */
export const workspaces = new Map<string, string>();

/** Returns a client that is signed in to one of the demo accounts. */
export function getClient(account: string): TestClient {
  const client = clients.get(account);
  if (!client) throw new Error(`There is no demo account ${account}`);
  return client;
}

/** Returns the first thousand rows of a list. */
export async function list<T>(
  path: string,
  query: Record<string, string | number | boolean | undefined> = {},
  workspace = 'Demo',
  account = 'demo',
): Promise<ListEnvelope<T>> {
  return expectBody<ListEnvelope<T>>(
    await getClient(account).get(path, { workspace: workspaces.get(workspace), page_size: 1000, ...query }),
  );
}

/** Starts on an empty data folder and kills the server while it stores the demo's images. */
async function killFirstStart(environment: Record<string, string>, files: string): Promise<void> {
  const child = spawnServer(environment);
  const exited = once(child, 'exit');
  let createdCount = 0;
  for await (const { eventType } of watch(files)) {
    if (eventType === 'rename') createdCount += 1;
    if (createdCount >= FOLDERS_BEFORE_KILL) break;
  }
  child.kill('SIGKILL');
  await exited;
}

/**
 * Starts a server with an empty data folder that is open to the network, kills it halfway and starts it again. Then signs in to
 * all accounts.
 */
export async function startDemo(): Promise<void> {
  bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'console-demo-'));
  const files = join(folder, 'files');
  await mkdir(files);
  networkEnvironment = { DATA_DIR: folder, PORT: '0', BUILD_DIR: join(folder, 'no-build'), HOST: '0.0.0.0' };
  refusal = (await runProgram('main', [], networkEnvironment)).output;
  const confirmation = /ALLOW_DEMO_ACCOUNTS_ON_NETWORK='(.+)'/.exec(refusal)?.[1] ?? '';
  const environment = { ...networkEnvironment, ALLOW_DEMO_ACCOUNTS_ON_NETWORK: confirmation };
  await killFirstStart(environment, files);
  server = await startProcess(environment);
  for (const { email, password } of DEMO_ACCOUNTS) {
    const { access } = expectBody<{ access: string }>(
      await new TestClient(server.origin, null).post('/account/v2/login/', { email, password }),
    );
    clients.set(email.slice(0, email.indexOf('@')), new TestClient(server.origin, `Bearer ${access}`));
  }
  for (const account of ['demo', 'other']) {
    for (const { id, name } of expectBody<Workspace[]>(await getClient(account).get('/account/v2/workspace/')))
      workspaces.set(name, id);
  }
}

/** Deletes the demo's accounts and restarts the server, open to the network without confirmation. */
export async function startWithoutAccounts(): Promise<void> {
  await server.end('SIGTERM');
  await runProgram('admin', ['remove-demo-accounts'], networkEnvironment);
  server = await startProcess(networkEnvironment);
}

/** Stops the server and deletes its data. */
export async function endDemo(): Promise<void> {
  await stopLeftovers();
  await rm(folder, { recursive: true, force: true });
}
