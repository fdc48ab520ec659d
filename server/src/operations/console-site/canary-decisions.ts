import type { Registry } from '@console/shared-contract/federation';
import type { FastifyInstance } from 'fastify';
import { compareVersions, type Comparison, movePointer, type ReleaseStore, type VersionVisits } from '../releases';

/** The canary (a release for some of the users) and the active version of a micro-frontend, which are compared. */
interface ComparedVersions {
  remote: string;
  canary: string;
  active: string;
  /**
   * The server decides only while the canary has fewer visits than this number. Afterwards, the operator must decide. Undefined if the
   * server never decides.
   */
  maxVisits?: number;
  /** Whether both versions report when a page is ready. Otherwise, the times until pages are displayed are compared. */
  reportsReady: boolean;
}

/** Reads the visits to both versions of a comparison. */
export type VisitReader = (versions: ComparedVersions) => Promise<{ canary: VersionVisits; active: VersionVisits }>;

/** If the server has decided, the name of the actor in the log of activations starts with this text. The reason follows. */
export const SERVER_ACTOR = 'the server, because ';
const DECISION_INTERVAL_MS = 10_000;
/**
 * Maximum number of visits per user that are compared. Visits of the same user depend on each other, and one user must not decide the
 * comparison alone.
 */
const MAX_VISITS_PER_USER = 20;

/** Lists the remotes with a canary and an active version. */
function listComparedVersions({ remotes }: Registry): ComparedVersions[] {
  return Object.entries(remotes).flatMap(([remote, { active, canary, versions }]) => {
    if (active === undefined || !canary || canary.version === active) return [];
    const reportsReady = [active, canary.version].every((version) => versions[version]?.manifest.reportsReady === true);
    return [{ remote, canary: canary.version, active, maxVisits: canary.visits, reportsReady }];
  });
}

/** Creates a function that reads visits from the application's database. */
export const createVisitReader =
  (app: FastifyInstance): VisitReader =>
  async ({ remote, canary, active, maxVisits, reportsReady }) => {
    const readVisits = async (version: string, isCanary: boolean, limit = 1_000_000): Promise<VersionVisits> => {
      const rows = await app.deps.db
        .with('numbered', (db) =>
          db
            .selectFrom('page_visit')
            .select(['id', 'failed', reportsReady ? 'ready_ms as ms' : 'displayed_ms as ms'])
            .select((eb) =>
              eb.fn
                .agg<string>('row_number')
                .over((over) => over.partitionBy('user_id').orderBy('id'))
                .as('number'),
            )
            .where('remote', '=', remote)
            .where('version', '=', version)
            .where('is_canary', '=', isCanary),
        )
        .selectFrom('numbered')
        .select(['failed', 'ms'])
        .where('number', '<=', String(MAX_VISITS_PER_USER))
        .orderBy('id')
        .limit(limit)
        .execute();
      const times = Float64Array.from(rows.flatMap(({ ms }) => ms ?? [])).sort();
      return { visits: rows.length, ready: times.length, failed: rows.filter(({ failed }) => failed).length, times };
    };
    return { canary: await readVisits(canary, true, maxVisits), active: await readVisits(active, false) };
  };

/** Compares the canary of a remote with its active version. Undefined without a canary. */
export async function compareCanary(
  registry: Registry,
  remote: string,
  readVisits: VisitReader,
): Promise<Comparison | undefined> {
  const versions = listComparedVersions(registry).find((comparedVersion) => comparedVersion.remote === remote);
  if (!versions) return undefined;
  const { canary, active } = await readVisits(versions);
  return compareVersions(canary, active, versions.maxVisits);
}

/** Promotes canaries or rolls them back, depending on their comparison. Another server may have decided at the same time. */
export async function decideCanaries(releases: ReleaseStore, readVisits: VisitReader): Promise<void> {
  const registry = await releases.read();
  if (!registry) return;
  for (const { remote, canary, maxVisits } of listComparedVersions(registry)) {
    if (maxVisits === undefined) continue;
    const comparison = await compareCanary(registry, remote, readVisits);
    if (!comparison || comparison.decision === 'wait') continue;
    const moveDetails = { by: SERVER_ACTOR + comparison.reason, revision: registry.revision, comparison };
    const isPromoted = comparison.decision === 'promote';
    await movePointer(
      releases,
      remote,
      isPromoted ? { action: 'activate', version: canary } : { action: 'canary', canary: undefined },
      moveDetails,
    );
    // The registry has a new revision now, so other canaries are decided in the next interval.
    return;
  }
}

/** Deletes the visits to versions that are not compared. */
async function deleteOtherVisits(app: FastifyInstance, registry: Registry): Promise<void> {
  let query = app.deps.db.deleteFrom('page_visit');
  for (const { remote, canary, active } of listComparedVersions(registry))
    query = query.where((eb) => eb.not(eb.and([eb('remote', '=', remote), eb('version', 'in', [canary, active])])));
  await query.execute();
}

/** Decides about canaries at intervals, until the application closes. Does nothing in an application without a database. */
export function startCanaryDecisions(app: FastifyInstance, releases: ReleaseStore): void {
  if (!app.hasDecorator('deps')) return;
  let running: Promise<void> = Promise.resolve();
  const decide = async () => {
    const registry = await releases.readRecent();
    if (!registry) return;
    await deleteOtherVisits(app, registry);
    if (listComparedVersions(registry).length > 0) await decideCanaries(releases, createVisitReader(app));
  };
  const timer = setInterval(() => {
    running = decide().catch((error: unknown) => app.log.warn({ err: error }, 'a canary could not be decided'));
  }, DECISION_INTERVAL_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
