import { createHash } from 'node:crypto';

export interface MadeRelease {
  name?: string;
  /** Fields of the manifest besides, or in place of, the least there must be. */
  manifest?: object;
  /** Files besides, or in place of, those of the release. */
  files?: Record<string, string>;
}

/** The files of a release as its build leaves them; the entry's text is `var container = 'VERSION';`. */
export function releaseFiles(
  version: string,
  { name = 'annotate', manifest = {}, files = {} }: MadeRelease = {},
): Map<string, Buffer> {
  const code = `var container = '${version}';`;
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  const declared = { name, version, contract: '^1.0.0', title: 'Images', ...manifest };
  const release = JSON.stringify({ entry: 'entry.0123abcd.js', integrity, manifest: declared });
  const all = { 'entry.0123abcd.js': code, 'release.json': release, ...files };
  return new Map(Object.entries(all).map(([file, text]) => [file, Buffer.from(text)]));
}
