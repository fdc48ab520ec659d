// `npm run release -- NAME [--version X.Y.Z]`: builds, checks and publishes a version of a remote, without making it live.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT_VERSION, type Registry, ReleaseError, SemVer, withPublished } from '@console/shared-contract/federation';
import { moveRegistry, readRegistry } from '../../server/src/console/release-store';
import { withBuildLock } from '../builder/lock';
import { LOCAL } from '../builder/registry-file';
import { webpackInto } from '../builder/targets';
import { packageVersion } from '../webpack/remote-manifest';
import type { ReleaseFile } from '../webpack/release-plugin';
import { sharedVersions } from '../webpack/shared-packages';
import { checkRelease } from './conformance';

export interface ReleaseOptions {
  root: string;
  buildDir: string;
  name: string;
  /** The package's own when left out. */
  version?: string;
  by: string;
  say: (line: string) => void;
}

function refusePublished(registry: Registry, name: string, version: string): void {
  if (!Object.hasOwn(registry.remotes[name]?.versions ?? {}, version)) return;
  throw new ReleaseError(
    `${name} ${version} is already published, and a published version never changes. Take a new version, here or in remote-${name}/package.json.`,
  );
}

/** Checks a built folder and moves it to its place. @throws ReleaseError with every problem */
export async function publishBuilt(dir: string, options: ReleaseOptions, version: string): Promise<Registry> {
  const { root, buildDir, name, say, by } = options;
  const offer = { contract: CONTRACT_VERSION, shared: sharedVersions(path.join(root, 'host')) };
  const packageDir = path.join(root, `remote-${name}`);
  const checks = await checkRelease({ dir, registry: readRegistry(buildDir), offer, packageDir });
  for (const { name: check, problems } of checks) {
    say(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${check}`);
    for (const problem of problems) say(`         ${problem}`);
  }
  if (checks.some(({ problems }) => problems.length > 0)) throw new ReleaseError(`${name} ${version} was not published.`);
  const { entry, integrity, manifest } = JSON.parse(readFileSync(path.join(dir, 'release.json'), 'utf8')) as ReleaseFile;
  const now = new Date();
  return moveRegistry(buildDir, { action: `publish ${name} ${version}`, by }, (registry) => {
    const url = `/remotes/${name}/${version}/${entry}`;
    const after = withPublished(registry, { entry: url, integrity, manifest, publishedAt: now.toISOString() }, now);
    const target = path.join(buildDir, 'remotes', name, version);
    mkdirSync(path.dirname(target), { recursive: true });
    // Not in the registry, so left by a publication that was cut off.
    rmSync(target, { recursive: true, force: true });
    renameSync(dir, target);
    return after;
  });
}

/** Builds, checks and publishes. @throws ReleaseError in words for whoever releases */
export async function release(options: ReleaseOptions): Promise<string> {
  const { root, buildDir, name } = options;
  const folder = `remote-${name}`;
  if (!existsSync(path.join(root, folder, 'remote.manifest.ts'))) throw new ReleaseError(`There is no remote in ${folder}/.`);
  const version = options.version ?? packageVersion(path.join(root, folder));
  if (!SemVer.safeParse(version).success) throw new ReleaseError(`${version} is not a version like 1.2.0.`);
  if (LOCAL.test(version)) throw new ReleaseError(`${version} is the name of a checkout's own build. Take one like 1.2.0.`);
  // Before the build too, which takes a while.
  refusePublished(readRegistry(buildDir), name, version);
  await withBuildLock(buildDir, async () => {
    const staging = path.join(buildDir, '.staging', `${name}-release`);
    await webpackInto(root, folder, staging, { RELEASE_VERSION: version });
    await publishBuilt(staging, options, version);
  });
  return version;
}
