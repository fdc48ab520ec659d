import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { getImageSecret } from '../account/secrets';
import { readConfig, type Config } from '../config';
import { connect, type Db } from '../database/connection';
import { diskStore } from '../files/disk-store';
import { fileAddresses } from '../files/signed-url';
import type { FileStore } from '../files/store';
import { buildApp, type AppOptions } from '../http/app';
import { apiModules } from '../api-modules';
import { tasksOf, workKindsOf } from '../background-work';
import type { ClientConfig } from 'pg';
import type { WorkKind } from '../work/kind';
import { TestClient } from './client';
import { makePeople, type People } from './people';
import { runQueue } from './queue';
import { cloneDatabase, type TestDatabase } from './test-database';

export interface TestServerOptions {
  config?: Partial<Config>;
  modules?: AppOptions['modules'];
  /** In place of a folder of the server's own. */
  files?: FileStore;
  /** Another server of the same database, files and signing secret, as several servers behind a proxy are. */
  besides?: TestServer;
}

/** The whole application, listening on a free port, over a database and a file folder of its own. */
export interface TestServer extends People {
  app: FastifyInstance;
  /** Such as http://127.0.0.1:3000. */
  origin: string;
  db: Db;
  /** How to reach its database by a connection of one's own. */
  connection: ClientConfig;
  files: FileStore;
  filesDir: string;
  jwtSecret: string;
  /** A caller without a session. */
  anonymous: TestClient;
  /** Statements sent to the database since the last call of this function. */
  countStatements: () => number;
  /**
   * Does all that waits in the queue, also what is to be done later, one after the other, with the kinds of long work of a
   * server unless told otherwise. Answers how many jobs there were.
   */
  runWork: (kinds?: readonly WorkKind[]) => Promise<number>;
  close: () => Promise<void>;
}

export async function makeTestServer({
  config = {},
  modules = apiModules,
  files: given,
  besides,
}: TestServerOptions = {}): Promise<TestServer> {
  let statements = 0;
  const onStatement = () => {
    statements += 1;
  };
  const database = besides ? neighbourDatabase(besides, onStatement) : await cloneDatabase(onStatement);
  const filesDir = besides?.filesDir ?? (await mkdtemp(join(tmpdir(), 'console-files-')));
  const files = given ?? besides?.files ?? diskStore(filesDir);
  const jwtSecret = besides?.jwtSecret ?? randomBytes(32).toString('hex');
  // Training and describing on this machine take their time: what is about them asks for it.
  const ofTests = { dataDir: filesDir, builtInModels: false, findSimilar: false };
  const settings = {
    ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    ...ofTests,
    ...config,
  };
  const app = await buildApp({
    db: database.db,
    files,
    addresses: fileAddresses(await getImageSecret(database.db, settings)),
    modules,
    jwtSecret,
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
    ...makePeople(app, database.db, origin),
    countStatements: () => {
      const count = statements;
      statements = 0;
      return count;
    },
    runWork: (kinds = workKindsOf(app.deps)) =>
      runQueue(database.options, { db: database.db, kinds, tasks: tasksOf(app.deps), onError: () => undefined }),
    close: async () => {
      // A connection whose answer has only just been read is not idle yet for this side, and would be waited for.
      const look = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close().finally(() => clearInterval(look));
      await database.drop();
      if (!besides) await rm(filesDir, { recursive: true, force: true });
    },
  };
}

function neighbourDatabase({ connection }: TestServer, onStatement: () => void): TestDatabase {
  const db = connect(connection, { max: 8, onStatement });
  return { db, options: connection, drop: () => db.destroy() };
}
