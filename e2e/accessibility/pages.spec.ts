import type { Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { expectAccessible } from '../support/expect-accessible';
import { navigateWithoutReload, openSignedIn } from '../support/console';
import { expect, LONG_RUN, test } from '../support/test';

/** Locates content that is visible when the page's data is loaded. */
type FindContent = (page: Page) => ReturnType<Page['getByRole']>;
const findMain = (page: Page) => page.getByRole('main');
const findFirstRow =
  (name: string): FindContent =>
  (page) =>
    page.getByRole('table', { name }).getByRole('row').nth(1);

type CheckedPage = [path: string, findContent: FindContent];

const PAGES: CheckedPage[] = [
  [
    '/',
    (page) =>
      page
        .getByRole('region', { name: 'Jobs' })
        .getByRole('link', { name: /Start Work/ })
        .first(),
  ],
  ['/detection', findFirstRow('Labels')],
];
/** They use the same components as the pages above, so only the long run checks them. */
const MORE_PAGES: CheckedPage[] = [
  ['/images', (page) => findMain(page).getByRole('img').first()],
  ['/statistics', (page) => findMain(page).getByRole('table', { name: 'What users did' })],
  ['/jobs', findFirstRow('Jobs')],
  ['/groups', findFirstRow('Groups')],
  ['/products', findFirstRow('Products')],
  ['/activity', findFirstRow('Activity')],
];

test('the sign-in page is accessible in light and dark theme', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expectAccessible(page, 'the sign-in page');
});

for (const { name, pages, testOptions } of [
  { name: 'the main pages', pages: PAGES, testOptions: {} },
  { name: 'other pages', pages: MORE_PAGES, testOptions: LONG_RUN },
]) {
  // The pages share one tab and one document, because most of the time is spent on loading the console.
  test(`${name} are accessible in light and dark theme`, testOptions, async ({ page }) => {
    test.setTimeout(180_000);
    await openSignedIn(page, '/');
    for (const [path, findContent] of pages) {
      await test.step(path, async () => {
        if (path !== '/') await navigateWithoutReload(page, path);
        await expect(findContent(page)).toBeVisible();
        await expectAccessible(page, path);
      });
    }
  });
}

test('the image screen and the palette are accessible in light and dark theme', async ({ page, baseURL }) => {
  const api = await Api.signIn(String(baseURL), demo);
  const { results } = await api.requestOk<{ results: { id: string }[] }>(
    'GET',
    `/recognition/v2/training-image/?workspace=${await api.findWorkspaceId('Demo')}`,
  );
  await openSignedIn(page, `/image/${results[0]?.id}`);
  await expect(page.getByRole('application', { name: 'Annotation canvas' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved');
  await expectAccessible(page, 'the image screen');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Jobs' })).toBeVisible();
  await expectAccessible(page, 'the palette');
});

test('the About dialog is accessible in light and dark theme', LONG_RUN, async ({ page }) => {
  await openSignedIn(page, '/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeAttached();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'About' }).click();
  await expect(page.getByRole('table', { name: 'Parts of the console' })).toBeVisible();
  await expectAccessible(page, 'the About dialog');
});
