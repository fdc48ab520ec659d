import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashInputs } from '../../../../../tools/builder/inputs';
import { runWithProgress } from '../../../../../tools/builder/progress';
import { buildWithWebpack } from '../../../../../tools/builder/targets';

const REPOSITORY_ROOT = path.resolve(__dirname, '..', '..', '..', '..', '..');
const SHARED_SOURCES = ['shared-auth/src', 'shared-contract/src', 'shared-ui/src'];
const COMMON_INPUTS = [
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'tools/webpack',
  'host/src',
  'e2e/non-functional/bench/page-load/one-bundle',
  ...SHARED_SOURCES,
];

/** Builds host and remotes as one application if something changed. Returns the folder for `BUILD_DIR`. */
export async function buildOneBundle(): Promise<string> {
  const remotes = readdirSync(REPOSITORY_ROOT).filter((name) =>
    existsSync(path.join(REPOSITORY_ROOT, name, 'remote.manifest.ts')),
  );
  const inputHash = hashInputs(REPOSITORY_ROOT, [
    ...COMMON_INPUTS,
    ...remotes.flatMap((name) => [`${name}/src`, `${name}/remote.manifest.ts`, `${name}/package.json`]),
  ]);
  const buildDir = path.join(REPOSITORY_ROOT, '.cache', 'one-bundle', 'build');
  const stampFile = path.join(buildDir, 'inputs');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputHash) return buildDir;
  const stagingDir = path.join(REPOSITORY_ROOT, '.cache', 'one-bundle', 'staging');
  await runWithProgress('host and remotes in one bundle', () =>
    buildWithWebpack(REPOSITORY_ROOT, 'e2e/non-functional/bench/page-load/one-bundle', stagingDir),
  );
  rmSync(buildDir, { recursive: true, force: true });
  mkdirSync(buildDir, { recursive: true });
  renameSync(stagingDir, path.join(buildDir, 'host'));
  writeFileSync(stampFile, inputHash);
  return buildDir;
}
