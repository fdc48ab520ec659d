import type { About } from '../shell/federation-view';

export interface Circumstances {
  address: string;
  workspaceId: string | null;
  browser: string;
  faults: readonly { at: number; remote: string; version: string; kind: string; part: string; message: string }[];
}

/** What support needs to know, as text to paste: what runs, where, and what has failed in this tab. No names, no tokens. */
export function supportText(
  { version, contract, remotes }: About,
  { address, workspaceId, browser, faults }: Circumstances,
): string {
  const lines = [
    `host ${version}, contract ${contract}`,
    ...remotes.map(({ name, version: its, state, note }) => [`${name} ${its || '?'}`, state, note].filter(Boolean).join(' · ')),
    `address ${address}`,
    `workspace ${workspaceId ?? 'none'}`,
    `browser ${browser}`,
    faults.length === 0 ? 'no faults' : 'faults:',
    ...faults.map(({ at, remote, version: its, kind, part, message }) =>
      [new Date(at).toISOString(), `${remote} ${its}`.trim(), kind, part, message.split('\n')[0]].filter(Boolean).join(' · '),
    ),
  ];
  return lines.join('\n');
}
