import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FaultReport, type Manifest, Registry } from '@console/shared-contract/federation';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { getFaults, navigation, openSignedIn } from '../support/console';
import { type IsolatedBuild, testWithIsolatedBuild as test } from '../support/isolated-build';
import { expect } from '../support/test';
import { findPreviousHost, listPreviousVersions, replaceHost } from './previous-versions';
import { visitAllPages } from './visit-all-pages';

const ROOT = path.resolve(__dirname, '..', '..');
const built = Registry.parse(JSON.parse(readFileSync(path.join(ROOT, 'build', 'registry.json'), 'utf8')));
const { version: hostVersion } = JSON.parse(readFileSync(path.join(ROOT, 'host', 'package.json'), 'utf8')) as { version: string };

const active = Object.entries(built.remotes).flatMap(([name, remote]) =>
  remote.active ? [{ name, version: remote.active }] : [],
);
const activeVersion = new Map(active.map(({ name, version }) => [name, version]));
const previous = listPreviousVersions().filter(
  ({ name, version }) => activeVersion.has(name) && activeVersion.get(name) !== version,
);
/** Selects the newest version of each remote. */
const allPrevious = [...new Map([...previous].reverse().map((each) => [each.name, each])).values()];
const oldHost = findPreviousHost();
const named = (remotes: readonly { name: string; version: string }[]) =>
  remotes.map(({ name, version }) => `${name} ${version}`).join(', ');

async function manifestsOf(build: IsolatedBuild, remotes: readonly { name: string; version: string }[]): Promise<Manifest[]> {
  const { remotes: known } = await build.readRegistry();
  return remotes.map(({ name, version }) => {
    const release = known[name]?.versions[version];
    if (!release) throw new Error(`${name} ${version} is not in the registry`);
    return release.manifest;
  });
}

const isUnmetNeed = ({ kind, part }: FaultReport): boolean => kind === 'contract' && part === 'registry';

function previousOf(name: string): { name: string; version: string } {
  const found = allPrevious.find((remote) => remote.name === name);
  if (!found) throw new Error(`${name} has no previous version to fall back on`);
  return found;
}

async function activate(build: IsolatedBuild, remotes: readonly { name: string; version: string }[]): Promise<void> {
  for (const { name, version } of remotes) await build.runAction(name, 'activate', { version });
}

// Each test visits every page of every remote.
test.describe.configure({ timeout: 180_000 });

test.beforeAll(async ({ build }) => {
  for (const each of previous) await each.publish(build);
});

test.beforeEach(async ({ page }) => {
  for (const each of previous) await each.serveFiles?.(page);
});

for (const remote of active) {
  test(`host ${hostVersion} × ${named([remote])} (active)`, async ({ build, page }) => {
    await visitAllPages(page, await manifestsOf(build, [remote]), await Api.signIn(build.url, demo));
  });
}

for (const remote of previous) {
  test(`host ${hostVersion} × ${named([remote])} (previous)`, async ({ build, page }) => {
    await activate(build, [remote]);
    try {
      await visitAllPages(page, await manifestsOf(build, [remote]), await Api.signIn(build.url, demo));
    } finally {
      await activate(build, active);
    }
  });
}

test(`host ${hostVersion} × all previous: ${named(allPrevious)}`, async ({ build, page }) => {
  await activate(build, allPrevious);
  try {
    await visitAllPages(page, await manifestsOf(build, allPrevious), await Api.signIn(build.url, demo));
  } finally {
    await activate(build, active);
  }
});

if (oldHost) {
  test(`previous host ${oldHost.version} × all active, with the previous to fall back on: ${named(active)}`, async ({
    build,
    page,
  }, info) => {
    await activate(build, allPrevious);
    await activate(build, active);
    const takeBack = await replaceHost(build, oldHost);
    try {
      await openSignedIn(page);
      await expect(navigation(page).getByRole('link', { name: 'Images' })).toBeVisible();
      // An incompatible release must be rejected with a reason and replaced by a compatible one.
      const refused = (await getFaults(page)).filter(isUnmetNeed).map(({ remote }) => remote);
      const running = active.map((remote) => (refused.includes(remote.name) ? previousOf(remote.name) : remote));
      info.annotations.push({ type: 'ran', description: named(running) });
      console.log(`     previous host ${oldHost.version} runs ${named(running)}`);
      await visitAllPages(page, await manifestsOf(build, running), await Api.signIn(build.url, demo), isUnmetNeed);
    } finally {
      takeBack();
    }
  });
}
