// `npx tsx e2e/skew/pack.ts BUILD_DIR`: archives the active releases of a build folder for the compatibility tests.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LOCAL_VERSION, readRegistryFile } from '../../tools/builder/registry-file';
import { listArchives, ARCHIVE_DIR } from './archive';

/** Files that the tests do not need: compressed copies and source maps. */
const EXCLUDED_FILES = /\.(br|gz|map)$/;

function createTar(dir: string): Buffer {
  const files = readdirSync(dir)
    .filter((name) => !EXCLUDED_FILES.test(name))
    .sort();
  const ownerArguments = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  return execFileSync('tar', ['-cf', '-', ...ownerArguments, '-C', dir, ...files], { maxBuffer: 50_000_000 });
}

function replaceArchive(name: string, version: string, extension: 'tar.gz' | 'tar.br', content: Buffer): void {
  for (const oldArchive of listArchives().filter((archive) => archive.name === name)) rmSync(oldArchive.file);
  const file = path.join(ARCHIVE_DIR, `${name}-${version}.${extension}`);
  writeFileSync(file, content);
  console.log(`${path.basename(file)}: ${(content.length / 1000).toFixed(0)} kB`);
}

const [buildDir] = process.argv.slice(2);
if (buildDir === undefined) throw new Error('Usage: npx tsx e2e/skew/pack.ts BUILD_DIR');
for (const [name, { active }] of Object.entries(readRegistryFile(buildDir).remotes)) {
  if (active === undefined || LOCAL_VERSION.test(active)) throw new Error(`${name} ${active ?? ''} is not a released version`);
  replaceArchive(name, active, 'tar.gz', gzipSync(createTar(path.join(buildDir, 'remotes', name, active)), { level: 9 }));
}
const host = JSON.parse(readFileSync(path.join(__dirname, '../../host/package.json'), 'utf8')) as { version: string };
const compressionParams = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
replaceArchive(
  'host',
  host.version,
  'tar.br',
  brotliCompressSync(createTar(path.join(buildDir, 'host')), { params: compressionParams }),
);
