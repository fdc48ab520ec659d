// Builds the checkout into `build/`: what has not changed is not built again. `--api-only` builds the server alone.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import path from 'node:path';
import { goOnWithoutReader } from '../../server/src/cli/closed-pipe.mjs';
import { replaceRegistry, withRegistryLock } from '../../server/src/console/releases';
import { withBuildLock } from './lock';
import { announced, runLimited } from './progress';
import { nextRegistry, readRegistryFile } from './registry-file';
import { docsTarget, hostTarget, remoteTarget, serverTarget, type RemoteTarget, type Target } from './targets';

const root = path.resolve(__dirname, '..', '..');
const buildDir = path.join(root, 'build');
/** A webpack run of the host takes about 1 GB. */
const BYTES_PER_BUILD = 2 * 1024 ** 3;

function buildsAtOnce(): number {
  return availableParallelism() > 1 && totalmem() >= 2 * BYTES_PER_BUILD ? 2 : 1;
}

function remoteFolders(): string[] {
  return readdirSync(root).filter(
    (name) => name.startsWith('remote-') && existsSync(path.join(root, name, 'remote.manifest.ts')),
  );
}

/** Removes the folders of versions that the registry has dropped. */
function sweep(known: Record<string, string[]>): void {
  const remotes = path.join(buildDir, 'remotes');
  if (!existsSync(remotes)) return;
  for (const name of readdirSync(remotes)) {
    for (const version of readdirSync(path.join(remotes, name))) {
      if (!known[name]?.includes(version)) rmSync(path.join(remotes, name, version), { recursive: true });
    }
  }
  rmSync(path.join(buildDir, '.staging'), { recursive: true, force: true });
}

async function build(apiOnly: boolean): Promise<void> {
  const remotes = apiOnly ? [] : remoteFolders().map((folder) => remoteTarget(root, buildDir, folder));
  // The host first: it takes longest, so the others fill the second place meanwhile.
  const targets: Target[] = apiOnly
    ? [serverTarget(root)]
    : [hostTarget(root, buildDir), serverTarget(root), docsTarget(root, buildDir), ...remotes];
  const changed = targets.filter((target) => !target.upToDate);
  if (changed.length > 0) console.log(`Building ${changed.map((target) => target.name).join(', ')}`);
  const failures = await runLimited(
    changed.map((target) => () => announced(target.name, target.build)),
    buildsAtOnce(),
  );
  // Moves made by hand or over HTTP meanwhile must not be lost.
  if (!apiOnly) await withRegistryLock(buildDir, () => publish(remotes));
  if (failures.length > 0) throw new Error('The build failed; what it printed above says where');
}

/** Writes the registry. A remote that could not be built keeps the version it had. */
function publish(remotes: RemoteTarget[]): void {
  const before = readRegistryFile(buildDir);
  const releases = remotes.filter((remote) => remote.isBuilt()).map((remote) => remote.release());
  const after = nextRegistry(before, { names: remotes.map((remote) => remote.name), releases }, new Date());
  if (after !== before) replaceRegistry(buildDir, after);
  sweep(Object.fromEntries(Object.entries(after.remotes).map(([name, remote]) => [name, Object.keys(remote.versions)])));
}

goOnWithoutReader();
withBuildLock(buildDir, () => build(process.argv.includes('--api-only'))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
