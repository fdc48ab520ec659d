// `npm run release -- NAME [--version X.Y.Z]`: builds, checks and publishes a version of a remote without activating it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Registry, ReleaseError, SemVer, SIZE_CHECK } from '@console/shared-contract/federation';
import { addCompressedFiles } from '../../server/src/operations/releases';
import { readFolder } from '../builder/compress';
import { withBuildLock } from '../builder/lock';
import { LOCAL_VERSION } from '../builder/registry-file';
import { buildWithWebpack } from '../builder/targets';
import { readPackageVersion } from '../webpack/remote-manifest';
import { checkRelease } from './conformance';
import type { Deployment } from './deployment';
import { listGrownModules } from './grown-modules';

/** Options of `release`. */
interface ReleaseOptions {
  root: string;
  /** Folder for the build's temporary files. */
  buildDir: string;
  deployment: Deployment;
  name: string;
  /** Version to publish; the version in the remote's package.json by default. */
  version?: string;
  print: (line: string) => void;
}

/** Options of `publishBuilt`. */
interface PublishOptions extends Pick<ReleaseOptions, 'deployment' | 'name' | 'print'> {
  /** Folder of the remote's package. */
  packageDir: string;
}

/** Checks that a version is not published yet. @throws ReleaseError if it is already published */
export function requireUnpublished(registry: Registry, name: string, version: string): void {
  if (!Object.hasOwn(registry.remotes, name) || !Object.hasOwn(registry.remotes[name]?.versions ?? {}, version)) return;
  throw new ReleaseError(
    `${name} ${version} is already published, and a published version never changes. Choose a new version with --version or in remote-${name}/package.json.`,
  );
}

/** Checks a built folder and publishes it. @throws ReleaseError with every problem */
export async function publishBuilt(dir: string, options: PublishOptions, version: string): Promise<void> {
  const { packageDir, deployment, name, print } = options;
  const [registry, offer, builtFiles] = await Promise.all([deployment.registry(), deployment.offer(), readFolder(dir)]);
  // The checks and the publication use these compressed files, so that nothing is compressed twice.
  const files = await addCompressedFiles(builtFiles);
  const checks = await checkRelease({ dir, files, registry, offer, packageDir });
  for (const { name: check, problems } of checks) {
    print(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${check}`);
    for (const problem of problems) print(`         ${problem}`);
  }
  if (checks.some((check) => check.name === SIZE_CHECK && check.problems.length > 0)) {
    print('       Modules that are new or longer than in the active version:');
    for (const line of await listGrownModules(files, deployment, registry, name)) print(`         ${line}`);
  }
  if (checks.some(({ problems }) => problems.length > 0)) throw new ReleaseError(`${name} ${version} was not published.`);
  await deployment.publish(files, name, version);
}

/** Type-checks the remote, because no later check finds imports that a shared package does not export. @throws ReleaseError */
function checkTypes(root: string, folder: string): void {
  // Do not use the package's own tsconfig, which includes all front-end packages: errors in other packages must not block this release.
  const project = path.join(root, folder, 'node_modules', '.cache', 'tsconfig.json');
  mkdirSync(path.dirname(project), { recursive: true });
  // With incremental compilation, the next release checks only what has changed, which takes a sixth of the CPU time.
  const compilerOptions = { incremental: true, tsBuildInfoFile: 'tsconfig.tsbuildinfo' };
  const settings = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions, include: ['../../src', '../../*.ts'] };
  writeFileSync(project, JSON.stringify(settings));
  // Use the native compiler, as `npm run typecheck` does. It takes a tenth of the time.
  const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc');
  // Use one type checker, because each additional checker checks the libraries again. Four checkers take three times the CPU time.
  const args = [tsc, '-p', project, '--noEmit', '--checkers', '1'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new ReleaseError(`${stdout.trim()}\nThe type check of ${folder} failed. Nothing was published.`);
}

/** Builds, checks and publishes a remote. Returns the version. @throws ReleaseError with a message for the user */
export async function release(options: ReleaseOptions): Promise<string> {
  const { root, buildDir, deployment, name } = options;
  const folder = `remote-${name}`;
  if (!existsSync(path.join(root, folder, 'remote.manifest.ts'))) throw new ReleaseError(`${folder}/ does not contain a remote.`);
  const version = options.version ?? readPackageVersion(path.join(root, folder));
  if (!SemVer.safeParse(version).success) throw new ReleaseError(`${version} is not a valid version. Use a version like 1.2.0.`);
  if (LOCAL_VERSION.test(version)) throw new ReleaseError(`${version} is reserved for local builds. Use a version like 1.2.0.`);
  // Publishing also checks this, but an early check avoids a useless build.
  requireUnpublished(await deployment.registry(), name, version);
  checkTypes(root, folder);
  options.print('ok     the type check passes');
  await withBuildLock(buildDir, async () => {
    const stagingDir = path.join(buildDir, '.staging', `${name}-release`);
    try {
      await buildWithWebpack(root, folder, stagingDir, { RELEASE_VERSION: version }).catch((error: Error) => {
        throw new ReleaseError(`${error.message}. Nothing was published.`);
      });
      await publishBuilt(stagingDir, { ...options, packageDir: path.join(root, folder) }, version);
    } finally {
      rmSync(stagingDir, { recursive: true, force: true });
    }
  });
  return version;
}
