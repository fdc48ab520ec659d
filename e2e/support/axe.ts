import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules for each theme. Both themes have the same DOM, so the dark theme is checked only for colours. */
export const THEMES = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

/**
 * Returns a description of each serious or critical violation: rule, element and how to fix it. Waits for animations to
 * finish first, because they change contrasts.
 * @param rules ids of axe rules; default: all
 * @param selector element to check; default: the complete page
 */
export async function findSeriousViolations(page: Page, rules?: readonly string[], selector?: string): Promise<string[]> {
  await page.evaluate(() => {
    // Scroll-driven animations never finish.
    const timeBasedAnimations = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    const finiteAnimations = timeBasedAnimations.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    return Promise.allSettled(finiteAnimations.map((animation) => animation.finished));
  });
  // Fluent's focus sentinels are hidden and focusable on purpose: they immediately pass the focus to the next control.
  // Legacy mode avoids opening a second page to merge the results. Only pages with frames need the second page.
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude('[data-tabster-dummy]');
  const scopedBuilder = selector === undefined ? builder : builder.include(selector);
  const { violations } = await (rules ? scopedBuilder.withRules([...rules]) : scopedBuilder).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`));
}
