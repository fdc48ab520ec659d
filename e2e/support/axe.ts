import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules for each theme. The DOM is the same in both, so only colour rules are checked in dark. */
export const THEMES = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

/**
 * What is wrong on the page, in words to act on: the rule, and where. Animations are over, for they change contrasts.
 * @param rules axe's names of them; left out: all
 * @param within a selector of the part that is looked at; left out: the page
 */
export async function seriousViolations(page: Page, rules?: readonly string[], within?: string): Promise<string[]> {
  await page.evaluate(() => {
    // Scroll-driven animations never finish.
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    const ending = timed.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  // Fluent's focus sentinels are hidden and focusable on purpose: they move the focus on immediately.
  const whole = new AxeBuilder({ page }).exclude('[data-tabster-dummy]');
  const axe = within === undefined ? whole : whole.include(within);
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}
