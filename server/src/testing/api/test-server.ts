import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { getImageSecret } from '../../domain/account/secrets';
import { readConfig, type Config } from '../../platform/config';
import { connect, type Db } from '../../platform/database/connection';
import { createDiskStore } from '../../platform/files/disk-store';
import { createFileUrlSigner } from '../../platform/files/signed-url';
import type { FileStore } from '../../platform/files/store';
import { buildApp, type AppOptions } from '../../platform/http/app';
import { LiveStreams } from '../../platform/live/live-streams';
import { apiModules } from '../../api-modules';
import { listMaintenanceTasks, listWorkKinds } from '../../background-work';
import type { ClientConfig } from 'pg';
import type { WorkKind } from '../../platform/queue/kind';
import { createWebhookMetrics } from '../../domain/webhooks/metrics';
import { createQueueMetrics } from '../../platform/queue/queue-metrics';
import { TestClient } from './client';
import { createTestUsers, type TestUsers } from './test-users';
import { runQueue } from './run-queue';
import { cloneDatabase, type TestDatabase } from '../database/test-database';

interface TestServerOptions {
  config?: Partial<Config>;
  modules?: AppOptions['modules'];
  /** Default: a new folder. */
  files?: FileStore;
  /** Receives the lines of the log. Set `config.logLevel` too, because tests log nothing by default. */
  logStream?: AppOptions['logStream'];
  /** Another server whose database, files and signing secret this server shares, as several servers behind a proxy do. */
  sharedWith?: TestServer;
}

/** The complete application on a free port, with a new database and file folder. */
export interface TestServer extends TestUsers {
  app: FastifyInstance;
  /** For example http://127.0.0.1:3000. */
  origin: string;
  db: Db;
  /** Options for a separate connection to its database. */
  connection: ClientConfig;
  files: FileStore;
  filesDir: string;
  jwtSecret: string;
  /** A client without a session. */
  anonymous: TestClient;
  /** Returns the number of SQL statements since the last call of this function. */
  countStatements: () => number;
  /**
   * Runs all jobs of the queue in order, including jobs scheduled for later. By default with the work kinds of a real server.
   * Returns the number of jobs.
   */
  runWork: (kinds?: readonly WorkKind[]) => Promise<number>;
  close: () => Promise<void>;
}

export async function createTestServer({
  config = {},
  modules = apiModules,
  files: fileStore,
  logStream,
  sharedWith,
}: TestServerOptions = {}): Promise<TestServer> {
  let statementCount = 0;
  const onStatement = () => {
    statementCount += 1;
  };
  const database = sharedWith ? shareDatabase(sharedWith, onStatement) : await cloneDatabase(onStatement);
  const filesDir = sharedWith?.filesDir ?? (await mkdtemp(join(tmpdir(), 'console-files-')));
  const files = fileStore ?? sharedWith?.files ?? createDiskStore(filesDir);
  const jwtSecret = sharedWith?.jwtSecret ?? randomBytes(32).toString('hex');
  // Local training and embeddings are slow, so tests that need them enable them.
  const testDefaults = { dataDir: filesDir, builtInModels: false, findSimilar: false };
  const settings = {
    ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    ...testDefaults,
    ...config,
  };
  const app = await buildApp({
    db: database.db,
    live: new LiveStreams(database.db, database.options),
    files,
    fileUrlSigner: createFileUrlSigner(await getImageSecret(database.db, settings)),
    modules,
    jwtSecret,
    logStream,
    metrics: [...createQueueMetrics(database.db), ...createWebhookMetrics(database.db)],
    config: settings,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    origin,
    db: database.db,
    connection: database.options,
    files,
    filesDir,
    jwtSecret,
    anonymous: new TestClient(origin, null),
    ...createTestUsers(app, database.db, origin),
    countStatements: () => {
      const countBefore = statementCount;
      statementCount = 0;
      return countBefore;
    },
    runWork: (kinds = listWorkKinds(app.deps)) =>
      runQueue(database.options, { db: database.db, kinds, tasks: listMaintenanceTasks(app.deps), onError: () => undefined }),
    close: async () => {
      // Right after its response was read, a connection is not yet idle for the server. Without this timer, `close` would wait for the
      // connection.
      const closeTimer = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close().finally(() => clearInterval(closeTimer));
      await database.drop();
      if (!sharedWith) await rm(filesDir, { recursive: true, force: true });
    },
  };
}

/** Starts a server for all tests of a file. Its fields are set before the first test. */
export function setUpTestServer(options?: TestServerOptions): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await createTestServer(options));
  });
  afterAll(() => server.close());
  return server;
}

function shareDatabase({ connection }: TestServer, onStatement: () => void): TestDatabase {
  const db = connect(connection, { max: 8, onStatement });
  return { db, options: connection, drop: () => db.destroy() };
}
