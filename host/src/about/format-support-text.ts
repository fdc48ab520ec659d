import type { About } from '../federation-view/federation-view';

export interface SupportDetails {
  url: string;
  workspaceId: string | null;
  browser: string;
  faults: readonly { at: number; remote: string; version: string; kind: string; part: string; message: string }[];
}

/** Formats versions, environment and recorded failures of this tab as text for support. Contains no user names and no tokens. */
export function formatSupportText(
  { version, contract, remotes }: About,
  { url, workspaceId, browser, faults }: SupportDetails,
): string {
  const lines = [
    `host ${version}, contract ${contract}`,
    ...remotes.map(({ name, version: remoteVersion, state, note }) =>
      [`${name} ${remoteVersion || '?'}`, state, note].filter(Boolean).join(' · '),
    ),
    `url ${url}`,
    `workspace ${workspaceId ?? 'none'}`,
    `browser ${browser}`,
    faults.length === 0 ? 'no faults' : 'faults:',
    ...faults.map(({ at, remote, version: remoteVersion, kind, part, message }) =>
      [new Date(at).toISOString(), `${remote} ${remoteVersion}`.trim(), kind, part, message.split('\n')[0]]
        .filter(Boolean)
        .join(' · '),
    ),
  ];
  return lines.join('\n');
}
