import type { Registry } from '@console/shared-contract/federation';
import type { AuditEntry } from '../../server/src/console/releases';

const when = (iso: string | undefined): string => (iso ? `${iso.slice(0, 16).replace('T', ' ')} UTC` : 'an unknown time');

/** What is live, since when, what came before, who is on a canary, and who moved what last; for a person to read. */
export function listing(registry: Registry, moves: readonly AuditEntry[]): string[] {
  const lines = [`Registry, revision ${registry.revision}, of ${when(registry.generatedAt)}`];
  for (const [name, { active, activatedAt, previous, canary, versions }] of Object.entries(registry.remotes)) {
    lines.push('', name, active ? `  live      ${active}, since ${when(activatedAt)}` : '  live      nothing yet');
    if (previous) lines.push(`  previous  ${previous}`);
    if (canary) {
      const share = canary.share > 0 ? [`${canary.share} % of the people`] : [];
      const workspaces = canary.workspaces.map((id) => `workspace ${id}`);
      lines.push(`  canary    ${canary.version}, for ${[...share, ...workspaces].join(' and ')}`);
    }
    const published = Object.entries(versions).sort(([, a], [, b]) => b.publishedAt.localeCompare(a.publishedAt));
    for (const [version, release] of published) lines.push(`  published ${version}, ${when(release.publishedAt)}`);
  }
  if (Object.keys(registry.remotes).length === 0) lines.push('', 'No remote has been published yet.');
  if (moves.length > 0) lines.push('', 'Last moves');
  for (const { at, revision, by, action } of moves) lines.push(`  ${when(at)}  revision ${revision}  ${action}, by ${by}`);
  return lines;
}
