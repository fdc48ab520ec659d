import { type Browser, type BrowserContext, test as base } from '@playwright/test';
import { ConsoleServer } from './console-server';

export { expect } from '@playwright/test';

/** Details of tests that run only in `npm run soak -- browser`, because the suite contains a similar one. */
export const LONG_RUN = { tag: '@long' };

/** Collects uncaught errors and violations of the content security policy, which no test may leave behind. */
async function watch(context: BrowserContext, found: Set<string>): Promise<void> {
  context.on('weberror', (event) => found.add(`Uncaught: ${event.error().message}`));
  context.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy/i.test(text)) found.add(text);
  });
  // The browser logs one message for several violations, but fires an event for each.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`Content Security Policy: ${effectiveDirective} refused ${blockedURI} on ${location.pathname}`);
    });
  });
}

/** Watches every browser context, including those that a test creates. Returns a function that stops watching. */
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
export const test = base.extend<{ provokes: (pattern: RegExp) => void }, { consoleServer: ConsoleServer }>({
  /**
   * The server of a worker's tests, with data of their own: tests that run beside these in another worker neither see nor
   * change it. Tests find it by `baseURL`, `CONSOLE_URL` and `CONSOLE_DATA_DIR`.
   */
  consoleServer: [
    async ({}, provide) => {
      const server = await ConsoleServer.create();
      process.env.CONSOLE_URL = server.url;
      process.env.CONSOLE_DATA_DIR = server.dataDir;
      await provide(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ consoleServer }, provide) => provide(consoleServer.url),
  page: async ({ page }, provide) => {
    await provide(page);
    // A request pending in a route of the test when the page closes would fail the finished test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  provokes: [
    // Depending on `baseURL` starts the server before the hooks of a test run.
    async ({ browser, baseURL: _ }, use) => {
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
