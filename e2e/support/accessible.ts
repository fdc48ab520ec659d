import type { Page } from '@playwright/test';
import { seriousViolations, THEMES } from './axe';
import { expect } from './test';

/** Checks the page, or the element of a selector, in both themes. The console follows the system theme immediately. */
export async function expectAccessible(page: Page, what: string, within?: string): Promise<void> {
  for (const { colorScheme, rules } of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
    expect(await seriousViolations(page, rules, within), `${what} in ${colorScheme}`).toEqual([]);
  }
}
