import type { Page } from '@playwright/test';
import { demo, recognitionOnlyUser } from '../support/accounts';
import { runAdminCommand } from '../support/run-admin-command';
import { Api } from '../support/api';
import { expectRemoteWorks, navigateTo, navigation, openSignedIn } from '../support/console';
import { expect, LONG_RUN, test } from '../support/test';

const getConsoleUrl = () => process.env.CONSOLE_URL ?? '';

async function switchWorkspace(page: Page, workspace: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: workspace, exact: true }).click();
}

/**
 * Delays all API responses for a workspace until `release` is called. `firstResponse` resolves when the first response has arrived.
 */
async function holdResponses(
  page: Page,
  workspaceId: string,
  path = '/api/',
): Promise<{ firstResponse: Promise<void>; release: () => void }> {
  let release: () => void = () => undefined;
  let announceFirstResponse: () => void = () => undefined;
  const releasePromise = new Promise<void>((resolve) => (release = resolve));
  const firstResponse = new Promise<void>((resolve) => (announceFirstResponse = resolve));
  await page.route(
    (url) => url.pathname.startsWith(path) && url.searchParams.get('workspace') === workspaceId,
    async (route) => {
      const response = await route.fetch();
      announceFirstResponse();
      await releasePromise;
      // `fulfill` fails if the page is already closed.
      await route.fulfill({ response }).catch(() => undefined);
    },
  );
  return { firstResponse, release: () => release() };
}

/** Records which of the texts appear on the screen from now on. Returns a function that lists the texts that have appeared. */
async function recordShownTexts(page: Page, texts: readonly string[]): Promise<() => Promise<string[]>> {
  const seenTexts = await page.evaluateHandle((searchedTexts) => {
    const foundTexts = new Set<string>();
    const addVisibleTexts = () => {
      const visibleText = document.body.innerText;
      for (const text of searchedTexts) if (visibleText.includes(text)) foundTexts.add(text);
    };
    addVisibleTexts();
    new MutationObserver(addVisibleTexts).observe(document.body, { subtree: true, childList: true, characterData: true });
    return foundTexts;
  }, texts);
  return () => seenTexts.evaluate((foundTexts) => [...foundTexts]);
}

async function expectNoErrors(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/could not|unable|failed|error/i)).toHaveCount(0);
}

/** Counts on a dashboard card, such as `12 / 340`. */
const DASHBOARD_COUNTS = /[\d,]+ \/ [\d,]+/;
const findRecognitionCard = (page: Page) => page.getByRole('region', { name: 'Recognition' });

test('a workspace switch during requests never shows old data or errors', async ({ page }) => {
  const api = await Api.signIn(getConsoleUrl(), demo);
  const workspace = await api.findWorkspaceId('Demo');
  const { results } = await api.requestOk<{ results: { name: string }[] }>(
    'GET',
    `/detection/v2/task/?workspace=${workspace}&page_size=50`,
  );
  expect(results.length).toBeGreaterThan(0);
  const heldResponses = await holdResponses(page, workspace, '/api/detection/');
  await openSignedIn(page, '/detection');
  await heldResponses.firstResponse;
  const getSeenTexts = await recordShownTexts(
    page,
    results.map(({ name }) => name),
  );
  await switchWorkspace(page, 'Recognition only');
  await expect(page).toHaveURL(/\/$/);
  heldResponses.release();
  await expect(findRecognitionCard(page)).toContainText(DASHBOARD_COUNTS);
  await expect(navigation(page).getByRole('link', { name: 'Detection' })).toHaveCount(0);
  expect(await getSeenTexts()).toEqual([]);
  await expectNoErrors(page);
});

test('late counts of the previous workspace do not replace the new ones on the dashboard', LONG_RUN, async ({ page }) => {
  const api = await Api.signIn(getConsoleUrl(), demo);
  await openSignedIn(page, '/');
  await expect(findRecognitionCard(page)).toContainText(DASHBOARD_COUNTS);
  const previousCounts = DASHBOARD_COUNTS.exec(await findRecognitionCard(page).innerText())?.[0] ?? '';
  const heldResponses = await holdResponses(page, await api.findWorkspaceId('Demo'), '/api/recognition/');
  await page.reload();
  await heldResponses.firstResponse;
  await switchWorkspace(page, 'Recognition only');
  await expect(findRecognitionCard(page)).toContainText(DASHBOARD_COUNTS);
  const getSeenTexts = await recordShownTexts(page, [previousCounts]);
  heldResponses.release();
  await expectRemoteWorks(page, 'annotate');
  await navigateTo(page, 'Dashboard');
  await expect(findRecognitionCard(page)).toContainText(DASHBOARD_COUNTS);
  expect(await getSeenTexts()).toEqual([]);
  await expectNoErrors(page);
});

test('switching back and forth quickly shows the services of the active workspace', LONG_RUN, async ({ page }) => {
  const api = await Api.signIn(getConsoleUrl(), demo);
  await openSignedIn(page, '/');
  await expect(navigation(page).getByRole('link', { name: 'Detection' })).toBeVisible();
  const heldResponses = await holdResponses(page, await api.findWorkspaceId('Recognition only'), '/api/account/v2/resource');
  await switchWorkspace(page, 'Recognition only');
  await heldResponses.firstResponse;
  await switchWorkspace(page, 'Demo');
  await expect(navigation(page).getByRole('link', { name: 'Detection' })).toBeVisible();
  // The message is spelled like this in the specification.
  const getSeenTexts = await recordShownTexts(page, ['No acccess for service']);
  heldResponses.release();
  await expectRemoteWorks(page, 'training');
  await expect(page.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Demo');
  expect(await getSeenTexts()).toEqual([]);
});

test('removing a service closes its open page and its sidebar entry', async ({ page }) => {
  const account = { email: `revoked-${Date.now()}@console.test`, password: 'revoked-console' };
  const dataDir = process.env.CONSOLE_DATA_DIR ?? '';
  const workspace = `Revoked ${Date.now()}`;
  await runAdminCommand(dataDir, 'create-user', account.email, '--password', account.password);
  await runAdminCommand(dataDir, 'create-workspace', workspace, '--owner', account.email);
  const stream = page.waitForResponse((response) => response.url().includes('/live/v2/stream') && response.ok());
  await openSignedIn(page, '/groups', account);
  await expect(page.getByText('No groups yet.')).toBeVisible();
  await stream;

  await runAdminCommand(dataDir, 'set-services', workspace, 'recognition,custom-object-detection,annotate');
  // The live stream announces the change, so the page closes although the user does nothing.
  await expect(page.getByText("This workspace doesn't have the service that this page needs: Similarity.")).toBeVisible();
  await expect(page.getByText('Similarity. Please contact support.', { exact: true }).first()).toBeVisible();
  const links = navigation(page).getByRole('link');
  await expect(links.filter({ hasText: /^Similarity$/ })).toHaveCount(0);
  await links.filter({ hasText: /^Detection$/ }).click();
  await expect(page.getByText('No detection tasks yet.').first()).toBeVisible();
});

test('a link to a page of a missing service does not load its remote', async ({ page }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await openSignedIn(page, '/products', recognitionOnlyUser);
  await expect(
    page.getByText("This workspace doesn't have the service that this page needs: Products management."),
  ).toBeVisible();
  for (const link of await navigation(page).getByRole('link').all()) await link.hover();
  // A request for the annotate remote shows that idle prefetching has started.
  await expect.poll(() => requestedPaths.some((path) => path.startsWith('/remotes/annotate/'))).toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  expect(requestedPaths.filter((path) => /^\/remotes\/(catalogue|similarity)\//.test(path))).toEqual([]);
});
