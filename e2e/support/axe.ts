import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What each theme is asked: the tree is the same in both, so that only what depends on colours is asked again in dark. */
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
    // One that goes by how far something is scrolled is never over.
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    const ending = timed.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
  // Fluent's catchers of Tab are hidden and focusable on purpose: they hand the focus on at once.
  const whole = new AxeBuilder({ page }).exclude('[data-tabster-dummy]');
  const axe = within === undefined ? whole : whole.include(within);
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}
