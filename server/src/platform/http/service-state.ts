import { access, constants } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createFileKey } from '../files/file-key';
import type { Deps } from './deps';

type ServiceState = 'ok' | 'away';

/** A service that does not respond within this time counts as unavailable. */
export const PROBE_TIMEOUT_MS = 2_000;
/** Load balancers often wait for only one second. If a check takes longer, the result of the previous check is reported. */
const MAX_RESPONSE_MS = 700;
/** Probes need no authentication, so their results are cached for this time. */
const CACHE_MS = 1_000;

export interface ServiceStates {
  database: () => Promise<ServiceState>;
  files: () => Promise<ServiceState>;
}

/** Reports whether the services that the server depends on respond. */
export function createServiceStates({ db, probe, files, config }: Deps): ServiceStates {
  return {
    database: cacheState(() => (probe ? probe.check() : sql`select 1`.execute(db))),
    // `stat` on a local file cannot distinguish a missing file from an unmounted disk, so check the folder.
    files: cacheState(() =>
      config.s3 ? files.stat(createFileKey('application/octet-stream')) : access(config.dataDir, constants.W_OK),
    ),
  };
}

function cacheState(check: () => Promise<unknown>): () => Promise<ServiceState> {
  let latestState: ServiceState | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let runningCheck: Promise<ServiceState> | null = null;
  const runCheck = async (): Promise<ServiceState> => {
    const checkedState = check().then(
      () => 'ok' as const,
      () => 'away' as const,
    );
    latestState = await Promise.race([checkedState, delay(PROBE_TIMEOUT_MS, 'away' as const, { ref: false })]);
    checkedAt = performance.now();
    runningCheck = null;
    return latestState;
  };
  return async () => {
    if (latestState !== null && performance.now() - checkedAt < CACHE_MS) return latestState;
    runningCheck ??= runCheck();
    return latestState === null
      ? runningCheck
      : Promise.race([runningCheck, delay(MAX_RESPONSE_MS, latestState, { ref: false })]);
  };
}
