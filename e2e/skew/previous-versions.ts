import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Registry, type Release, withPublished } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import { createFolderStore } from '../../server/src/operations/releases/folder/folder-store';
import type { IsolatedBuild } from '../support/isolated-build';
import { type Archive, listArchives, readArchive } from './archive';

/** A version of a remote that was not built from this checkout. */
interface PreviousVersion {
  name: string;
  version: string;
  /** Adds the version to the build's registry without activating it. */
  publish: (build: IsolatedBuild) => Promise<void>;
  /** Serves the files of the version to the page, if they are not in the build folder. */
  serveFiles?: (page: Page) => Promise<void>;
}

async function unpack(archive: Archive, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of await readArchive(archive)) writeFileSync(path.join(folder, file), content);
}

function createFromArchive(archive: Archive): PreviousVersion {
  const { name, version } = archive;
  return {
    name,
    version,
    publish: async (build) => {
      // Test files in one worker share a build, so another test file may have published the version.
      if ((await build.readRegistry()).remotes[name]?.versions[version]) return;
      const folder = path.join(build.dir, '.created', name, version);
      await unpack(archive, folder);
      await build.publish(name, version, folder);
    },
  };
}

function publishRelease(build: IsolatedBuild, release: Release): Promise<Registry> {
  const { name, version } = release.manifest;
  return createFolderStore(build.dir).move({ action: `publish ${name} ${version}`, by: 'skew' }, (registry) =>
    withPublished(registry, release, new Date()),
  );
}

function createFromFolder(release: Release, remotes: string): PreviousVersion {
  const { name, version } = release.manifest;
  return {
    name,
    version,
    publish: async (build) => {
      cpSync(path.join(remotes, name, version), path.join(build.dir, 'remotes', name, version), { recursive: true });
      await publishRelease(build, release);
    },
  };
}

async function download(url: URL): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} responded with status ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function createFromServer(release: Release, serverUrl: string): PreviousVersion {
  const { name, version } = release.manifest;
  return {
    name,
    version,
    publish: async (build) => {
      const folder = path.join(build.dir, 'remotes', name, version);
      mkdirSync(folder, { recursive: true });
      // Activation checks these files. Releases without a list of files get the other files from `serveFiles`.
      const releaseFile = await download(new URL(`/remotes/${name}/${version}/release.json`, serverUrl));
      const { entry, files = [] } = JSON.parse(releaseFile.toString('utf8')) as { entry: string; files?: string[] };
      writeFileSync(path.join(folder, 'release.json'), releaseFile);
      for (const file of new Set([entry, ...files])) {
        writeFileSync(path.join(folder, file), await download(new URL(`/remotes/${name}/${version}/${file}`, serverUrl)));
      }
      await publishRelease(build, release);
    },
    serveFiles: async (page) => {
      await page.route(`**/remotes/${name}/${version}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        const response = await page.request.get(new URL(pathname, serverUrl).href);
        // Omit the other headers, because they apply to the origin of the other server.
        await route.fulfill({
          status: response.status(),
          contentType: response.headers()['content-type'],
          body: await response.body(),
        });
      });
    },
  };
}

/** Reads a registry from a URL or file. Synchronous, because Playwright needs all test titles when it loads a file. */
function readRegistry(registryLocation: string): Registry {
  const script = 'fetch(process.argv[1]).then((response) => response.text()).then((text) => process.stdout.write(text))';
  const text = /^https?:/.test(registryLocation)
    ? execFileSync(process.execPath, ['-e', script, registryLocation], { encoding: 'utf8' })
    : readFileSync(registryLocation, 'utf8');
  return Registry.parse(JSON.parse(text));
}

/**
 * Returns the versions that the tests combine with this checkout's host: active and previous versions of a registry, or the
 * archives in `releases/`.
 * @param registryLocation URL or file of a registry; default: the environment variable `COMPOSE_REGISTRY`
 */
export function listPreviousVersions(registryLocation = process.env.COMPOSE_REGISTRY): PreviousVersion[] {
  if (!registryLocation)
    return listArchives()
      .filter(({ name }) => name !== 'host')
      .map(createFromArchive);
  return Object.values(readRegistry(registryLocation).remotes).flatMap(({ active, previous, versions }) =>
    [active, previous].flatMap((version) => {
      const release = version === undefined ? undefined : versions[version];
      if (!release) return [];
      return [
        /^https?:/.test(registryLocation)
          ? createFromServer(release, registryLocation)
          : createFromFolder(release, path.join(path.dirname(registryLocation), 'remotes')),
      ];
    }),
  );
}

/** Returns the archive of the previous host, if there is one. */
export function findPreviousHost(): Archive | undefined {
  return listArchives().find(({ name }) => name === 'host');
}

/** Replaces the host of the build. Returns a function that restores it. */
export async function replaceHost(build: IsolatedBuild, archive: Archive): Promise<() => void> {
  const host = path.join(build.dir, 'host');
  const originalHost = path.join(build.dir, '.host');
  renameSync(host, originalHost);
  await unpack(archive, host);
  return () => {
    if (!existsSync(originalHost)) return;
    renameSync(host, path.join(build.dir, `.host-${archive.version}`));
    renameSync(originalHost, host);
  };
}
