import { openSignedIn } from '../support/console';
import { expect, test } from '../support/test';

const TABS = 10;

test('ten tabs with an expired token refresh it once and stay signed in', async ({ context }) => {
  // Ten documents load on the same machine as the server.
  test.setTimeout(180_000);
  const first = await context.newPage();
  await openSignedIn(first, '/config.json');
  await first.evaluate(() => localStorage.setItem('access', 'run-out'));

  let renewals = 0;
  const refused = new Set<unknown>();
  let allRefused: () => void;
  const everyTabWasRefused = new Promise<void>((resolve) => (allRefused = resolve));
  context.on('response', (response) => {
    if (response.status() !== 401 || !response.url().includes('/api/')) return;
    refused.add(response.frame().page());
    if (refused.size === TABS) allRefused();
  });
  await context.route('**/api/account/v2/jwt/refresh/', async (route) => {
    renewals += 1;
    // All tabs are rejected before the refresh responds, so none could wait for another tab.
    await everyTabWasRefused;
    return route.fallback();
  });

  const pages = [first, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
  await Promise.all(pages.map((page) => page.goto('/sets', { waitUntil: 'commit' })));
  for (const page of pages) {
    await expect(page.getByRole('heading', { level: 1, name: 'Product Sets' })).toBeVisible({ timeout: 60_000 });
    await expect(page).toHaveURL(/\/sets$/);
  }
  expect(renewals).toBe(1);
});
