// Builds the checkout into `build/` and skips everything that has not changed. `--api-only` builds only the server.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { ignoreClosedOutput } from '../../server/src/operations/cli/closed-pipe.mjs';
import { replaceRegistry, withRegistryLock } from '../../server/src/operations/releases';
import { withBuildLock } from './lock';
import { runWithProgress, runLimited } from './progress';
import { updateRegistry, readRegistryFile } from './registry-file';
import {
  createDocsTarget,
  createPackagesTarget,
  createHostTarget,
  createRemoteTarget,
  createServerTarget,
  type RemoteTarget,
  type BuildTarget,
} from './targets';

const root = path.resolve(__dirname, '..', '..');
const buildDir = path.join(root, 'build');
/** Memory reserved for one webpack run. The build of the host takes about 1 GB. */
const BYTES_PER_BUILD = 2 * 1024 ** 3;

function getBuildConcurrency(): number {
  return availableParallelism() > 1 && totalmem() >= 2 * BYTES_PER_BUILD ? 2 : 1;
}

function listRemoteFolders(): string[] {
  return readdirSync(root).filter(
    (name) => name.startsWith('remote-') && existsSync(path.join(root, name, 'remote.manifest.ts')),
  );
}

/** Deletes the folders of versions that are no longer in the registry. */
function deleteUnknownVersions(registeredVersions: Record<string, string[]>): void {
  const remotes = path.join(buildDir, 'remotes');
  if (!existsSync(remotes)) return;
  for (const name of readdirSync(remotes)) {
    for (const version of readdirSync(path.join(remotes, name))) {
      if (!registeredVersions[name]?.includes(version)) rmSync(path.join(remotes, name, version), { recursive: true });
    }
  }
  rmSync(path.join(buildDir, '.staging'), { recursive: true, force: true });
}

async function buildChangedTargets(buildsOnlyApi: boolean): Promise<void> {
  const remotes = buildsOnlyApi ? [] : listRemoteFolders().map((folder) => createRemoteTarget(root, buildDir, folder));
  // The build of the host takes longest, so start it first and run the other builds in parallel.
  const targets: BuildTarget[] = buildsOnlyApi
    ? [createServerTarget(root)]
    : [
        createHostTarget(root, buildDir),
        createServerTarget(root),
        createDocsTarget(root, buildDir),
        createPackagesTarget(root, buildDir),
        ...remotes,
      ];
  const changedTargets = targets.filter((target) => !target.isUpToDate);
  if (changedTargets.length > 0) console.log(`Building ${changedTargets.map((target) => target.name).join(', ')}`);
  const failures = await runLimited(
    changedTargets.map((target) => () => runWithProgress(target.name, target.build)),
    getBuildConcurrency(),
  );
  // Read the registry only while the lock is held, because an activation over HTTP or by a command may change it at the same time.
  if (!buildsOnlyApi) await withRegistryLock(buildDir, () => publish(remotes));
  if (failures.length > 0) throw new Error('The build failed; see the output above');
}

/** Writes the registry with the built versions. A remote whose build failed keeps its previous version. */
function publish(remotes: RemoteTarget[]): void {
  const registry = readRegistryFile(buildDir);
  const releases = remotes.filter((remote) => remote.isBuilt()).map((remote) => remote.readRelease());
  const updatedRegistry = updateRegistry(registry, { names: remotes.map((remote) => remote.name), releases }, new Date());
  if (updatedRegistry !== registry) replaceRegistry(buildDir, updatedRegistry);
  deleteUnknownVersions(
    Object.fromEntries(Object.entries(updatedRegistry.remotes).map(([name, remote]) => [name, Object.keys(remote.versions)])),
  );
}

ignoreClosedOutput();
withBuildLock(buildDir, () => buildChangedTargets(process.argv.includes('--api-only'))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
