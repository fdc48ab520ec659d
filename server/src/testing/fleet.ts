import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { createUser } from '../account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../account/workspaces';
import { connect, type Db } from '../database/connection';
import { startModelServer, type TestModelServer } from './model-server';
import { startRoundRobin } from './round-robin';
import { startS3Server } from './s3-server';
import { startProcess, type ServerProcess } from './server-process';
import { addressOf } from './test-database';

export const PERSON = { email: 'anna@test.example', password: 'a long secret' };

/** Several server processes on one database and one bucket, behind a proxy, with a model server outside. */
export interface Fleet {
  /** The proxy's. */
  origin: string;
  db: Db;
  /** Names of the objects in the bucket. */
  objects: () => Promise<string[]>;
  models: TestModelServer;
  /** The models that were sent to be trained, in the order they came; one that was sent twice is there twice. */
  sent: () => string[];
  /** Another server, with a data folder of its own. */
  start: () => Promise<ServerProcess>;
  /** Those that are running. */
  servers: () => ServerProcess[];
  /** As a power cut: nothing of it is told to anyone. */
  kill: (server: ServerProcess) => Promise<void>;
  /** A workspace of one person. */
  makeWorkspace: () => Promise<void>;
  close: () => Promise<void>;
}

export async function makeFleet(database: ClientConfig): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'console-fleet-'));
  const [bucket, models, proxy] = await Promise.all([startS3Server(), startModelServer(), startRoundRobin()]);
  const db = connect(database, { max: 2 });
  const servers = new Set<ServerProcess>();
  let made = 0;
  const posted = () => models.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/train'));
  // It knows a model as soon as it has heard of it, and has it trained when it is asked.
  models.answer(({ method, path }) => {
    if (method === 'POST') return { json: path.endsWith('/train') ? { train_status: 'QUEUED' } : { records: [] } };
    const known = posted().some(({ idempotencyKey }) => path.endsWith(`/${idempotencyKey}`));
    return known ? { json: { train_status: 'TRAINED', map: null } } : { status: 404, json: { detail: 'Not found.' } };
  });
  const show = () => proxy.forwardTo([...servers].map((server) => server.origin));

  return {
    origin: proxy.origin,
    db,
    objects: async () => {
      const { endpoint, bucket: name } = bucket.settings;
      const list = await (await fetch(`${endpoint}/${name}?list-type=2`)).text();
      return [...list.matchAll(/<Key>([^<]*)/g)].map(([, key]) => key ?? '');
    },
    models,
    sent: () => posted().map(({ idempotencyKey }) => idempotencyKey ?? ''),
    start: async () => {
      made += 1;
      const { settings } = bucket;
      const server = await startProcess({
        PORT: '0',
        DEMO: 'off',
        API_ONLY: 'on',
        DATA_DIR: join(folder, `data-${made}`),
        DATABASE_URL: addressOf({ options: database }),
        DATABASE_POOL: '8',
        MODEL_SERVER_URL: models.url,
        S3_ENDPOINT: settings.endpoint,
        S3_BUCKET: settings.bucket,
        S3_ACCESS_KEY_ID: settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      });
      servers.add(server);
      show();
      return server;
    },
    servers: () => [...servers],
    kill: async (server) => {
      servers.delete(server);
      // The proxy still tries it, until it has been found dead.
      await server.end('SIGKILL');
      show();
    },
    makeWorkspace: async () => {
      const user = await createUser(db, PERSON);
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
