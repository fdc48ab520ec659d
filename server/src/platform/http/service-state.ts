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
  let latest: ServiceState | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<ServiceState> | null = null;
  const run = async (): Promise<ServiceState> => {
    const checkedState = check().then(
      () => 'ok' as const,
      () => 'away' as const,
    );
    latest = await Promise.race([checkedState, delay(PROBE_TIMEOUT_MS, 'away' as const, { ref: false })]);
    checkedAt = performance.now();
    running = null;
    return latest;
  };
  return async () => {
    if (latest !== null && performance.now() - checkedAt < CACHE_MS) return latest;
    running ??= run();
    return latest === null ? running : Promise.race([running, delay(MAX_RESPONSE_MS, latest, { ref: false })]);
  };
}
