import type { ReleaseStatus } from '@console/shared-contract/api';
import type { Registry } from '@console/shared-contract/federation';
import type { MoveLogEntry, ReleaseStore } from '../releases';
import { compareCanary, SERVER_ACTOR, type VisitReader } from './canary-decisions';

type ReleaseMove = ReleaseStatus['history'][number];

/**
 * Number of moves (activations, rollbacks and canaries (versions that only some users get)) that are read from the log. A bucket
 * has one object for each.
 */
const MAX_MOVES = 60;
/** Matches the text that `movePointer` logs, without publications. */
const MOVE = /^(activate|rollback|canary) (\S+)(?: (?!--)(\S+))?/;

/** Returns the move of a log entry with the name of its remote. Undefined for publications. */
function parseMove({ at: movedAt, action, by: movedBy }: MoveLogEntry): { remote: string; move: ReleaseMove } | undefined {
  const [, kind, remote, version] = MOVE.exec(action) ?? [];
  if (kind === undefined || remote === undefined) return undefined;
  const reason = movedBy.startsWith(SERVER_ACTOR) ? movedBy.slice(SERVER_ACTOR.length) : null;
  const moveAction = kind === 'canary' && version === undefined ? 'canary_off' : (kind as 'activate' | 'rollback' | 'canary');
  return { remote, move: { at: movedAt, action: moveAction, version: version ?? null, reason } };
}

async function readCanary(
  registry: Registry,
  remote: string,
  history: readonly ReleaseMove[],
  readVisits: VisitReader,
): Promise<{ canary: ReleaseStatus['canary']; state: ReleaseStatus['state'] }> {
  const canary = registry.remotes[remote]?.canary;
  if (!canary) {
    const last = history[0];
    if (last?.reason == null) return { canary: null, state: null };
    return { canary: null, state: last.action === 'activate' ? 'promoted' : 'rolled_back' };
  }
  const { version, share, workspaces, visits: maxVisits } = canary;
  const comparison = (await compareCanary(registry, remote, readVisits)) ?? null;
  // Without a maximum number of visits, the server only compares, and the operator decides.
  const isDecided = comparison !== null && comparison.decision !== 'wait' && maxVisits === undefined;
  const isOver = comparison !== null && maxVisits !== undefined && comparison.visits.canary >= maxVisits;
  return {
    canary: {
      version,
      share,
      workspaces: workspaces.length,
      max_visits: maxVisits ?? null,
      started: history.find((move) => move.action === 'canary' && move.version === version)?.at ?? null,
      comparison: comparison && { visits: comparison.visits, measures: comparison.measures, reason: comparison.reason },
    },
    state: isDecided || isOver ? 'undecided' : 'collecting',
  };
}

/** Lists the live versions of all remotes (micro-frontends) with the comparisons of their canaries and the latest moves. */
export async function listReleases(releases: ReleaseStore, readVisits: VisitReader): Promise<ReleaseStatus[]> {
  const registry = await releases.readRecent();
  if (!registry) return [];
  const moves = (await releases.lastMoves(MAX_MOVES)).flatMap((logEntry) => parseMove(logEntry) ?? []);
  return Promise.all(
    Object.entries(registry.remotes).map(async ([name, { active, canary, versions }]) => {
      const history = moves.filter(({ remote }) => remote === name).map(({ move }) => move);
      const shownVersion = active ?? canary?.version ?? Object.keys(versions)[0] ?? '';
      return {
        name,
        title: versions[shownVersion]?.manifest.title ?? name,
        active: active ?? null,
        ...(await readCanary(registry, name, history, readVisits)),
        history,
      };
    }),
  );
}
