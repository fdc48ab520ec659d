import type { BrowserContext, Page } from '@playwright/test';
import { findSeriousViolations, THEMES } from '../support/axe';
import { openSignedIn } from '../support/console';
import { expect, test } from '../support/test';

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

/** Removes most calls from the OpenAPI document. The viewer needs 15 s for the complete document, so only the long run loads it. */
async function shortenApiReference(context: BrowserContext): Promise<void> {
  await context.route('**/api/openapi.json', async (route) => {
    const response = await route.fetch();
    const api = (await response.json()) as { paths: Record<string, unknown> };
    const paths = Object.entries(api.paths).filter(([name]) => /\/(authorization|account)\//.test(name));
    expect(paths.length).toBeGreaterThan(1);
    await route.fulfill({ response, json: { ...api, paths: Object.fromEntries(paths) } });
  });
}

// The fixture `test` also fails if the content security policy blocks a request.
test('the documentation and API reference work without external requests', async ({ page, context }) => {
  test.setTimeout(180_000);
  const externalRequests: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== process.env.CONSOLE_URL) externalRequests.push(request.url());
  });
  if (!process.env.LONG) await shortenApiReference(context);
  await openSignedIn(page);
  const newPage = context.waitForEvent('page');
  await page.getByRole('link', { name: /Documentation/ }).click();
  const docs = await newPage;
  await expect(docs.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
  await docs.getByRole('link', { name: 'Shipping a remote' }).click();
  await docs.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Make it live' }).click();
  await expect(docs.getByRole('heading', { name: 'Make it live' })).toBeInViewport();
  await expectAccessible(docs);
  await docs.setViewportSize({ width: 430, height: 900 });
  await expect.poll(() => docs.evaluate(() => document.documentElement.scrollWidth)).toBe(430);

  await docs.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'API reference' }).click();
  await docs.setViewportSize({ width: 1280, height: 900 });
  // The API viewer first resolves the complete OpenAPI document, which blocks the main thread for seconds in the long run.
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
