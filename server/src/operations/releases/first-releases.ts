import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError, withActivated } from '@console/shared-contract/federation';
import { createFolderStore } from './folder/folder-store';
import { createPublication, readBuiltRelease } from './release/release-files';
import type { ReleaseStore } from './release/release-store';

const ACTOR = 'the first start';

async function readFiles(dir: string): Promise<Map<string, Buffer>> {
  const names = await readdir(dir);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name))] as const)));
}

async function publishVersion(releases: ReleaseStore, buildDir: string, name: string, version: string): Promise<void> {
  const files = await readFiles(path.join(buildDir, 'remotes', name, version));
  const publication = await createPublication(files, readBuiltRelease(files, name, version), new Date());
  await releases.publish(publication, { action: `publish ${name} ${version}`, by: ACTOR }).catch((error: unknown) => {
    // Another server may have published the release, if both servers started with the same empty store.
    if (!(error instanceof ReleaseError)) throw error;
  });
  await releases.move({ action: `activate ${name} ${version}`, by: ACTOR }, (registry) =>
    registry.remotes[name]?.active === undefined ? withActivated(registry, name, version, new Date()) : registry,
  );
}

/**
 * Publishes the live micro-frontends of the build folder to a store without a registry. A console that moves to a bucket then
 * has its pages at once. Continues an interrupted run. Returns lines for the operator.
 */
export async function publishFirstReleases(releases: ReleaseStore, buildDir: string): Promise<string[]> {
  const { firstFill } = releases;
  if (!firstFill) return [];
  const hasRegistry = (await releases.readRecent()) !== undefined;
  if (hasRegistry && !(await firstFill.isInterrupted())) return [];
  const builtRegistry = await createFolderStore(buildDir).read();
  const liveVersions = Object.entries(builtRegistry?.remotes ?? {}).flatMap(([name, { active }]) =>
    active ? [{ name, version: active }] : [],
  );
  if (liveVersions.length === 0) {
    return [
      `${releases.location} has no remotes yet, and neither has the build folder: the console has no pages until they are released.`,
    ];
  }
  await firstFill.start();
  for (const { name, version } of liveVersions) await publishVersion(releases, buildDir, name, version);
  await firstFill.finish();
  const names = liveVersions.map(({ name, version }) => `${name} ${version}`).join(', ');
  return [
    `${releases.location} was ${hasRegistry ? 'partly filled' : 'empty'}. The remotes of the build folder are published there and live: ${names}.`,
  ];
}
