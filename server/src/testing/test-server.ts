import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from '../config';
import type { Db } from '../database/connection';
import { diskStore } from '../files/disk-store';
import type { FileStore } from '../files/store';
import { buildApp, type AppOptions } from '../http/app';
import { apiModules } from '../api-modules';
import { TestClient } from './client';
import { makePeople, type People } from './people';
import { cloneDatabase } from './test-database';

export interface TestServerOptions {
  config?: Partial<Config>;
  modules?: AppOptions['modules'];
  /** In place of a folder of the server's own. */
  files?: FileStore;
}

/** The whole application, listening on a free port, over a database and a file folder of its own. */
export interface TestServer extends People {
  app: FastifyInstance;
  /** Such as http://127.0.0.1:3000. */
  origin: string;
  db: Db;
  files: FileStore;
  filesDir: string;
  /** A caller without a session. */
  anonymous: TestClient;
  /** Statements sent to the database since the last call of this function. */
  countStatements: () => number;
  close: () => Promise<void>;
}

export async function makeTestServer({
  config = {},
  modules = apiModules,
  files: given,
}: TestServerOptions = {}): Promise<TestServer> {
  let statements = 0;
  const database = await cloneDatabase(() => {
    statements += 1;
  });
  const filesDir = await mkdtemp(join(tmpdir(), 'console-files-'));
  const files = given ?? diskStore(filesDir);
  const app = await buildApp({
    db: database.db,
    files,
    modules,
    jwtSecret: randomBytes(32).toString('hex'),
    config: { ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent' }), ...config },
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    origin,
    db: database.db,
    files,
    filesDir,
    anonymous: new TestClient(origin, null),
    ...makePeople(app, database.db, origin),
    countStatements: () => {
      const count = statements;
      statements = 0;
      return count;
    },
    close: async () => {
      await app.close();
      await database.drop();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}
