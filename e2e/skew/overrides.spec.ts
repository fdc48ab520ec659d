import { openConsoleWithVersions } from '../support/open-console-with-versions';
import { getFaults } from '../support/console';
import { testWithIsolatedBuild as test } from '../support/isolated-build';
import { expect } from '../support/test';
import { listPreviousVersions } from './previous-versions';

test('an override loads an inactive version in one tab', async ({ build, page }) => {
  const catalogue = listPreviousVersions('').find(({ name }) => name === 'catalogue');
  if (!catalogue) throw new Error('There is no archived version of catalogue');
  await catalogue.publish(build);
  const entryResponse = page.waitForResponse(`**/remotes/catalogue/${catalogue.version}/entry.*.js`, { timeout: 60_000 });
  await openConsoleWithVersions(page, { catalogue: catalogue.version }, '/products');
  await expect(page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1)).toBeVisible();
  expect((await entryResponse).ok()).toBe(true);
  await expect(page.getByRole('button', { name: 'Reset' })).toBeVisible();
  expect(await getFaults(page)).toEqual([]);
});
