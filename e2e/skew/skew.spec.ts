import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FaultReport, type Manifest, Registry } from '@console/shared-contract/federation';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { getFaults, navigation, openSignedIn } from '../support/console';
import { type IsolatedBuild, testWithIsolatedBuild as test } from '../support/isolated-build';
import { expect, LONG_RUN } from '../support/test';
import { findPreviousHost, listPreviousVersions, replaceHost } from './previous-versions';
import { visitAllPages } from './visit-all-pages';

const REPOSITORY_ROOT = path.resolve(__dirname, '..', '..');
const builtRegistry = Registry.parse(JSON.parse(readFileSync(path.join(REPOSITORY_ROOT, 'build', 'registry.json'), 'utf8')));
const { version: hostVersion } = JSON.parse(readFileSync(path.join(REPOSITORY_ROOT, 'host', 'package.json'), 'utf8')) as {
  version: string;
};

const activeRemotes = Object.entries(builtRegistry.remotes).flatMap(([name, remote]) =>
  remote.active ? [{ name, version: remote.active }] : [],
);
const activeVersions = new Map(activeRemotes.map(({ name, version }) => [name, version]));
const previousRemotes = listPreviousVersions().filter(
  ({ name, version }) => activeVersions.has(name) && activeVersions.get(name) !== version,
);
/** The newest previous version of each remote. */
const newestPreviousRemotes = [...new Map([...previousRemotes].reverse().map((remote) => [remote.name, remote])).values()];
const archivedHost = findPreviousHost();
const formatVersions = (remotes: readonly { name: string; version: string }[]) =>
  remotes.map(({ name, version }) => `${name} ${version}`).join(', ');

async function readManifests(build: IsolatedBuild, remotes: readonly { name: string; version: string }[]): Promise<Manifest[]> {
  const { remotes: registered } = await build.readRegistry();
  return remotes.map(({ name, version }) => {
    const release = registered[name]?.versions[version];
    if (!release) throw new Error(`${name} ${version} is not in the registry`);
    return release.manifest;
  });
}

/** Whether the host rejected a release because the host does not satisfy the requirements of the release. */
const isRejectedRelease = ({ kind, part }: FaultReport): boolean => kind === 'contract' && part === 'registry';

function findPreviousVersion(name: string): { name: string; version: string } {
  const previousVersion = newestPreviousRemotes.find((remote) => remote.name === name);
  if (!previousVersion) throw new Error(`${name} has no previous version to fall back on`);
  return previousVersion;
}

async function activate(build: IsolatedBuild, remotes: readonly { name: string; version: string }[]): Promise<void> {
  for (const { name, version } of remotes) await build.runAction(name, 'activate', { version });
}

// Run in parallel, because these tests open every page of every remote and run last: the second worker would otherwise be idle.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

test.beforeAll(async ({ build }) => {
  const { remotes } = await build.readRegistry();
  for (const remote of previousRemotes) if (!remotes[remote.name]?.versions[remote.version]) await remote.publish(build);
});

test.beforeEach(async ({ page }) => {
  for (const remote of previousRemotes) await remote.serveFiles?.(page);
});

test(`host ${hostVersion} × all active: ${formatVersions(activeRemotes)}`, async ({ build, page }) => {
  await visitAllPages(page, await readManifests(build, activeRemotes), await Api.signIn(build.url, demo));
});

const previousHalves = [0, 1]
  .map((halfIndex) => newestPreviousRemotes.filter((_, index) => index % 2 === halfIndex))
  .filter(({ length }) => length > 0);
/**
 * Each combination lists previous versions to activate beside the newest versions of the other remotes. The suite splits the
 * remotes into two combinations. The long run adds each version alone and all together.
 */
const combinations = new Map(
  [
    ...[...previousRemotes.map((remote) => [remote]), newestPreviousRemotes].map((remotes) => ({
      remotes,
      testOptions: LONG_RUN,
    })),
    ...previousHalves.map((remotes) => ({ remotes, testOptions: {} })),
  ].map((combination) => [formatVersions(combination.remotes), combination]),
);
for (const { remotes, testOptions } of combinations.values()) {
  test(`host ${hostVersion} × previous ${formatVersions(remotes)}`, testOptions, async ({ build, page }) => {
    await activate(build, remotes);
    try {
      await visitAllPages(page, await readManifests(build, remotes), await Api.signIn(build.url, demo));
    } finally {
      await activate(build, activeRemotes);
    }
  });
}

if (archivedHost) {
  test(`previous host ${archivedHost.version} × all active, with previous versions as fallback: ${formatVersions(activeRemotes)}`, async ({
    build,
    page,
  }, info) => {
    await activate(build, newestPreviousRemotes);
    await activate(build, activeRemotes);
    const restoreHost = await replaceHost(build, archivedHost);
    try {
      await openSignedIn(page);
      await expect(navigation(page).getByRole('link', { name: 'Images' })).toBeVisible();
      // The host must reject an incompatible release with a fault and run the previous version instead.
      const rejectedRemotes = (await getFaults(page)).filter(isRejectedRelease).map(({ remote }) => remote);
      const runningRemotes = activeRemotes.map((remote) =>
        rejectedRemotes.includes(remote.name) ? findPreviousVersion(remote.name) : remote,
      );
      info.annotations.push({ type: 'ran', description: formatVersions(runningRemotes) });
      console.log(`     previous host ${archivedHost.version} runs ${formatVersions(runningRemotes)}`);
      // The other tests open every page of these versions. Only the long run opens every page in this host, too.
      await visitAllPages(page, await readManifests(build, runningRemotes), await Api.signIn(build.url, demo), {
        isExpected: isRejectedRelease,
        isSample: !process.env.LONG,
      });
    } finally {
      restoreHost();
    }
  });
}
