import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface MadeRelease {
  name?: string;
  /** Fields of the manifest besides, or in place of, the least there must be. */
  manifest?: object;
  /** Files besides, or in place of, those of the release. */
  files?: Record<string, string>;
}

/** Files that the real remotes have besides entry and description: chunks, styles, source maps, pictures. */
const OTHER_FILES = {
  '417.89abcdef.js': `"use strict";(self.chunks=self.chunks||[]).push([[417],{${'/* a page of its own */'.repeat(60)}}]);`,
  '417.89abcdef.js.map': JSON.stringify({ version: 3, sources: ['src/page.tsx'], names: [], mappings: '' }),
  'page.89abcdef.css': `.page{color:red}${'.row{display:flex}'.repeat(80)}`,
  'logo.89abcdef.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
/** What a real manifest has of pages makes its description long enough to be compressed. */
const ROUTES = Array.from({ length: 12 }, (_, n) => ({
  path: `/page-${n}`,
  title: `Page ${n} of images`,
  resources: ['recognition', 'annotate'],
  component: './images#ImagesPage',
}));

/** As the build does it: beside scripts, styles, vectors and descriptions that are long enough. */
function compressedForms(files: Record<string, Buffer>): [string, Buffer][] {
  return Object.entries(files)
    .filter(([name, content]) => /\.(js|css|svg|json)$/.test(name) && content.length >= 1024)
    .flatMap(([name, content]) => [
      [`${name}.br`, brotliCompressSync(content)],
      [`${name}.gz`, gzipSync(content)],
    ]);
}

/** The files of a release as its build leaves them; the entry's text is `var container = 'VERSION';`. */
export function releaseFiles(
  version: string,
  { name = 'annotate', manifest = {}, files = {} }: MadeRelease = {},
): Map<string, Buffer> {
  const code = `var container = '${version}';`;
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  const routes = ROUTES.map((route) => ({ ...route, path: `/${name}${route.path}` }));
  const declared = { name, version, contract: '^1.0.0', title: 'Images', routes, ...manifest };
  const texts = {
    'entry.0123abcd.js': code,
    ...OTHER_FILES,
    'manifest.json': JSON.stringify(declared, null, 2),
    'release.json': JSON.stringify({ entry: 'entry.0123abcd.js', integrity, manifest: declared }, null, 2),
    ...files,
  };
  const built = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]));
  return new Map([...compressedForms(built), ...Object.entries(built)]);
}
