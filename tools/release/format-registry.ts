import type { Registry } from '@console/shared-contract/federation';
import type { MoveLogEntry } from '../../server/src/operations/releases';

const formatTime = (iso: string | undefined): string => (iso ? `${iso.slice(0, 16).replace('T', ' ')} UTC` : 'an unknown time');

/** Formats the registry as text: active, previous and canary versions, all published versions, and the latest changes (`moves`). */
export function formatRegistry(registry: Registry, moves: readonly MoveLogEntry[]): string[] {
  const lines = [`Registry, revision ${registry.revision}, written ${formatTime(registry.generatedAt)}`];
  for (const [name, { active, activatedAt, previous, canary, versions }] of Object.entries(registry.remotes)) {
    lines.push('', name, active ? `  active    ${active}, since ${formatTime(activatedAt)}` : '  active    none');
    if (previous) lines.push(`  previous  ${previous}`);
    if (canary) {
      const share = canary.share > 0 ? [`${canary.share} % of users`] : [];
      const workspaces = canary.workspaces.map((id) => `workspace ${id}`);
      const decision = canary.visits === undefined ? '' : `, decided by the server within ${canary.visits} visits`;
      lines.push(`  canary    ${canary.version}, for ${[...share, ...workspaces].join(' and ')}${decision}`);
    }
    const publishedVersions = Object.entries(versions).sort(([, a], [, b]) => b.publishedAt.localeCompare(a.publishedAt));
    for (const [version, release] of publishedVersions) lines.push(`  published ${version}, ${formatTime(release.publishedAt)}`);
  }
  if (Object.keys(registry.remotes).length === 0) lines.push('', 'No remote has been published yet.');
  if (moves.length > 0) lines.push('', 'Latest changes');
  for (const { at, revision, by, action } of moves) lines.push(`  ${formatTime(at)}  revision ${revision}  ${action}, by ${by}`);
  return lines;
}
