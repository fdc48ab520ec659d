import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { hasDemoAccounts } from './domain/account/demo-accounts';
import { getImageSecret, getSigningSecret } from './domain/account/secrets';
import { refuseDemoOnNetwork, type Config } from './platform/config';
import type { ClientConfig } from 'pg';
import { createDatabaseProbe, type Db } from './platform/database/connection';
import { migrate } from './platform/database/migrate';
import { openDatabase } from './platform/database/open';
import { openFileStore } from './platform/files/open';
import { createFileUrlSigner } from './platform/files/signed-url';
import { claimFileLocation } from './platform/files/file-location';
import { hasUsers, isFirstStart, recordFirstStart, type Seed } from './operations/first-start';
import { listen } from './platform/http/listen';
import { PROBE_TIMEOUT_MS } from './platform/http/service-state';
import { deleteAbandonedUploadFolders } from './platform/files/upload-folder';

interface StartOptions {
  /** Called when the server cannot continue. The caller should stop it. */
  onFatal: (reason: string) => void;
  /** Reports slow steps of the start. */
  onProgress?: (line: string) => void;
  /** Fills an empty data folder if the configuration enables the demo. */
  seed: Seed;
  /** Creates the plugin that serves the console in addition to the API. */
  createSite?: () => Promise<FastifyPluginAsync>;
}

export interface RunningServer {
  app: FastifyInstance;
  port: number;
  hasDemo: boolean;
  hasUsers: boolean;
  /** Serves requests for another `drainMs` milliseconds, then finishes the running requests. */
  stop: (drainMs?: number) => Promise<void>;
}

/** Maximum time for which `stop` waits for running requests and jobs. */
const STOP_TIMEOUT_MS = 15_000;

/** Loads the modules of the API and the job queue. Evaluating them takes longer than PostgreSQL takes to start. */
const loadServices = () => import('./serve');

/** Listens on the port, starts and migrates the database, and serves requests. If a step fails, it throws and leaves nothing running. */
export async function startServer(
  config: Config,
  { onFatal, onProgress = () => undefined, seed, createSite }: StartOptions,
): Promise<RunningServer> {
  const listener = await listen(config.hosts, config.port);
  onProgress('Starting the database');
  const openingFiles = openFileStore(config);
  // If opening the database fails first, its error is reported, and this promise must not become an unhandled rejection. The promise still
  // rejects where the store is awaited.
  openingFiles.catch(() => undefined);
  let preparation: ReturnType<typeof prepare> | null = null;
  const prepare = () => Promise.all([loadServices(), createSite?.()]);
  const prepareOnce = () => (preparation ??= prepare());
  const onLaunch = () => void prepareOnce().catch(() => undefined);
  let hasDemo = false;
  const finishResponses = () => Promise.race([listener.close(), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  /** Runs in the same session as the migration, because only one server may prepare a database at a time. */
  const prepareDatabase = async (db: Db, connection: ClientConfig) => {
    await migrate(db, connection, { onProgress });
    const files = await openingFiles;
    await claimFileLocation(db, config);
    const isFirstServerStart = await isFirstStart(db);
    hasDemo = (isFirstServerStart && config.demo) || (await hasDemoAccounts(db));
    if (hasDemo) refuseDemoOnNetwork(config);
    if (isFirstServerStart && config.demo) onProgress('Creating the demo workspaces');
    if (isFirstServerStart) await recordFirstStart({ db, files, createsModels: config.builtInModels }, config.demo ? seed : null);
  };
  const openingDatabase = openDatabase(config, { onFatal, onLaunch, prepare: prepareDatabase });
  const database = await openingDatabase.catch(async (error: unknown) => {
    await listener.close();
    throw error;
  });
  try {
    const { db } = database;
    const files = await openingFiles;
    await deleteAbandonedUploadFolders();
    const [jwtSecret, imageSecret] = await Promise.all([getSigningSecret(db, config.jwtSecret), getImageSecret(db, config)]);
    const fileUrlSigner = createFileUrlSigner(imageSecret);
    const probe = createDatabaseProbe(database.connection, PROBE_TIMEOUT_MS);
    const [{ startServices }, site] = await prepareOnce();
    const { connection } = database;
    const { app, stopWorker, endStreams, stopCleanup } = await startServices({
      db,
      connection,
      probe,
      files,
      fileUrlSigner,
      config,
      jwtSecret,
      site,
      serve: listener.serve,
    });
    const stop = async (drainMs = 0) => {
      stopCleanup();
      listener.drain();
      endStreams();
      await Promise.all([delay(drainMs).then(finishResponses), stopWorker(STOP_TIMEOUT_MS)]);
      await app.close();
      await probe.close();
      await database.close();
    };
    return { app, port: listener.port, hasDemo, hasUsers: await hasUsers(db), stop };
  } catch (error) {
    await finishResponses();
    await database.close();
    throw error;
  }
}
