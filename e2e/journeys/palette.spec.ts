import type { Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { expect, LONG_RUN, test } from '../support/test';

test.beforeEach(async ({ page }) => {
  await openSignedIn(page);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

const findSearchField = (page: Page) => page.getByRole('combobox', { name: 'Go to a page, workspace or id' });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(findSearchField(page)).toBeFocused();
}

test('the palette opens pages and pasted ids by keyboard, and Esc restores the focus', LONG_RUN, async ({ page }) => {
  const searchField = findSearchField(page);
  await openPalette(page);
  await page.keyboard.type('eval');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Evaluations');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/evaluation$/);
  await expect(page.getByRole('heading', { name: 'Evaluations', level: 1 })).toBeFocused();

  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' });
  await link.focus();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(searchField).toHaveCount(0);
  await expect(link).toBeFocused();

  const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  const { results } = await api.requestOk<{ results: { id: string; name: string }[] }>(
    'GET',
    `/product/v2/product/?workspace=${await api.findWorkspaceId('Demo')}`,
  );
  const [product] = results;
  await openPalette(page);
  await page.keyboard.insertText(product?.id ?? '');
  await expect(page.getByRole('option')).toHaveText(`Product: ${product?.name}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/product/${product?.id}$`));

  await openPalette(page);
  await page.keyboard.insertText('00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('No item has this id')).toBeVisible();
});

test(
  'the palette switches workspace and theme by mouse, copies the versions and logs out',
  LONG_RUN,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Detection' }).click();
    const paletteButton = page.getByRole('button', { name: /^Go to a page, workspace or id/ });
    await paletteButton.click();
    await page.getByRole('option', { name: 'Recognition only' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Recognition only');

    await paletteButton.click();
    await page.getByRole('option', { name: 'Theme: Dark' }).click();
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await expect(paletteButton).toBeFocused();

    await page.getByRole('button', { name: 'Account of demo@console.test' }).click();
    await page.getByRole('menuitem', { name: 'About' }).click();
    const aboutDialog = page.getByRole('dialog', { name: 'About' });
    await expect(aboutDialog.getByRole('row')).toHaveCount(5);
    await expect(aboutDialog.getByRole('row', { name: /^Images and annotation .* Active$/ })).toBeVisible();
    await aboutDialog.getByRole('button', { name: 'Copy for support' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/host \d.*\n.*annotate \d/s);
    await aboutDialog.getByRole('button', { name: 'Close' }).click();
    await expect(aboutDialog).toHaveCount(0);

    await openPalette(page);
    await page.keyboard.type('logout');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/log ?out/i);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login/);
  },
);
