import type { Browser, Page } from '@playwright/test';
import type { Registry } from '@console/shared-contract/federation';
import { type Account, colleague, demo, outsider } from '../support/accounts';
import { Api } from '../support/api';
import { expectNoJargon, expectFaultReported, expectRemoteWorks, navigateTo, openSignedIn } from '../support/console';
import { type IsolatedBuild, testWithIsolatedBuild as test } from '../support/isolated-build';
import { expect, LONG_RUN } from '../support/test';

/** Changes the label of the search field, so that tests can recognize the running version of similarity. */
const renameSearchField = (text: string) =>
  text.replaceAll('"Group name or id"', '"Find a group"').replaceAll("'Group name or id'", "'Find a group'");

// The tests run release commands. Each command starts a process that first compiles its code.
test.describe.configure({ timeout: 120_000 });

const findOriginalSearchField = (page: Page) => page.getByRole('searchbox', { name: 'Group name or id' });
const findRenamedSearchField = (page: Page) => page.getByRole('searchbox', { name: 'Find a group' });

const findUpdateNotice = (page: Page) => page.getByText('A new version is ready');
const findReloadButton = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true });

/** Makes the tab check for updates repeatedly, because browsers cache the registry for five seconds. */
async function expectUpdateNotice(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(findUpdateNotice(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('an open tab keeps its version during an activation until it is reloaded', async ({ page, build }) => {
  const originalVersion = await build.getActiveVersion('similarity');
  await build.publishModified('similarity', '90.0.0', renameSearchField);
  await openSignedIn(page, '/groups');
  await expect(findOriginalSearchField(page)).toBeVisible();

  expect(await build.runCommand('activate', 'similarity', '90.0.0')).toContain('similarity 90.0.0 is active.');
  await expectUpdateNotice(page);
  await expect(findOriginalSearchField(page)).toBeVisible();
  // Open a page that needs a new chunk: the server must still have the files of the tab's version.
  const chunkRequest = page.waitForRequest(new RegExp(`/remotes/similarity/${originalVersion}/`));
  await navigateTo(page, 'Dashboard');
  await expect(page.getByRole('region', { name: 'Similarity' }).getByText('Types')).toBeVisible();
  await chunkRequest;
  await expectRemoteWorks(page, 'training');
  await navigateTo(page, 'Similarity');
  await expect(findOriginalSearchField(page)).toBeVisible();

  await findReloadButton(page).click();
  await expect(findRenamedSearchField(page)).toBeVisible();
  await expect(findUpdateNotice(page)).toBeHidden();

  await build.runAction('similarity', 'rollback');
  expect(await build.getActiveVersion('similarity')).toBe(originalVersion);
});

/** Signs in with the account in a new browser context and opens the groups page. */
async function openSignedInPage(browser: Browser, build: IsolatedBuild, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: build.url });
  const page = await context.newPage();
  await openSignedIn(page, '/groups', account);
  return page;
}

/**
 * Increases the canary's share (the percentage of users who get the new version) until it includes exactly one of two users.
 * Returns the included user first, or null if no share includes only one of them.
 */
async function splitByCanary(
  build: IsolatedBuild,
  version: string,
  accounts: [Account, Account],
): Promise<[Account, Account] | null> {
  const tokens = await Promise.all(accounts.map((account) => Api.createTokens(build.url, account)));
  const isInCanary = async ({ access }: { access: string }) => {
    const response = await fetch(`${build.url}/registry.json`, { headers: { authorization: `Bearer ${access}` } });
    return ((await response.json()) as Registry).remotes.similarity?.active === version;
  };
  for (let share = 1; share < 100; share++) {
    await build.runAction('similarity', 'canary', { version, share, workspaces: [] });
    const [isFirstInCanary, isSecondInCanary] = await Promise.all(tokens.map(isInCanary));
    if (isFirstInCanary !== isSecondInCanary) return isFirstInCanary ? accounts : [accounts[1], accounts[0]];
  }
  return null;
}

/**
 * Creates a canary release that includes exactly one of two users. The version determines which users are included. Tries several
 * versions, because with about one version in a hundred, both users are included at the same share.
 */
async function publishCanary(build: IsolatedBuild, accounts: [Account, Account]) {
  for (const version of ['91.0.0', '91.0.1', '91.0.2']) {
    await build.publishModified('similarity', version, renameSearchField);
    const split = await splitByCanary(build, version, accounts);
    if (split) return { version, split };
  }
  throw new Error('Three canaries included both users with the same share');
}

test('a canary release is served only to its users until it is turned off', LONG_RUN, async ({ browser, build }) => {
  const { version, split } = await publishCanary(build, [demo, colleague]);
  const [canaryUser, stableUser] = split;
  const [canaryPage, stablePage] = [
    await openSignedInPage(browser, build, canaryUser),
    await openSignedInPage(browser, build, stableUser),
  ];
  await expect(findRenamedSearchField(canaryPage)).toBeVisible();
  await expect(findOriginalSearchField(stablePage)).toBeVisible();

  const outsiderWorkspaceId = await (await Api.signIn(build.url, outsider)).findWorkspaceId('Other company');
  await build.runAction('similarity', 'canary', { version, share: 0, workspaces: [outsiderWorkspaceId] });
  const outsiderPage = await openSignedInPage(browser, build, outsider);
  await expect(findRenamedSearchField(outsiderPage)).toBeVisible();

  await build.runAction('similarity', 'canary', { off: true });
  for (const page of [canaryPage, outsiderPage]) {
    await expectUpdateNotice(page);
    await findReloadButton(page).click();
    await expect(findOriginalSearchField(page)).toBeVisible();
  }
  await expect(findUpdateNotice(stablePage)).toBeHidden();
  for (const page of [canaryPage, stablePage, outsiderPage]) await page.context().close();
});

test('a release that throws breaks only its own pages until the rollback', LONG_RUN, async ({ page, build, allowPageErrors }) => {
  allowPageErrors(/a broken release/);
  const originalVersion = await build.getActiveVersion('similarity');
  await build.publishModified('similarity', '92.0.0', (text, file) =>
    file.startsWith('entry.') ? `throw new Error('a broken release');\n${text}` : text,
  );
  await openSignedIn(page, '/groups');
  await expect(findOriginalSearchField(page)).toBeVisible();
  await build.runAction('similarity', 'activate', { version: '92.0.0' });
  // An open tab keeps its version until it is reloaded.
  await expectUpdateNotice(page);
  await expect(findOriginalSearchField(page)).toBeVisible();

  await findReloadButton(page).click();
  const main = page.getByRole('main');
  await expectNoJargon(main.getByRole('alert'));
  await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectFaultReported(page, { remote: 'similarity', version: '92.0.0', kind: 'evaluation' });
  await expectRemoteWorks(page, 'training');
  await navigateTo(page, 'Similarity');
  await expect(main.getByRole('alert')).toBeVisible();

  await build.runAction('similarity', 'rollback');
  await expectUpdateNotice(page);
  await findReloadButton(page).click();
  await expect(findOriginalSearchField(page)).toBeVisible();
  expect(await build.getActiveVersion('similarity')).toBe(originalVersion);
});

test('an incompatible release is reported and replaced by the previous version', LONG_RUN, async ({ page, build }) => {
  const originalVersion = await build.getActiveVersion('similarity');
  const folder = await build.createRelease('similarity', '93.0.0', renameSearchField, { contract: '^9.0.0' });
  await build.publish('similarity', '93.0.0', folder);
  await build.runAction('similarity', 'activate', { version: '93.0.0' });
  await openSignedIn(page, '/groups');
  await expect(findOriginalSearchField(page)).toBeVisible();
  await expectFaultReported(page, { remote: 'similarity', version: '93.0.0', kind: 'contract' });
  await build.runAction('similarity', 'rollback');
  expect(await build.getActiveVersion('similarity')).toBe(originalVersion);
});
