import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Registry, type Release, withPublished } from '@console/shared-contract/federation';
import type { Page } from '@playwright/test';
import { createFolderStore } from '../../server/src/operations/releases/folder-store';
import type { OwnBuild } from '../support/own-build';
import { type Archive, archives, filesOf } from './archive';

/** A version of a remote that was not built from this checkout. */
export interface Previous {
  name: string;
  version: string;
  /** Adds it to the build's registry without activating it. */
  publish: (build: OwnBuild) => Promise<void>;
  /** Serves its files to the page if they are not in the build folder. */
  reach?: (page: Page) => Promise<void>;
}

async function unpack(archive: Archive, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of await filesOf(archive)) writeFileSync(path.join(folder, file), content);
}

function fromArchive(archive: Archive): Previous {
  const { name, version } = archive;
  return {
    name,
    version,
    publish: async (build) => {
      // The specs of a worker share a build, and published versions never change.
      if ((await build.registry()).remotes[name]?.versions[version]) return;
      const folder = path.join(build.dir, '.made', name, version);
      await unpack(archive, folder);
      await build.publish(name, version, folder);
    },
  };
}

function publishRelease(build: OwnBuild, release: Release): Promise<Registry> {
  const { name, version } = release.manifest;
  return createFolderStore(build.dir).move({ action: `publish ${name} ${version}`, by: 'skew' }, (registry) =>
    withPublished(registry, release, new Date()),
  );
}

function fromFolder(release: Release, remotes: string): Previous {
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
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href} was answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

function fromServer(release: Release, address: string): Previous {
  const { name, version } = release.manifest;
  return {
    name,
    version,
    publish: async (build) => {
      const folder = path.join(build.dir, 'remotes', name, version);
      mkdirSync(folder, { recursive: true });
      // The files needed for activation. Other files are fetched on request if the version does not list its files.
      const described = await download(new URL(`/remotes/${name}/${version}/release.json`, address));
      const { entry, files = [] } = JSON.parse(described.toString('utf8')) as { entry: string; files?: string[] };
      writeFileSync(path.join(folder, 'release.json'), described);
      for (const file of new Set([entry, ...files])) {
        writeFileSync(path.join(folder, file), await download(new URL(`/remotes/${name}/${version}/${file}`, address)));
      }
      await publishRelease(build, release);
    },
    reach: async (page) => {
      await page.route(`**/remotes/${name}/${version}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        const answer = await page.request.get(new URL(pathname, address).href);
        // The other headers belong to another origin.
        await route.fulfill({
          status: answer.status(),
          contentType: answer.headers()['content-type'],
          body: await answer.body(),
        });
      });
    },
  };
}

/** Synchronous, because test names must be known before anything runs. */
function readDocument(where: string): Registry {
  const script = 'fetch(process.argv[1]).then((a) => a.text()).then((text) => process.stdout.write(text))';
  const text = /^https?:/.test(where)
    ? execFileSync(process.execPath, ['-e', script, where], { encoding: 'utf8' })
    : readFileSync(where, 'utf8');
  return Registry.parse(JSON.parse(text));
}

/**
 * The versions to compose this checkout's host with: those of the registry that `COMPOSE_REGISTRY` names, by address or
 * by file, else the released ones that are kept beside this file.
 */
export function previousVersions(where = process.env.COMPOSE_REGISTRY): Previous[] {
  if (!where)
    return archives()
      .filter(({ name }) => name !== 'host')
      .map(fromArchive);
  return Object.values(readDocument(where).remotes).flatMap(({ active, previous, versions }) =>
    [active, previous].flatMap((version) => {
      const release = version === undefined ? undefined : versions[version];
      if (!release) return [];
      return [
        /^https?:/.test(where) ? fromServer(release, where) : fromFolder(release, path.join(path.dirname(where), 'remotes')),
      ];
    }),
  );
}

/** The archived host. */
export function previousHost(): Archive | undefined {
  return archives().find(({ name }) => name === 'host');
}

/** Replaces the host of the build. Returns a function that restores it. */
export async function replaceHost(build: OwnBuild, archive: Archive): Promise<() => void> {
  const host = path.join(build.dir, 'host');
  const aside = path.join(build.dir, '.host');
  renameSync(host, aside);
  await unpack(archive, host);
  return () => {
    if (!existsSync(aside)) return;
    renameSync(host, path.join(build.dir, `.host-${archive.version}`));
    renameSync(aside, host);
  };
}
