import { type Canary, type Registry, withActivated, withCanary, withRolledBack } from '@console/shared-contract/federation';
import { requireFiles } from './release-files';
import type { Move, ReleaseStore } from './release-store';

/** A request to change the live version or the canary of a remote. A canary of undefined ends the canary. */
export type PointerMove =
  { action: 'activate'; version: string } | { action: 'rollback' } | { action: 'canary'; canary: Canary | undefined };

function moved(registry: Registry, name: string, asked: PointerMove, now: Date): Registry {
  if (asked.action === 'activate') return withActivated(registry, name, asked.version, now);
  if (asked.action === 'rollback') return withRolledBack(registry, name, now);
  return withCanary(registry, name, asked.canary, now);
}

/** Lists the versions that browsers would fetch after the move. */
function targets(after: Registry, name: string): string[] {
  const remote = Object.hasOwn(after.remotes, name) ? after.remotes[name] : undefined;
  return [remote?.active, remote?.canary?.version].filter((version) => version !== undefined);
}

/** Changes the live version or canary of a remote. @throws ReleaseError if files of the new version are missing */
export async function movePointer(
  store: ReleaseStore,
  name: string,
  asked: PointerMove,
  move: Omit<Move, 'action'>,
): Promise<Registry> {
  const before = await store.read();
  if (before) {
    const known = targets(before, name);
    const fresh = targets(moved(before, name, asked, new Date()), name).filter((version) => !known.includes(version));
    for (const version of fresh) await requireFiles(store, name, version);
  }
  return store.move({ action: said(name, asked), ...move }, (registry) => moved(registry, name, asked, new Date()));
}

/** Formats a move like the command for it: `canary annotate 1.2.0 --share 10`. */
function said(name: string, asked: PointerMove): string {
  if (asked.action === 'activate') return `activate ${name} ${asked.version}`;
  if (asked.action === 'rollback') return `rollback ${name}`;
  if (!asked.canary) return `canary ${name} --off`;
  const { version, share, workspaces } = asked.canary;
  const whom = [share > 0 ? `--share ${share}` : '', ...workspaces.map((id) => `--workspace ${id}`)].filter(Boolean);
  return ['canary', name, version, ...whom].join(' ');
}
