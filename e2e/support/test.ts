import { type Browser, type BrowserContext, test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** Reads what no test may leave behind: errors that nobody caught, and what the Content-Security-Policy refused. */
async function watch(context: BrowserContext, found: Set<string>): Promise<void> {
  context.on('weberror', (event) => found.add(`Uncaught: ${event.error().message}`));
  context.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy/i.test(text)) found.add(text);
  });
  // The browser's own message stands for several violations; the event comes for each.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`Content Security Policy: ${effectiveDirective} refused ${blockedURI} on ${location.pathname}`);
    });
  });
}

/** Has every context of the browser watched, those that a test makes itself too. Answers the end of it. */
function watchContexts(browser: Browser, found: Set<string>): () => void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await watch(context, found);
    return context;
  };
  return () => (browser.newContext = newContext);
}

/**
 * Playwright's `test`, which also fails when a page threw uncaught or violated the Content-Security-Policy. A test that
 * brings such a thing about says which: `provokes(/thrown by the broken remote/)`.
 */
export const test = base.extend<{ provokes: (pattern: RegExp) => void }>({
  provokes: [
    async ({ browser }, use) => {
      const found = new Set<string>();
      const provoked: RegExp[] = [];
      const end = watchContexts(browser, found);
      await use((pattern) => provoked.push(pattern));
      end();
      const unexpected = [...found].filter((text) => !provoked.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`The pages reported:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});
