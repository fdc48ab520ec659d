import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface TestRelease {
  name?: string;
  /** Additional fields of the manifest. They replace the defaults. */
  manifest?: object;
  /** Additional files. They replace the defaults. */
  files?: Record<string, string | Buffer>;
}

/** Further files like in real micro-frontends: chunks, styles, source maps and images. */
const OTHER_FILES = {
  '417.89abcdef.js': `"use strict";(self.chunks=self.chunks||[]).push([[417],{${'/* a page of its own */'.repeat(60)}}]);`,
  '417.89abcdef.js.map': JSON.stringify({ version: 3, sources: ['src/page.tsx'], names: [], mappings: '' }),
  'page.89abcdef.css': `.page{color:red}${'.row{display:flex}'.repeat(80)}`,
  'logo.89abcdef.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
/** As many pages as in a real manifest, so that the manifest is long enough to be compressed. */
const ROUTES = Array.from({ length: 12 }, (_, index) => ({
  path: `/page-${index}`,
  title: `Page ${index} of images`,
  resources: ['recognition', 'annotate'],
  component: './images#ImagesPage',
}));

/** Adds compressed files like the build: for scripts, styles, SVG and JSON above a minimum size. */
function createCompressedFiles(files: Record<string, Buffer>): [string, Buffer][] {
  return Object.entries(files)
    .filter(([name, content]) => /\.(js|css|svg|json)$/.test(name) && content.length >= 1024)
    .flatMap(([name, content]) => [
      [`${name}.br`, brotliCompressSync(content)],
      [`${name}.gz`, gzipSync(content)],
    ]);
}

/** Creates the files of a built release. The entry contains `var container = 'VERSION';`. */
export function createReleaseFiles(
  version: string,
  { name = 'annotate', manifest = {}, files = {} }: TestRelease = {},
): Map<string, Buffer> {
  const code = `var container = '${version}';`;
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  const routes = ROUTES.map((route) => ({ ...route, path: `/${name}${route.path}` }));
  const declaredManifest = { name, version, contract: '^1.0.0', title: 'Images', routes, ...manifest };
  const textFiles = {
    'entry.0123abcd.js': code,
    ...OTHER_FILES,
    'manifest.json': JSON.stringify(declaredManifest, null, 2),
    'release.json': JSON.stringify({ entry: 'entry.0123abcd.js', integrity, manifest: declaredManifest }, null, 2),
    ...files,
  };
  const builtFiles = Object.fromEntries(Object.entries(textFiles).map(([file, text]) => [file, Buffer.from(text)]));
  return new Map([...createCompressedFiles(builtFiles), ...Object.entries(builtFiles)]);
}
