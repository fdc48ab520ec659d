import type { Page } from '@playwright/test';
import { findSeriousViolations, THEMES } from '../support/axe';
import { openSignedIn } from '../support/console';
import { expect, LONG_RUN, test } from '../support/test';

/** Expects no serious accessibility violations in both themes. The pages follow the system theme. */
async function expectAccessible(docs: Page): Promise<void> {
  for (const { colorScheme, rules } of THEMES) {
    await docs.emulateMedia({ colorScheme });
    // The API reference switches the theme with a class, which its script sets.
    const isApiReference = (await docs.locator('#reference').count()) > 0;
    await expect(docs.locator('html.dark-mode')).toHaveCount(isApiReference && colorScheme === 'dark' ? 1 : 0);
    expect(await findSeriousViolations(docs, rules), `${docs.url()} in ${colorScheme}`).toEqual([]);
  }
}

/** Opens the documentation from the navigation. `externalRequests` collects the URLs of requests to other origins. */
async function openDocumentation(page: Page): Promise<{ docs: Page; externalRequests: string[] }> {
  const context = page.context();
  const externalRequests: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== process.env.CONSOLE_URL) externalRequests.push(request.url());
  });
  await openSignedIn(page);
  const newPage = context.waitForEvent('page');
  await page.getByRole('link', { name: /Documentation/ }).click();
  return { docs: await newPage, externalRequests };
}

// The fixture `test` also fails if the content security policy blocks a request.
test('the documentation works without external requests', async ({ page }) => {
  const { docs, externalRequests } = await openDocumentation(page);
  await expect(docs.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
  await docs.getByRole('link', { name: 'Shipping a remote' }).click();
  await docs.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Make it live' }).click();
  await expect(docs.getByRole('heading', { name: 'Make it live' })).toBeInViewport();
  await expectAccessible(docs);
  await docs.setViewportSize({ width: 430, height: 900 });
  await expect.poll(() => docs.evaluate(() => document.documentElement.scrollWidth)).toBe(430);
  expect(externalRequests).toEqual([]);
});

test('the API reference sends a call without external requests', LONG_RUN, async ({ page }) => {
  test.setTimeout(180_000);
  const { docs, externalRequests } = await openDocumentation(page);
  await docs.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'API reference' }).click();
  // The viewer first resolves the complete OpenAPI document, which blocks the main thread for 15 s.
  await docs.getByRole('link', { name: 'authorization', exact: true }).click({ timeout: 90_000 });
  await docs
    .getByRole('button', { name: /post \/api\/authorization\/v2\/authorize/i })
    .first()
    .click();
  await docs.getByRole('button', { name: 'Try it out' }).click();
  await docs.getByRole('button', { name: 'Execute' }).click();
  await expect(docs.getByText('Authentication credentials were not provided').first()).toBeVisible();
  await expectAccessible(docs);
  expect(externalRequests).toEqual([]);
});
