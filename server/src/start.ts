import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { hasDemoAccounts } from './account/demo-accounts';
import { signingSecret } from './account/secret';
import { forgetOldSessions } from './account/sessions';
import { refuseDemoOnNetwork, type Config } from './config';
import type { Db } from './database/connection';
import { openDatabase } from './database/open';
import { openFiles } from './files/open';
import { hasUsers, isFirstStart, recordFirstStart, type Seed } from './first-start';
import { buildApp } from './http/app';
import { forgetOldKeys } from './http/idempotency';
import { listen } from './http/listen';
import { apiModules } from './api-modules';
import { backEndOf } from './models/predict';
import { watchTraining } from './models/train';
import { workHandlersOf } from './work-handlers';
import { purgeDeletedShapes } from './shapes/trash';
import { releaseWork } from './work/queue';
import { startWorker } from './work/runner';

export interface StartOptions {
  /** Called when the server cannot go on: the caller should stop it. */
  onFatal: (reason: string) => void;
  /** Says what takes a moment. */
  onProgress?: (line: string) => void;
  /** Fills an empty data folder where the configuration wants a demo. */
  seed: Seed;
  /** What is served besides the API. */
  site?: FastifyPluginAsync;
}

export interface RunningServer {
  app: FastifyInstance;
  port: number;
  hasDemo: boolean;
  hasUsers: boolean;
  stop: () => Promise<void>;
}

const MODEL_WATCH_MS = 10_000;
const HOUSEKEEPING_MS = 3_600_000;
/** How long an answer under way may hold up the end of the server. */
const LAST_ANSWERS_MS = 15_000;

/**
 * Takes the port, starts the database, brings it up to date, and answers. Throws, with nothing left running, when any of
 * it fails.
 */
export async function startServer(
  config: Config,
  { onFatal, onProgress = () => undefined, seed, site }: StartOptions,
): Promise<RunningServer> {
  const listening = await listen(config.hosts, config.port);
  onProgress('Starting the database');
  const database = await openDatabase(config, onFatal).catch(async (error: unknown) => {
    await listening.close();
    throw error;
  });
  try {
    const { db } = database;
    const files = await openFiles(config);
    const firstStart = await isFirstStart(db);
    const hasDemo = (firstStart && config.demo) || (await hasDemoAccounts(db));
    if (hasDemo) refuseDemoOnNetwork(config);
    if (firstStart && config.demo) onProgress('Making the demo workspaces');
    if (firstStart) await recordFirstStart(db, files, config.demo ? seed : null);

    const jwtSecret = await signingSecret(db, config.jwtSecret);
    const app = await buildApp({ db, files, config, jwtSecret, modules: apiModules, site });
    const stopHousekeeping = startHousekeeping(db, app);
    await releaseWork(db);
    const worker = startWorker({
      db,
      handlers: workHandlersOf({ config, files }),
      onError: (error, work) => app.log.error({ err: error, work: work.id }, 'long work failed'),
    });
    const stopWatching = startModelWatch(db, config, app);
    const stop = async () => {
      stopHousekeeping();
      stopWatching();
      // Work that is cut off here is taken up again by the next start.
      await Promise.race([Promise.all([listening.close(), worker.stop()]), delay(LAST_ANSWERS_MS, undefined, { ref: false })]);
      await app.close();
      await database.close();
    };
    listening.serve(app);
    return { app, port: listening.port, hasDemo, hasUsers: await hasUsers(db), stop };
  } catch (error) {
    await listening.close();
    await database.close();
    throw error;
  }
}

function startHousekeeping(db: Db, app: FastifyInstance): () => void {
  const keepHouse = () => {
    Promise.all([forgetOldKeys(db), forgetOldSessions(db), purgeDeletedShapes(db)]).catch((error: unknown) =>
      app.log.warn({ err: error }, 'housekeeping failed'),
    );
  };
  keepHouse();
  const timer = setInterval(keepHouse, HOUSEKEEPING_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Asks the model server, where there is one, how the models in training are getting on. */
function startModelWatch(db: Db, config: Config, app: FastifyInstance): () => void {
  const backEnd = backEndOf(config);
  if (!backEnd) return () => undefined;
  let underWay = false;
  const timer = setInterval(() => {
    if (underWay) return;
    underWay = true;
    watchTraining(db, backEnd)
      .catch((error: unknown) => app.log.warn({ err: error }, 'the models in training could not be asked about'))
      .finally(() => {
        underWay = false;
      });
  }, MODEL_WATCH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
