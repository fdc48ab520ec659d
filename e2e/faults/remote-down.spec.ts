import { expect, test } from '@playwright/test';
import { openConsole } from '../support/accounts';

test('a remote whose files are gone says so with Retry, and everything else works', async ({ page }) => {
  let isGone = true;
  await page.route('**/remotes/similarity/**', (route) =>
    isGone ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  );
  await openConsole(page);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Similarity' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toBeVisible();
  const retry = main.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();

  await navigation.getByRole('link', { name: 'Detection' }).click();
  await expect(page.getByRole('table', { name: 'Tasks' }).getByRole('row').nth(1)).toBeVisible();

  await navigation.getByRole('link', { name: 'Similarity' }).click();
  await expect(retry).toBeVisible();
  isGone = false;
  await retry.click();
  await expect(page.getByRole('table', { name: 'Groups' }).getByRole('row').nth(1)).toBeVisible();
});

test('without the registry the shell still stands, and finds the parts again', async ({ page }) => {
  let isDown = true;
  await page.route('**/registry.json', (route) => (isDown ? route.fulfill({ status: 500, body: 'down' }) : route.continue()));
  await openConsole(page);
  await expect(page.getByText(/could not be found/)).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Images' })).toBeVisible();
});
