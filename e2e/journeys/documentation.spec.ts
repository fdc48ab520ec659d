import { openConsole } from '../support/accounts';
import { expect, test } from '../support/test';

// `test` fails by itself when a page's policy had to refuse anything.
test('documentation opens from the sidebar, and the API reference can be read and tried with no other machine asked', async ({
  page,
  context,
}) => {
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== process.env.CONSOLE_URL) elsewhere.push(request.url());
  });
  await openConsole(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /Documentation/ }).click();
  const docs = await opened;
  await docs.getByRole('link', { name: 'Shipping a remote' }).click();
  await docs.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Make it live' }).click();
  await expect(docs.getByRole('heading', { name: 'Make it live' })).toBeInViewport();
  await docs.setViewportSize({ width: 430, height: 900 });
  expect(await docs.evaluate(() => document.documentElement.scrollWidth)).toBe(430);

  await docs.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'API reference' }).click();
  await docs.setViewportSize({ width: 1280, height: 900 });
  // The viewer resolves the whole document first: seconds of its main thread.
  await docs.getByRole('link', { name: 'authorization', exact: true }).click({ timeout: 40_000 });
  await docs
    .getByRole('button', { name: /post \/api\/authorization\/v2\/authorize/i })
    .first()
    .click();
  await docs.getByRole('button', { name: 'Try it out' }).click();
  await docs.getByRole('button', { name: 'Execute' }).click();
  await expect(docs.getByText('Authentication credentials were not provided').first()).toBeVisible();
  expect(elsewhere).toEqual([]);
});
