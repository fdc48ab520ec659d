import type { FaultReport } from '@console/shared-contract/federation';
import type { About } from '../federation-view/federation-view';

/** Details of a tab that support needs in addition to the versions. */
interface TabDetails {
  url: string;
  workspaceId: string | null;
  /** The user agent string. */
  browser: string;
  /** The recorded failures of micro-frontends, oldest first. */
  faults: readonly FaultReport[];
}

/** Formats versions, environment and failures of this tab as text for support. Contains no user names and no tokens. */
export function formatSupportText(about: About, { url, workspaceId, browser, faults }: TabDetails): string {
  const joinParts = (...phrases: (string | undefined)[]) => phrases.filter(Boolean).join(' · ');
  return [
    `host ${about.version}, contract ${about.contract}`,
    ...about.remotes.map(({ name, version, state, note }) => joinParts(`${name} ${version || '?'}`, state, note)),
    `url ${url}`,
    `workspace ${workspaceId ?? 'none'}`,
    `browser ${browser}`,
    faults.length === 0 ? 'no faults' : 'faults:',
    ...faults.map(({ at, remote, version, kind, part, message, load }) =>
      joinParts(new Date(at).toISOString(), `${remote} ${version}`.trim(), kind, part, load, message.split('\n', 2).join(' ')),
    ),
  ].join('\n');
}
