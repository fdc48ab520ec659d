import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { createUser } from '../../domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../../domain/account/workspaces';
import { connect, type Db } from '../../platform/database/connection';
import { startModelServer, type TestModelServer } from '../api/model-server';
import { startRoundRobin } from './round-robin';
import { startS3Server } from '../s3/s3-server';
import { startProcess, type ServerProcess } from './server-process';
import { toDatabaseUrl } from '../database/test-database';

export const TEST_USER = { email: 'anna@test.example', password: 'a long secret' };

/** Several server processes with one database and one bucket behind a proxy, and an external model server. */
export interface Fleet {
  /** Origin of the proxy. */
  origin: string;
  db: Db;
  /** Returns the keys of all objects in the bucket. */
  listObjectKeys: () => Promise<string[]>;
  models: TestModelServer;
  /** The models sent for training, in order. A model sent twice occurs twice. */
  listSentModels: () => string[];
  /** Starts another server with a separate data folder. `program` is the server of another release. */
  start: (settings?: Record<string, string>, program?: string) => Promise<ServerProcess>;
  /** Returns the running servers. */
  listServers: () => ServerProcess[];
  /** Stops a server like a process supervisor, and waits until it has exited. */
  stop: (server: ServerProcess) => Promise<void>;
  /** Kills a server without notice, like a power failure. */
  kill: (server: ServerProcess) => Promise<void>;
  /** Creates a workspace with one user. */
  createTestWorkspace: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startFleet(database: ClientConfig): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'console-fleet-'));
  const [bucket, models, proxy] = await Promise.all([startS3Server(), startModelServer(), startRoundRobin()]);
  const db = connect(database, { max: 2 });
  const servers = new Set<ServerProcess>();
  let serverCount = 0;
  const listTrainingRequests = () => models.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/train'));
  // Simulate a model server that has trained each model as soon as it receives the request.
  models.answer(({ method, path }) => {
    if (method === 'POST') return { json: path.endsWith('/train') ? { train_status: 'QUEUED' } : { records: [] } };
    const isKnown = listTrainingRequests().some(({ idempotencyKey }) => path.endsWith(`/${idempotencyKey}`));
    return isKnown ? { json: { train_status: 'TRAINED', map: null } } : { status: 404, json: { detail: 'Not found.' } };
  });
  const updateProxy = () => proxy.forwardTo([...servers].map((server) => server.origin));

  return {
    origin: proxy.origin,
    db,
    listObjectKeys: async () => {
      const { endpoint, bucket: name } = bucket.settings;
      const listResponse = await (await fetch(`${endpoint}/${name}?list-type=2`)).text();
      return [...listResponse.matchAll(/<Key>([^<]*)/g)].map(([, key]) => key ?? '');
    },
    models,
    listSentModels: () => listTrainingRequests().map(({ idempotencyKey }) => idempotencyKey ?? ''),
    start: async (overrides = {}, program) => {
      serverCount += 1;
      const { settings } = bucket;
      const environment = {
        PORT: '0',
        DEMO: 'off',
        API_ONLY: 'on',
        DATA_DIR: join(folder, `data-${serverCount}`),
        DATABASE_URL: toDatabaseUrl({ options: database }),
        DATABASE_POOL: '8',
        DRAIN_SECONDS: '0',
        MODEL_SERVER_URL: models.url,
        S3_ENDPOINT: settings.endpoint,
        S3_BUCKET: settings.bucket,
        S3_ACCESS_KEY_ID: settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
        ...overrides,
      };
      const server = await startProcess(environment, program);
      servers.add(server);
      updateProxy();
      return server;
    },
    listServers: () => [...servers],
    stop: async (server) => {
      servers.delete(server);
      updateProxy();
      await server.end('SIGTERM');
    },
    kill: async (server) => {
      servers.delete(server);
      // The proxy still uses the server until it is dead.
      await server.end('SIGKILL');
      updateProxy();
    },
    createTestWorkspace: async () => {
      const user = await createUser(db, TEST_USER);
      await addMember(db, await createWorkspace(db, { name: 'Work', services: ALL_SERVICES, ownerId: user.id }), user.id);
    },
    close: async () => {
      await Promise.all([...servers].map((server) => server.end('SIGTERM')));
      await Promise.all([proxy.close(), models.close(), db.destroy()]);
      await bucket.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
