// `npx tsx e2e/skew/pack.ts BUILD_DIR`: archives the active releases of a build folder for the compatibility tests.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LOCAL_VERSION, readRegistryFile } from '../../tools/builder/registry-file';
import { listArchives, ARCHIVE_DIR } from './archive';

/** Compressed copies can be recreated, and source maps are not needed. */
const LEFT_OUT = /\.(br|gz|map)$/;

function tarOf(dir: string): Buffer {
  const files = readdirSync(dir)
    .filter((name) => !LEFT_OUT.test(name))
    .sort();
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  return execFileSync('tar', ['-cf', '-', ...owner, '-C', dir, ...files], { maxBuffer: 50_000_000 });
}

function keep(name: string, version: string, end: 'tar.gz' | 'tar.br', content: Buffer): void {
  for (const old of listArchives().filter((archive) => archive.name === name)) rmSync(old.file);
  const file = path.join(ARCHIVE_DIR, `${name}-${version}.${end}`);
  writeFileSync(file, content);
  console.log(`${path.basename(file)}: ${(content.length / 1000).toFixed(0)} kB`);
}

const [buildDir] = process.argv.slice(2);
if (buildDir === undefined) throw new Error('npx tsx e2e/skew/pack.ts BUILD_DIR');
for (const [name, { active }] of Object.entries(readRegistryFile(buildDir).remotes)) {
  if (active === undefined || LOCAL_VERSION.test(active)) throw new Error(`${name} ${active ?? ''} is no released version`);
  keep(name, active, 'tar.gz', gzipSync(tarOf(path.join(buildDir, 'remotes', name, active)), { level: 9 }));
}
const host = JSON.parse(readFileSync(path.join(__dirname, '../../host/package.json'), 'utf8')) as { version: string };
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
keep('host', host.version, 'tar.br', brotliCompressSync(tarOf(path.join(buildDir, 'host')), { params }));
