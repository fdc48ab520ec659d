import { openSignedIn } from '../support/console';
import { expect, test } from '../support/test';

const TAB_COUNT = process.env.LONG ? 4 : 2;

test('several tabs with an expired token refresh it once and stay signed in', async ({ context }) => {
  test.setTimeout(120_000);
  const firstTab = await context.newPage();
  await openSignedIn(firstTab, '/config.json');
  await firstTab.evaluate(() => localStorage.setItem('access', 'expired'));

  let refreshCount = 0;
  const rejectedTabs = new Set<unknown>();
  let resolveAllRejected: () => void;
  const allTabsRejected = new Promise<void>((resolve) => (resolveAllRejected = resolve));
  context.on('response', (response) => {
    if (response.status() !== 401 || !response.url().includes('/api/')) return;
    rejectedTabs.add(response.frame().page());
    if (rejectedTabs.size === TAB_COUNT) resolveAllRejected();
  });
  await context.route('**/api/account/v2/jwt/refresh/', async (route) => {
    refreshCount += 1;
    // Respond only after every tab was rejected, so that every tab wants to refresh the token.
    await allTabsRejected;
    return route.fallback();
  });

  const tabs = [firstTab, ...(await Promise.all(Array.from({ length: TAB_COUNT - 1 }, () => context.newPage())))];
  await Promise.all(tabs.map((page) => page.goto('/sets', { waitUntil: 'commit' })));
  for (const page of tabs) {
    await expect(page.getByRole('heading', { level: 1, name: 'Product Sets' })).toBeVisible({ timeout: 60_000 });
    await expect(page).toHaveURL(/\/sets$/);
  }
  expect(refreshCount).toBe(1);
});
