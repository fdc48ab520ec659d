import { composeConsole } from '../support/compose';
import { faults } from '../support/console';
import { OwnBuild, testOnOwnBuild } from '../support/own-build';
import { expect } from '../support/test';
import { previousVersions } from './previous';

const test = testOnOwnBuild.extend<object, { build: OwnBuild }>({
  build: [
    async ({}, provide) => {
      const build = await OwnBuild.create({ ALLOW_OVERRIDES: 'on' });
      await provide(build);
      await build.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('a tester composes the console with an inactive version', async ({ build, page }) => {
  const catalogue = previousVersions('').find(({ name }) => name === 'catalogue');
  if (!catalogue) throw new Error('No version of catalogue is kept');
  await catalogue.publish(build);
  const entry = page.waitForResponse(`**/remotes/catalogue/${catalogue.version}/entry.*.js`);
  await composeConsole(page, { catalogue: catalogue.version }, '/products');
  await expect(page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1)).toBeVisible();
  expect((await entry).ok()).toBe(true);
  await expect(page.getByRole('button', { name: 'Reset' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
});
