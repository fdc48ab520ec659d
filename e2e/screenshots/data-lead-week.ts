import { expect } from '@playwright/test';
import { manager, reviewer } from '../support/accounts';
import { openSignedIn } from '../support/console';
import { captureElement, type Screenshots } from './capture-element';
import { findJob } from './find-rows';
import { waitForItem } from './wait-for-item';

export const dataLeadWeekScreenshots: Screenshots = {
  async 'lead-new-job'(page) {
    await openSignedIn(page, '/jobs', manager);
    await page.getByRole('button', { name: 'New job' }).click();
    const dialog = page.getByRole('dialog', { name: 'New job' });
    await dialog.getByLabel('Name').fill('Blood cells, second batch');
    await dialog.getByLabel('Description').fill('Box every cell of the new smears.');
    await dialog.getByLabel('Instructions').fill('## What to draw\n\n- A box around every **white blood cell**');
    return captureElement(page, dialog, 0);
  },

  async 'lead-remarks'(page, build) {
    await page.setViewportSize({ width: 1366, height: 700 });
    await openSignedIn(page, `/jobs?job=${await findJob(build.url, 'Cell smears, first reader')}&tab=remarks`, manager);
    const manageRegion = page.getByRole('region', { name: 'Manage' });
    await expect(manageRegion.getByRole('row').nth(1)).toBeVisible();
    await manageRegion.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    return page.screenshot({ animations: 'disabled' });
  },

  async 'lead-review'(page) {
    await openSignedIn(page, '/', reviewer);
    await page.getByRole('region', { name: 'Jobs' }).getByRole('link', { name: 'Start Work' }).first().click();
    await page.getByRole('button', { name: 'Close the remark' }).waitFor();
    await waitForItem(page);
    return page.screenshot({ animations: 'disabled' });
  },

  async 'lead-evaluation'(page) {
    await openSignedIn(page, '/evaluation', manager);
    await page.getByRole('link', { name: 'Open evaluation' }).first().click();
    await page.getByRole('heading', { name: /^Top labels/ }).waitFor();
    await expect(page.locator('.fui-Skeleton')).toHaveCount(0);
    return page.screenshot({ animations: 'disabled' });
  },
};
