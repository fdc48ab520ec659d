import { type Canary, type Registry, withActivated, withCanary, withRolledBack } from '@console/shared-contract/federation';
import { requireFiles } from './release-files';
import type { Move, ReleaseStore } from './release-store';

/**
 * A request to change the live version of a remote (a micro-frontend) or its canary release (for some of the users). If the canary is
 * undefined, the move ends the current canary.
 */
export type PointerMove =
  | { action: 'activate'; version: string }
  | { action: 'rollback' }
  | { action: 'canary'; canary: Canary | undefined };

function applyMove(registry: Registry, name: string, request: PointerMove, now: Date): Registry {
  if (request.action === 'activate') return withActivated(registry, name, request.version, now);
  if (request.action === 'rollback') return withRolledBack(registry, name, now);
  return withCanary(registry, name, request.canary, now);
}

/** Lists the versions that browsers would fetch after the move. */
function listLiveVersions(registry: Registry, name: string): string[] {
  const remote = Object.hasOwn(registry.remotes, name) ? registry.remotes[name] : undefined;
  return [remote?.active, remote?.canary?.version].filter((version) => version !== undefined);
}

/** Changes the live version or canary of a remote. @throws ReleaseError if files of the new version are missing */
export async function movePointer(
  store: ReleaseStore,
  name: string,
  request: PointerMove,
  move: Omit<Move, 'action'>,
): Promise<Registry> {
  const previousRegistry = await store.read();
  if (previousRegistry) {
    const oldVersions = listLiveVersions(previousRegistry, name);
    const newVersions = listLiveVersions(applyMove(previousRegistry, name, request, new Date()), name).filter(
      (version) => !oldVersions.includes(version),
    );
    for (const version of newVersions) await requireFiles(store, name, version);
  }
  return store.move({ action: formatMove(name, request), ...move }, (registry) => applyMove(registry, name, request, new Date()));
}

/** Formats a move like its command: `canary annotate 1.2.0 --share 10`. */
function formatMove(name: string, request: PointerMove): string {
  if (request.action === 'activate') return `activate ${name} ${request.version}`;
  if (request.action === 'rollback') return `rollback ${name}`;
  if (!request.canary) return `canary ${name} --off`;
  const { version, share, workspaces, visits } = request.canary;
  const audience = [share > 0 ? `--share ${share}` : '', ...workspaces.map((id) => `--workspace ${id}`)].filter(Boolean);
  return ['canary', name, version, ...audience, ...(visits === undefined ? [] : [`--visits ${visits}`])].join(' ');
}
