// `npm run release -- NAME [--version X.Y.Z]`: builds, checks and publishes a version of a remote, without making it live.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Registry, ReleaseError, SemVer } from '@console/shared-contract/federation';
import { filesIn } from '../builder/compress';
import { withBuildLock } from '../builder/lock';
import { LOCAL } from '../builder/registry-file';
import { webpackInto } from '../builder/targets';
import { packageVersion } from '../webpack/remote-manifest';
import { checkRelease } from './conformance';
import type { Deployment } from './deployment';

export interface ReleaseOptions {
  root: string;
  /** Where the build works. */
  buildDir: string;
  deployment: Deployment;
  name: string;
  /** The package's own when left out. */
  version?: string;
  say: (line: string) => void;
}

function refusePublished(registry: Registry, name: string, version: string): void {
  if (!Object.hasOwn(registry.remotes, name) || !Object.hasOwn(registry.remotes[name]?.versions ?? {}, version)) return;
  throw new ReleaseError(
    `${name} ${version} is already published, and a published version never changes. Take a new version, here or in remote-${name}/package.json.`,
  );
}

/** Checks a built folder and publishes it. @throws ReleaseError with every problem */
export async function publishBuilt(dir: string, options: ReleaseOptions, version: string): Promise<void> {
  const { root, deployment, name, say } = options;
  const [registry, offer] = await Promise.all([deployment.registry(), deployment.offer()]);
  const checks = await checkRelease({ dir, registry, offer, packageDir: path.join(root, `remote-${name}`) });
  for (const { name: check, problems } of checks) {
    say(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${check}`);
    for (const problem of problems) say(`         ${problem}`);
  }
  if (checks.some(({ problems }) => problems.length > 0)) throw new ReleaseError(`${name} ${version} was not published.`);
  await deployment.publish(await filesIn(dir), name, version);
}

/** @throws ReleaseError when the remote's types do not hold: a name that a shared package lacks shows nowhere else */
function checkTypes(root: string, folder: string): void {
  // The compiler of `npm run typecheck`: a tenth of the other's time.
  const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', path.join(root, folder), '--noEmit'], { encoding: 'utf8' });
  if (status !== 0) throw new ReleaseError(`${stdout.trim()}\nThe types of ${folder} do not hold. Nothing was published.`);
}

/** Builds, checks and publishes; answers the version. @throws ReleaseError in words for whoever releases */
export async function release(options: ReleaseOptions): Promise<string> {
  const { root, buildDir, deployment, name } = options;
  const folder = `remote-${name}`;
  if (!existsSync(path.join(root, folder, 'remote.manifest.ts'))) throw new ReleaseError(`There is no remote in ${folder}/.`);
  const version = options.version ?? packageVersion(path.join(root, folder));
  if (!SemVer.safeParse(version).success) throw new ReleaseError(`${version} is not a version like 1.2.0.`);
  if (LOCAL.test(version)) throw new ReleaseError(`${version} is the name of a checkout's own build. Take one like 1.2.0.`);
  // Before the build too, which takes a while.
  refusePublished(await deployment.registry(), name, version);
  checkTypes(root, folder);
  options.say('ok     types hold');
  await withBuildLock(buildDir, async () => {
    const staging = path.join(buildDir, '.staging', `${name}-release`);
    try {
      await webpackInto(root, folder, staging, { RELEASE_VERSION: version }).catch((error: Error) => {
        throw new ReleaseError(`${error.message}. Nothing was published.`);
      });
      await publishBuilt(staging, options, version);
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  });
  return version;
}
