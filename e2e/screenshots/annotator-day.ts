import { expect, type Page } from '@playwright/test';
import { annotator } from '../support/accounts';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import type { Screenshots } from './capture-element';
import { findImage, findJob } from './find-rows';
import { waitForItem } from './wait-for-item';

/** Opens an item of the annotator's job. The default is the first item, which a reviewer has sent back. */
async function openJob(page: Page, url: string, image?: string): Promise<ImageScreen> {
  const job = await findJob(url, 'Cell smears, first reader');
  await openSignedIn(page, `/imagejob/${job}${image === undefined ? '' : `?image=${image}`}`, annotator);
  const screen = new ImageScreen(page);
  await screen.canvas.element.waitFor();
  await expect(page.getByRole('button', { name: 'Verify and Next' })).not.toHaveAttribute('aria-disabled', 'true');
  await expect(screen.saveState).toHaveText('Saved');
  await waitForItem(page);
  return screen;
}

export const annotatorDayScreenshots: Screenshots = {
  async 'annotator-dashboard'(page) {
    await page.setViewportSize({ width: 1366, height: 620 });
    await openSignedIn(page, '/', annotator);
    await expect(page.getByRole('region', { name: 'Jobs' }).getByRole('link', { name: 'Start Work' }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    return page.screenshot({ animations: 'disabled' });
  },

  async 'annotator-job'(page, build) {
    await openJob(page, build.url);
    await expect(page.getByRole('region', { name: 'Instructions' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Remarks on this image' })).toBeVisible();
    return page.screenshot({ animations: 'disabled' });
  },

  async 'annotator-label'(page, build) {
    const { canvas } = await openJob(page, build.url);
    await page.keyboard.press('Shift+I');
    await page.getByRole('radio', { name: 'Draw objects' }).click();
    await canvas.drag([0.3, 0.3], [0.4, 0.45]);
    await expect(page.getByRole('alertdialog').getByRole('option').first()).toBeVisible();
    return page.screenshot({ animations: 'disabled' });
  },

  async 'annotator-comment'(page, build) {
    const { canvas } = await openJob(page, build.url, await findImage(build.url, 'blood-00034.jpg'));
    await page.keyboard.press('Shift+I');
    await page.keyboard.press('m');
    await page.getByRole('button', { name: /^Click the location on the image/ }).waitFor();
    await canvas.click([0.6, 0.35]);
    await page.getByRole('textbox', { name: 'New comment' }).fill('Is this a platelet or dirt?');
    await expect(page.getByText('No comments yet.').or(page.getByText('No open comments.'))).toBeVisible();
    return page.screenshot({ animations: 'disabled' });
  },
};
