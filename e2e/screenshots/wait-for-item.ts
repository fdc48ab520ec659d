import { expect, type Page } from '@playwright/test';

/** Waits until the work page of an image job shows the shapes of the item and the tasks of the job. */
export async function waitForItem(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Tasks of the job' }).waitFor();
  await expect(page.getByRole('radio', { name: 'Draw objects' })).toBeEnabled();
}
