import { type Browser, type BrowserContext, test as base } from '@playwright/test';
import { ConsoleServer } from './console-server';

export { expect } from '@playwright/test';

/** Marks a test that runs only in `npm run soak -- browser`, because the suite contains a similar test. */
export const LONG_RUN = { tag: '@long' };

/**
 * Options for `test.use` in files that check the console with its animations. Other tests run without animations, which is faster.
 */
export const WITH_ANIMATIONS = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Collects uncaught errors and violations of the Content Security Policy from all pages of a context. */
async function collectErrors(context: BrowserContext, errors: Set<string>): Promise<void> {
  context.on('weberror', (event) => errors.add(`Uncaught: ${event.error().message}`));
  context.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy/i.test(text)) errors.add(text);
  });
  // The browser logs one message for several violations, but fires an event for each.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`Content Security Policy: ${effectiveDirective} refused ${blockedURI} on ${location.pathname}`);
    });
  });
}

/** Collects errors of every browser context, also of contexts that a test creates. Returns a function that stops the collection. */
function collectContextErrors(browser: Browser, errors: Set<string>): () => void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await collectErrors(context, errors);
    return context;
  };
  return () => (browser.newContext = newContext);
}

/**
 * Playwright's `test`, which also fails if a page throws an uncaught error or violates the Content Security Policy. A test
 * that causes such an error on purpose declares it: `allowPageErrors(/thrown by the broken remote/)`.
 */
export const test = base.extend<{ allowPageErrors: (pattern: RegExp) => void }, { consoleServer: ConsoleServer }>({
  /**
   * One server with its own data for each worker, so that parallel tests do not affect each other. Tests find it through
   * `baseURL`, `CONSOLE_URL` and `CONSOLE_DATA_DIR`.
   */
  consoleServer: [
    async ({}, provide) => {
      const server = await ConsoleServer.create();
      process.env.CONSOLE_URL = server.url;
      process.env.CONSOLE_DATA_DIR = server.dataDir;
      await provide(server);
      await server.stopAndDelete();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ consoleServer }, provide) => provide(consoleServer.url),
  page: async ({ page }, provide) => {
    await provide(page);
    // A request that is still pending in a route when the page closes would fail the test after its end.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  allowPageErrors: [
    // Requesting `baseURL` starts the server before the hooks of a test run.
    async ({ browser, baseURL: _ }, provide) => {
      const errors = new Set<string>();
      const allowedErrors: RegExp[] = [];
      const stopCollecting = collectContextErrors(browser, errors);
      await provide((pattern) => allowedErrors.push(pattern));
      stopCollecting();
      const unexpectedErrors = [...errors].filter((text) => !allowedErrors.some((pattern) => pattern.test(text)));
      if (unexpectedErrors.length > 0) throw new Error(`The pages reported:\n${unexpectedErrors.join('\n')}`);
    },
    { auto: true },
  ],
});
