import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashInputs } from '../../../../../tools/builder/inputs';
import { runWithProgress } from '../../../../../tools/builder/progress';
import { buildWithWebpack } from '../../../../../tools/builder/targets';

const ROOT = path.resolve(__dirname, '..', '..', '..', '..', '..');
const SHARED_SOURCES = ['shared-auth/src', 'shared-contract/src', 'shared-ui/src'];
const COMMON = [
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'tools/webpack',
  'host/src',
  'e2e/non-functional/bench/page-load/one-bundle',
  ...SHARED_SOURCES,
];

/** Builds host and remotes as one application if something changed. Returns the folder for `BUILD_DIR`. */
export async function buildOneBundle(): Promise<string> {
  const remotes = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'remote.manifest.ts')));
  const inputs = hashInputs(ROOT, [
    ...COMMON,
    ...remotes.flatMap((name) => [`${name}/src`, `${name}/remote.manifest.ts`, `${name}/package.json`]),
  ]);
  const dir = path.join(ROOT, '.cache', 'one-bundle', 'build');
  const stamp = path.join(dir, 'inputs');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return dir;
  const staging = path.join(ROOT, '.cache', 'one-bundle', 'staging');
  await runWithProgress('host and remotes in one bundle', () =>
    buildWithWebpack(ROOT, 'e2e/non-functional/bench/page-load/one-bundle', staging),
  );
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  renameSync(staging, path.join(dir, 'host'));
  writeFileSync(stamp, inputs);
  return dir;
}
