import type { ReleaseStatus } from '@console/shared-contract/api';
import type { Registry } from '@console/shared-contract/federation';
import type { Comparison, MoveLogEntry, ReleaseStore } from '../releases';
import { compareCanary, SERVER_ACTOR, type VisitReader } from './canary-decisions';

type ReleaseMove = ReleaseStatus['history'][number];

/**
 * Number of moves that are read from the log. A move is an activation, a rollback, or a change of a canary (a version that only some
 * users get). A bucket stores each move as one object.
 */
const MAX_MOVES = 60;
/** Matches the logged action of a move, such as `activate annotate 1.2.0`. The logged action of a publication does not match. */
const MOVE_ACTION = /^(activate|rollback|canary) (\S+)(?: (?!--)(\S+))?/;

interface ParsedMove {
  remote: string;
  move: ReleaseMove;
  comparison?: Comparison;
}

/** Returns the move of a log entry with the name of its remote. Undefined for publications. */
function parseMove({ at, action, by: movedBy, comparison }: MoveLogEntry): ParsedMove | undefined {
  const [, kind, remote, version] = MOVE_ACTION.exec(action) ?? [];
  if (kind === undefined || remote === undefined) return undefined;
  // If the server itself has decided the move, `by` is SERVER_ACTOR followed by the reason.
  const reason = movedBy.startsWith(SERVER_ACTOR) ? movedBy.slice(SERVER_ACTOR.length) : null;
  const moveAction = kind === 'canary' && version === undefined ? 'canary_off' : (kind as 'activate' | 'rollback' | 'canary');
  return { remote, move: { at, action: moveAction, version: version ?? null, reason }, comparison };
}

function toResponse(comparison: Comparison | null): ReleaseStatus['last_comparison'] {
  return comparison && { visits: comparison.visits, measures: comparison.measures, reason: comparison.reason };
}

async function readCanary(
  registry: Registry,
  remote: string,
  history: readonly ReleaseMove[],
  readVisits: VisitReader,
): Promise<{ canary: ReleaseStatus['canary']; state: ReleaseStatus['state'] }> {
  const canary = registry.remotes[remote]?.canary;
  if (!canary) {
    const lastMove = history[0];
    if (lastMove?.reason == null) return { canary: null, state: null };
    return { canary: null, state: lastMove.action === 'activate' ? 'promoted' : 'rolled_back' };
  }
  const { version, share, workspaces, visits: maxVisits } = canary;
  const comparison = (await compareCanary(registry, remote, readVisits)) ?? null;
  // Without a maximum number of visits, the server only compares. The operator must decide (state `undecided`) when the comparison has a
  // result, or when the canary has reached the maximum.
  const hasResult = comparison !== null && comparison.decision !== 'wait' && maxVisits === undefined;
  const hasReachedMaximum = comparison !== null && maxVisits !== undefined && comparison.visits.canary >= maxVisits;
  return {
    canary: {
      version,
      share,
      workspaces: workspaces.length,
      max_visits: maxVisits ?? null,
      started: history.find((move) => move.action === 'canary' && move.version === version)?.at ?? null,
      comparison: toResponse(comparison),
    },
    state: hasResult || hasReachedMaximum ? 'undecided' : 'collecting',
  };
}

/** Lists the live versions of all micro-frontends with the comparisons of their canaries and the latest moves. */
export async function listReleases(releases: ReleaseStore, readVisits: VisitReader): Promise<ReleaseStatus[]> {
  // Unlike `read`, `readRecent` may return a registry that is some seconds old.
  const registry = await releases.readRecent();
  if (!registry) return [];
  const allMoves = (await releases.lastMoves(MAX_MOVES)).flatMap((entry) => parseMove(entry) ?? []);
  return Promise.all(
    Object.entries(registry.remotes).map(async ([name, { active, canary, versions }]) => {
      const moves = allMoves.filter(({ remote }) => remote === name);
      const history = moves.map(({ move }) => move);
      const shownVersion = active ?? canary?.version ?? Object.keys(versions)[0] ?? '';
      return {
        name,
        title: versions[shownVersion]?.manifest.title ?? name,
        active: active ?? null,
        ...(await readCanary(registry, name, history, readVisits)),
        last_comparison: canary ? null : toResponse(moves[0]?.comparison ?? null),
        history,
      };
    }),
  );
}
