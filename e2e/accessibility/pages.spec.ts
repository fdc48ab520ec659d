import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demo, openConsole } from '../support/accounts';
import { Api } from '../support/api';
import { expect, test } from '../support/test';

/** What is wrong on the page, in words to act on: the rule, and where. Animations are over, for they change contrasts. */
async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  // Fluent's catchers of Tab are hidden and focusable on purpose: they hand the focus on at once.
  const { violations } = await new AxeBuilder({ page }).exclude('[data-tabster-dummy]').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('the sign-in page', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
    });

    const pages: [name: string, path: string, ready: (page: Page) => ReturnType<Page['getByRole']>][] = [
      [
        'the dashboard',
        '/',
        (page) =>
          page
            .getByRole('region', { name: 'Jobs' })
            .getByRole('link', { name: /Start Work/ })
            .first(),
      ],
      ['images', '/images', (page) => page.getByRole('main').getByRole('img').first()],
      ['jobs', '/jobs', (page) => page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1)],
      ['detection', '/detection', (page) => page.getByRole('table', { name: 'Labels' }).getByRole('row').nth(1)],
      ['groups', '/groups', (page) => page.getByRole('table', { name: 'Groups' }).getByRole('row').nth(1)],
      ['products', '/products', (page) => page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1)],
    ];
    for (const [name, path, ready] of pages) {
      test(name, async ({ page }) => {
        await openConsole(page);
        await page.goto(path);
        await expect(ready(page)).toBeVisible();
        expect(await seriousViolations(page)).toEqual([]);
      });
    }

    test('an image', async ({ page }) => {
      const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
      const { results } = await api.expectOk<{ results: { id: string }[] }>(
        'GET',
        `/recognition/v2/training-image/?workspace=${await api.workspaceId('Demo')}`,
      );
      await openConsole(page);
      await page.goto(`/image/${results[0]?.id}`);
      await expect(page.getByRole('application', { name: 'Annotation canvas' })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved');
      expect(await seriousViolations(page)).toEqual([]);
    });

    test('the palette and About', async ({ page }) => {
      await openConsole(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option', { name: 'Jobs' })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole('option', { name: 'About' }).click();
      await expect(page.getByRole('table', { name: 'Parts of the console' })).toBeVisible();
      expect(await seriousViolations(page)).toEqual([]);
    });
  });
}
