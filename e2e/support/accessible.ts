import type { Page } from '@playwright/test';
import { seriousViolations, THEMES } from './axe';
import { expect } from './test';

/** Both themes on the page as it stands, or on the part that a selector names: the console follows the system at once. */
export async function expectAccessible(page: Page, what: string, within?: string): Promise<void> {
  for (const { colorScheme, rules } of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
    expect(await seriousViolations(page, rules, within), `${what} in ${colorScheme}`).toEqual([]);
  }
}
