import type { Browser, Page } from '@playwright/test';
import type { Registry } from '@console/shared-contract/federation';
import { type Account, colleague, demo, outsider } from '../support/accounts';
import { Api } from '../support/api';
import { expectPlainLanguage, expectFaultReported, expectRemoteWorks, navigateTo, openSignedIn } from '../support/console';
import { type IsolatedBuild, testWithIsolatedBuild as test } from '../support/isolated-build';
import { expect } from '../support/test';

/** Text by which the versions of similarity differ on the groups page. */
const renamed = (text: string) => text.replaceAll('"Group name"', '"Find a group"').replaceAll("'Group name'", "'Find a group'");
// Each command starts a process that compiles its code first.
test.describe.configure({ timeout: 120_000 });

const oldPage = (page: Page) => page.getByRole('searchbox', { name: 'Group name' });
const newPage = (page: Page) => page.getByRole('searchbox', { name: 'Find a group' });

const offer = (page: Page) => page.getByText('A new version is ready');
const reload = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true });

/** Makes the tab check again until it notices the change: browsers cache the registry for five seconds. */
async function expectOffered(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(offer(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('an open tab keeps its version during activation and rollback until it is reloaded', async ({ page, build }) => {
  const before = await build.getActiveVersion('similarity');
  await build.publishModified('similarity', '90.0.0', renamed);
  await openSignedIn(page, '/groups');
  await expect(oldPage(page)).toBeVisible();

  expect(await build.runCommand('activate', 'similarity', '90.0.0')).toContain('similarity 90.0.0 is active.');
  await expectOffered(page);
  await expect(oldPage(page)).toBeVisible();
  // Load a chunk for the first time: the files of the tab's version are still available.
  const later = page.waitForRequest(new RegExp(`/remotes/similarity/${before}/`));
  await navigateTo(page, 'Dashboard');
  await expect(page.getByRole('region', { name: 'Similarity' }).getByText('Types')).toBeVisible();
  await later;
  await expectRemoteWorks(page, 'training');
  await navigateTo(page, 'Similarity');
  await expect(oldPage(page)).toBeVisible();

  await reload(page).click();
  await expect(newPage(page)).toBeVisible();
  await expect(offer(page)).toBeHidden();

  await build.runAction('similarity', 'rollback');
  await expectOffered(page);
  await expect(newPage(page)).toBeVisible();
  await reload(page).click();
  await expect(oldPage(page)).toBeVisible();
  await expect(offer(page)).toBeHidden();
});

/** Opens the groups page in a separate browser context for the user. */
async function openAs(browser: Browser, build: IsolatedBuild, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: build.url });
  const page = await context.newPage();
  await openSignedIn(page, '/groups', account);
  return page;
}

/** Increases the canary's share until it includes exactly one of two users. Null if it includes both at once. */
async function splitByCanary(
  build: IsolatedBuild,
  version: string,
  people: [Account, Account],
): Promise<[Account, Account] | null> {
  const tokens = await Promise.all(people.map((account) => Api.createTokens(build.url, account)));
  const isOffered = async ({ access }: { access: string }) => {
    const answer = await fetch(`${build.url}/registry.json`, { headers: { authorization: `Bearer ${access}` } });
    return ((await answer.json()) as Registry).remotes.similarity?.active === version;
  };
  for (let share = 1; share < 100; share++) {
    await build.runAction('similarity', 'canary', { version, share, workspaces: [] });
    const [one, another] = await Promise.all(tokens.map(isOffered));
    if (one !== another) return one ? people : [people[1], people[0]];
  }
  return null;
}

/** Creates a canary for one of two users. The version decides who is included; one version in a hundred includes both at once. */
async function publishCanary(build: IsolatedBuild, people: [Account, Account]) {
  for (const version of ['91.0.0', '91.0.1', '91.0.2']) {
    await build.publishModified('similarity', version, renamed);
    const split = await splitByCanary(build, version, people);
    if (split) return { version, split };
  }
  throw new Error('Three versions take both people at once');
}

test('a canary is served to its users only and to nobody once it is off', async ({ browser, build }) => {
  const { version, split } = await publishCanary(build, [demo, colleague]);
  const [first, second] = split;
  const [inside, outside] = [await openAs(browser, build, first), await openAs(browser, build, second)];
  await expect(newPage(inside)).toBeVisible();
  await expect(oldPage(outside)).toBeVisible();

  const theirs = await (await Api.signIn(build.url, outsider)).findWorkspaceId('Other company');
  await build.runCommand('canary', 'similarity', version, '--workspace', theirs);
  const elsewhere = await openAs(browser, build, outsider);
  await expect(newPage(elsewhere)).toBeVisible();

  await build.runCommand('canary', 'similarity', '--off');
  for (const page of [inside, elsewhere]) {
    await expectOffered(page);
    await reload(page).click();
    await expect(oldPage(page)).toBeVisible();
  }
  await expect(offer(outside)).toBeHidden();
  for (const page of [inside, outside, elsewhere]) await page.context().close();
});

test('a release that throws breaks only its own pages until the rollback', async ({ page, build, allowPageErrors }) => {
  allowPageErrors(/a broken release/);
  const before = await build.getActiveVersion('similarity');
  await build.publishModified('similarity', '92.0.0', (text, file) =>
    file.startsWith('entry.') ? `throw new Error('a broken release');\n${text}` : text,
  );
  await openSignedIn(page, '/groups');
  await expect(oldPage(page)).toBeVisible();
  await build.runAction('similarity', 'activate', { version: '92.0.0' });
  // Open tabs are not affected.
  await expectOffered(page);
  await expect(oldPage(page)).toBeVisible();

  await reload(page).click();
  const main = page.getByRole('main');
  await expectPlainLanguage(main.getByRole('alert'));
  await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectFaultReported(page, { remote: 'similarity', version: '92.0.0', kind: 'evaluation' });
  await expectRemoteWorks(page, 'training');
  await navigateTo(page, 'Similarity');
  await expect(main.getByRole('alert')).toBeVisible();

  await build.runAction('similarity', 'rollback');
  await expectOffered(page);
  await reload(page).click();
  await expect(oldPage(page)).toBeVisible();
  expect(await build.getActiveVersion('similarity')).toBe(before);
});

test('an incompatible release is reported and replaced by the previous version', async ({ page, build }) => {
  const before = await build.getActiveVersion('similarity');
  const folder = await build.createRelease('similarity', '93.0.0', renamed, { contract: '^9.0.0' });
  await build.publish('similarity', '93.0.0', folder);
  await build.runAction('similarity', 'activate', { version: '93.0.0' });
  await openSignedIn(page, '/groups');
  await expect(oldPage(page)).toBeVisible();
  await expectFaultReported(page, { remote: 'similarity', version: '93.0.0', kind: 'contract' });
  await build.runAction('similarity', 'rollback');
  expect(await build.getActiveVersion('similarity')).toBe(before);
});
