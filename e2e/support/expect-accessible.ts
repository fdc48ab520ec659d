import type { Page } from '@playwright/test';
import { findSeriousViolations, THEMES } from './axe';
import { expect } from './test';

/**
 * Expects no serious accessibility violations in both themes. The console follows the system theme immediately.
 * @param name describes the checked screen in the failure message
 * @param selector limits the check to one element
 */
export async function expectAccessible(page: Page, name: string, selector?: string): Promise<void> {
  for (const { colorScheme, rules } of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
    expect(await findSeriousViolations(page, rules, selector), `${name} in ${colorScheme}`).toEqual([]);
  }
}
