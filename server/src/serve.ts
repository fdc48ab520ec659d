import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { apiModules } from './api-modules';
import { listMaintenanceTasks, listWorkKinds } from './background-work';
import { deleteUnusedImportFolders } from './exchange/imports/upload/local-copies';
import { deleteUnusedLearningFiles } from './ml/models/delete-models';
import { getExternalBackEnd } from './ml/models/predict';
import { scheduleAllWatches } from './ml/models/train-externally';
import type { Config } from './platform/config';
import { connect } from './platform/database/connection';
import type { DatabaseHandle } from './platform/database/open';
import { createDiskStore, getFilesFolder } from './platform/files/disk-store';
import { createFileUrlSigner } from './platform/files/signed-url';
import { buildApp } from './platform/http/app';
import { LiveStreams } from './platform/live/live-streams';
import type { Deps } from './platform/http/deps';
import type { JobReport } from './platform/queue/observe-job';
import { createWebhookMetrics } from './domain/webhooks/metrics';
import { createQueueMetrics } from './platform/queue/queue-metrics';
import { startWorker } from './platform/queue/worker';

interface ServiceOptions extends Deps {
  connection: DatabaseHandle['connection'];
  jwtSecret: string;
  site?: FastifyPluginAsync;
  /** Called when the application can respond. The queue starts afterwards. */
  serve: (app: FastifyInstance) => void;
}

interface RunningServices {
  app: FastifyInstance;
  /**
   * Interrupts running jobs that take longer than the timeout. Another server continues these jobs, or this server after its next start.
   */
  stopWorker: (timeoutMs: number) => Promise<void>;
  /** Ends all live streams and refuses new ones. */
  endStreams: () => void;
  /** Stops deleting files that are no longer used. */
  stopCleanup: () => void;
}

/** Interval for deleting local copies of files of imports that have ended, possibly on another server. */
const CLEANUP_INTERVAL_MS = 3_600_000;

/** Builds the application and starts the worker of the job queue on an open database. */
export async function startServices({ connection, jwtSecret, site, serve, ...deps }: ServiceOptions): Promise<RunningServices> {
  const { db, config, files } = deps;
  const metrics = config.metricsToken === null ? [] : [...createQueueMetrics(db), ...createWebhookMetrics(db)];
  const liveStreams = new LiveStreams(db, connection);
  const app = await buildApp({ ...deps, live: liveStreams, jwtSecret, modules: apiModules, site, metrics });
  serve(app);
  const worker = await startWork({ db, config, files, connection, app }).catch((error: unknown) => {
    // End the streams that clients have opened meanwhile. Their connections would keep the failed server from exiting.
    liveStreams.drain();
    throw error;
  });
  const cleanupTimer = setInterval(
    () => void deleteUnusedImportFolders(db, config).catch(() => undefined),
    CLEANUP_INTERVAL_MS,
  ).unref();
  return {
    app,
    stopWorker: (timeoutMs) => worker.stop(timeoutMs),
    endStreams: () => liveStreams.drain(),
    stopCleanup: () => clearInterval(cleanupTimer),
  };
}

/** Prepares the local disk for the work of this server, and starts the worker. */
async function startWork({
  db,
  config,
  files,
  connection,
  app,
}: Pick<ServiceOptions, 'db' | 'config' | 'files' | 'connection'> & { app: FastifyInstance }) {
  if (getExternalBackEnd(config)) await scheduleAllWatches(db);
  await deleteUnusedLearningFiles(db, config);
  await deleteUnusedImportFolders(db, config);
  return startWorker({
    db,
    config: connection,
    kinds: listWorkKinds({ db, config, files }),
    tasks: listMaintenanceTasks({ db, config, files }),
    onError: (error, work) => app.log.error({ err: error, work: work.id, request_id: work.requestId }, 'long work failed'),
    onJob: (report) => logJob(app.log, report),
    onWarning: (message) => app.log.warn(message),
  });
}

/** Logs the end of an attempt at a job. Maintenance tasks run every minute, so their successes are only logged for debugging. */
function logJob(log: FastifyBaseLogger, { task, outcome, attempt, durationMs, workId, requestId, error }: JobReport): void {
  const level = error !== undefined ? 'warn' : workId || requestId ? 'info' : 'debug';
  log[level]({ task, outcome, attempt, duration_ms: durationMs, work: workId, request_id: requestId, err: error }, 'job');
}

/** Builds and closes the application without a database, so that the code cache contains what a start runs. */
export async function rehearseStart(config: Config): Promise<void> {
  const db = connect({}, { max: 1 });
  const [files, fileUrlSigner] = [createDiskStore(getFilesFolder(config.dataDir)), createFileUrlSigner(null)];
  const app = await buildApp({ db, config, files, fileUrlSigner, jwtSecret: 'unused', modules: apiModules });
  await app.close();
  await db.destroy();
}
